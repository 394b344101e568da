import { nearest } from '../../diagnostic/nearest.ts'
import { getEntry } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const endpointHandler: Rule = {
  code: 'endpoint-handler',
  about: {
    zh: '接口的 handler 是程序里有的处理；还没有的不写 handler',
    en: 'What an endpoint does is a handler of the code; one that is still to come has none',
  },
  alone: true,
  check: (context, report) => {
    const { code, words } = context
    if (!code || !words) return
    const known = new Set([...code.handlers, ...words.handlers])
    for (const { node } of context.of('endpoints')) {
      const endpoints = getEntry(node, 'endpoints')?.value
      for (const { value } of endpoints?.type === 'map' ? endpoints.entries.values() : []) {
        const does = getEntry(value, 'handler')?.value
        if (does?.type !== 'scalar' || known.has(String(does.value))) continue
        report({
          origin: does.origin,
          zh: `程序里没有处理“${String(does.value)}”；接口尚未开通的话不写 handler`,
          en: `The code has no handler "${String(does.value)}"; an endpoint that is still to come has none`,
          suggestion: nearest(String(does.value), known),
        })
      }
    }
  },
}
