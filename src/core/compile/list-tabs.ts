import type { ListTab, TabValue } from '../contract/configuration.ts'
import type { ListTabDoc } from '../model/documents.ts'
import { getEntry, isFalse, toValue, type MapNode } from '../source/node.ts'

/** Matches an expression that consists of one text literal: its value is known without evaluating it. */
const TEXT = /^'([^'\\]*)'$/

function valueOf(written: string[] | string | number): TabValue {
  if (Array.isArray(written)) return { value: written.join(',') }
  if (typeof written === 'number') return { value: String(written) }
  const text = TEXT.exec(written)?.[1]
  return text === undefined ? { expression: written } : { value: text }
}

export function listTabsOf(page: MapNode): { tabs?: ListTab[] } {
  const tabs = getEntry(page, 'tabs')?.value
  if (tabs?.type !== 'map') return {}
  const compiled = [...tabs.entries].flatMap(([name, { value }]) => {
    if (isFalse(value) || value.type !== 'map') return []
    const { label, filters, count, share, roles } = toValue(value) as unknown as ListTabDoc
    const fixed = Object.entries(filters ?? {}).flatMap(([field, written]): [string, TabValue][] =>
      written === null || written === false ? [] : [[field, valueOf(written)]],
    )
    return [
      {
        name,
        label: label ?? name,
        filters: Object.fromEntries(fixed),
        ...(count ? { count: true } : {}),
        ...(share ? { share } : {}),
        ...(roles ? { roles: roles.map(String) } : {}),
      },
    ]
  })
  return compiled.length > 0 ? { tabs: compiled } : {}
}
