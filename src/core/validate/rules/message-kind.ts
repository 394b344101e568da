import { nearest } from '../../diagnostic/nearest.ts'
import { getNode, getString, originAt } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

/** The field of a message that holds its kind, as the server writes it. */
const KIND_FIELD = 'msgKind'

export const messageKind: Rule = {
  code: 'message-kind',
  about: {
    zh: '流程发的消息，类型（kind、overdue）是消息实体的字典里的代码',
    en: "Kinds of a workflow's messages (kind, overdue) are in the dictionary of the message's entity",
  },
  alone: true,
  check: (context, report) => {
    for (const { node, view } of context.of('workflow')) {
      const message = getNode(node, ['message'])
      const entity = context.resolver.entity(getString(message, 'entity') ?? '', view.scope)?.node
      const dict = getString(getNode(entity, ['fields', KIND_FIELD]), 'dict')
      const known = dict === undefined ? undefined : view.entries(dict)
      if (!known) continue
      for (const key of ['kind', 'overdue']) {
        const code = getString(message, key)
        if (code === undefined || known.has(code)) continue
        report({
          origin: originAt(node, ['message', key]),
          zh: `字典 ${dict} 没有消息类型“${code}”`,
          en: `The dictionary ${dict} has no kind of message "${code}"`,
          suggestion: nearest(code, known),
        })
      }
    }
  },
}
