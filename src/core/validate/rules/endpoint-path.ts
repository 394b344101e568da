import { getEntry, getString, type MapNode } from '../../source/node.ts'
import { listOf } from '../../overlay/resolve.ts'
import type { Rule } from '../facts/rule.ts'

export const endpointPath: Rule = {
  code: 'endpoint-path',
  about: { zh: '路径参数与 args、names 相合', en: "A path's parameters agree with args and names" },
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

function problemOf(call: MapNode): { zh: string; en: string } | undefined {
  const path = getString(call, 'path')
  if (path === undefined) return undefined
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!).filter(name => name !== 'tenant')
  const isPath = getString(call, 'args') === 'path'
  if (isPath && parameters.length === 0)
    return { zh: 'args 是 path，路径里却没有 {参数}', en: 'args is path, but the path has no {parameter}' }
  if (!isPath && parameters.length > 0)
    return {
      zh: `路径里有 {${parameters[0]}}，args 应为 path`,
      en: `The path has {${parameters[0]}}: args should be path`,
    }
  const names = listOf(call, 'names')
  const unnamed = parameters.find(name => names.length > 0 && !names.includes(name))
  return unnamed === undefined
    ? undefined
    : { zh: `names 里没有路径参数 ${unnamed}`, en: `names lacks the path parameter ${unnamed}` }
}
