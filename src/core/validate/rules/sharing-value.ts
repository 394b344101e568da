import { getEntry, getNode, getString, isFalse } from '../../source/node.ts'
import { knownFields } from '../facts/known-fields.ts'
import type { Rule } from '../facts/rule.ts'
import { reportUnknown } from './named.ts'

export const sharingValue: Rule = {
  code: 'sharing-value',
  about: {
    zh: '实体的 scope.sharing.values 写的是那个字段字典里的取值：没有写对的取值人人可看',
    en: 'The values of scope.sharing are codes of its field: records with a code that is not there are open to all',
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('entity')) {
      const sharing = getNode(node, ['scope', 'sharing'])
      const values = sharing && getEntry(sharing, 'values')?.value
      const name = getString(sharing, 'field') ?? ''
      const dict = knownFields(node).get(name)?.dict
      const known = dict === undefined ? undefined : view.entries(dict)
      // entity-field reports a field, field-dictionary a dictionary that there is not
      if (values?.type !== 'map' || !known) continue
      for (const [code, { keyOrigin, value }] of values.entries)
        if (!isFalse(value) && !known.has(code))
          reportUnknown(report, { name: code, origin: keyOrigin }, [`字段 ${name} 的取值`, `value of ${name}:`], known)
    }
  },
}
