import { getEntry, getString, type MapNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

export const endpointPath: Rule = {
  code: 'endpoint-path',
  about: { zh: '路径参数与 in、params 相合', en: "A path's parameters agree with in and params" },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('endpoints')) {
      const endpoints = getEntry(node, 'endpoints')?.value
      if (endpoints?.type !== 'map') continue
      for (const { keyOrigin, value } of endpoints.entries.values()) {
        const problem = value.type === 'map' ? problemOf(value) : undefined
        if (problem) report({ origin: getEntry(value, 'path')?.value.origin ?? keyOrigin, ...problem })
      }
    }
  },
}

/** Names in a list, or keys of the arguments with their kinds. */
function paramNames(call: MapNode): string[] {
  const params = getEntry(call, 'params')?.value
  if (params?.type === 'map') return [...params.entries.keys()]
  return params?.type === 'list'
    ? params.items.flatMap(item => (item.type === 'scalar' ? [String(item.value)] : []))
    : []
}

function problemOf(call: MapNode): { zh: string; en: string } | undefined {
  const path = getString(call, 'path')
  if (path === undefined) return undefined
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!).filter(name => name !== 'tenant')
  const isPath = getString(call, 'in') === 'path'
  if (isPath && parameters.length === 0)
    return { zh: 'in 是 path，路径里却没有 {参数}', en: 'in is path, but the path has no {parameter}' }
  if (!isPath && parameters.length > 0)
    return {
      zh: `路径里有 {${parameters[0]}}，in 应为 path`,
      en: `The path has {${parameters[0]}}: in should be path`,
    }
  const names = paramNames(call)
  const unnamed = parameters.find(name => names.length > 0 && !names.includes(name))
  return unnamed === undefined
    ? undefined
    : { zh: `params 里没有路径参数 ${unnamed}`, en: `params lacks the path parameter ${unnamed}` }
}
