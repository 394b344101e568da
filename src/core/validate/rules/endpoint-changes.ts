import { changesByGet } from '../../contract/api.ts'
import { listOf } from '../../overlay/resolve.ts'
import { getEntry, getString, type MapNode } from '../../source/node.ts'
import type { Rule } from '../facts/rule.ts'

/** Generic handlers that change data, under whatever name an endpoint calls them. */
const CHANGING = /^(save|delete|workflow\.(act|batch|cancel))$/

export const endpointChanges: Rule = {
  code: 'endpoint-changes',
  about: {
    zh: '会改动数据的接口写明 changes，并且不用 GET（规格写明的除外）',
    en: 'A call that changes something says so by changes, and is not sent by GET unless the specification has it so',
  },
  alone: true,
  check: (context, report) => {
    for (const { node } of context.of('endpoints')) {
      const endpoints = getEntry(node, 'endpoints')?.value
      if (endpoints?.type !== 'map') continue
      for (const [name, { keyOrigin, value }] of endpoints.entries) {
        const problem = value.type === 'map' ? problemOf(name, value) : undefined
        if (problem) report({ origin: getEntry(value, 'method')?.value.origin ?? keyOrigin, ...problem })
      }
    }
  },
}

function problemOf(name: string, call: MapNode): { zh: string; en: string } | undefined {
  const changes = listOf(call, 'changes')
  const handler = getString(call, 'handler') ?? ''
  if (changes.length === 0 && CHANGING.test(handler))
    return {
      zh: `接口 ${name} 会改动数据（handler: ${handler}），须写 changes`,
      en: `The call ${name} changes something (handler: ${handler}) and needs changes`,
    }
  const specified = getEntry(call, 'changesByGet')?.value
  const isSpecified = specified?.type === 'scalar' && specified.value === true
  if (isSpecified || !changesByGet({ method: getString(call, 'method') ?? '', changes })) return undefined
  return {
    zh: `接口 ${name} 会改动数据，不能用 GET：链接和图片也发得出 GET。请写 method: POST、in: body；规格写明用 GET 的，写 changesByGet: true`,
    en:
      `The call ${name} changes something and must not be sent by GET, which any link or picture can send. `
      + `Write method: POST and in: body; where the specification has it by GET, say changesByGet: true`,
  }
}
