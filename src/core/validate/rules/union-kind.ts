import { getNode, getString, originAt } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const unionKind: Rule = {
  code: 'union-kind',
  about: {
    zh: '同在一个视图里的实体，union.kind 各不相同',
    en: 'Entities in one view have different union.kind',
  },
  check: (context, report) => {
    const taken = new Map<string, string>()
    for (const { name, node } of context.of('entity')) {
      const kind = getString(getNode(node, ['union']), 'kind')
      if (kind === undefined) continue
      const other = taken.get(kind)
      if (other === undefined) taken.set(kind, name)
      else if (other !== name)
        report({
          origin: originAt(node, ['union', 'kind']),
          zh: `实体 ${other} 的 union.kind 已经是“${kind}”，视图里分不清两种记录`,
          en: `The entity ${other} has the union.kind "${kind}" already: a view cannot tell the two apart`,
        })
    }
  },
}
