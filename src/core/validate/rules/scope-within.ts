import { getNode, getString } from '../../source/node.ts'
import { knownFields } from '../facts/known-fields.ts'
import type { Rule } from '../facts/rule.ts'

export const scopeWithin: Rule = {
  code: 'scope-within',
  about: {
    zh: '实体的 scope.within 写的是引用另一个实体、必填、不可多选的字段',
    en: 'What scope.within names is a required reference to one record of another entity',
  },
  alone: true,
  check: (context, report) => {
    for (const { node, name } of context.of('entity')) {
      const within = getNode(node, ['scope', 'within'])
      const field = knownFields(node).get(getString(getNode(node, ['scope']), 'within') ?? '')
      // entity-field reports a field that there is not
      if (!within || !field) continue
      const { kind, ref, multiple, required } = field
      if (kind === 'ref' && ref !== name && multiple !== true && required === true) continue
      report({
        origin: within.origin,
        zh: `scope.within 写的“${field.name}”应是引用另一个实体、必填、不可多选的字段：没有所属记录的，谁也看不到`,
        en: `${field.name}, named by scope.within, has to be a required reference to one record of another entity`,
      })
    }
  },
}
