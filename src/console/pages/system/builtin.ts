import type { SystemPage } from '../../../core/contract/configuration.ts'

/** Screens that exist without configuration. */
const BUILTIN: Record<string, { title: string; view: string }> = {
  '404': { title: '页面不存在', view: 'notFound' },
}

const made = new Map<string, SystemPage>()

export function builtin(route: string): SystemPage | undefined {
  const facts = BUILTIN[route]
  if (!facts) return undefined
  let page = made.get(route)
  if (!page) made.set(route, (page = { kind: 'system', route, ...facts, dictionaries: {} }))
  return page
}
