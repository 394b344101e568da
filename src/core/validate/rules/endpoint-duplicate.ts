import { formatOrigin, type Origin } from '../../diagnostic/diagnostic.ts'
import { getEntry, getString } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const endpointDuplicate: Rule = {
  code: 'endpoint-duplicate',
  about: { zh: '同一方法和路径只定义一次', en: 'A method and path is defined once' },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('endpoints')) {
      const endpoints = getEntry(node, 'endpoints')?.value
      const seen = new Map<string, { name: string; origin: Origin }>()
      if (endpoints?.type !== 'map') continue
      for (const [name, { keyOrigin, value }] of endpoints.entries) {
        const [method, path] = [getString(value, 'method'), getString(value, 'path')]
        if (method === undefined || path === undefined) continue
        const key = `${method} ${path.replace(/(?!^)\{[^}]*\}/g, '{}')}`
        const first = seen.get(key)
        if (!first) {
          seen.set(key, { name, origin: keyOrigin })
          continue
        }
        report({
          origin: keyOrigin,
          zh: `${method} ${path} 已由 ${first.name} 定义（${formatOrigin(first.origin)}）`,
          en: `${method} ${path} is already defined by ${first.name} (${formatOrigin(first.origin)})`,
        })
      }
    }
  },
}
