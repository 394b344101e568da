import { SEPARATOR } from '../contract/filter-words.ts'
import type { ListTab, TabValue } from '../contract/configuration.ts'
import { isExpression } from '../model/field/written.ts'
import type { ListTabDoc, Value } from '../model/documents.ts'
import { getEntry, isFalse, toValue, type MapNode } from '../source/node.ts'

const valueOf = (written: string[] | Value): TabValue =>
  isExpression(written) ? { expression: written } : { value: asTabText(written) ?? '' }

/** A filter as a tab has it: one text; undefined for none. */
export const asTabText = (written: unknown): string | undefined =>
  written === undefined ? undefined : Array.isArray(written) ? listText(written.map(String)) : String(written)

/** With words among them also texts are meant as a whole, which may hold commas. */
const listText = (values: readonly string[]): string =>
  values.join(values.some(value => value.startsWith('$')) ? SEPARATOR : ',')

export function listTabsOf(page: MapNode): { tabs?: ListTab[] } {
  const tabs = getEntry(page, 'tabs')?.value
  if (tabs?.type !== 'map') return {}
  const compiled = [...tabs.entries].flatMap(([name, { value }]) => {
    if (isFalse(value) || value.type !== 'map') return []
    const { label, filters, count, sort, share, todo, roles } = toValue(value) as unknown as ListTabDoc
    const fixed = Object.entries(filters ?? {}).flatMap(([field, written]): [string, TabValue][] =>
      written === null || written === false ? [] : [[field, valueOf(written)]],
    )
    return [
      {
        name,
        label: label ?? name,
        filters: Object.fromEntries(fixed),
        ...(count ? { count: true } : {}),
        ...(sort ? { sort } : {}),
        ...(share ? { share } : {}),
        ...(todo ? { todo: true as const } : {}),
        ...(roles ? { roles: roles.map(String) } : {}),
      },
    ]
  })
  return compiled.length > 0 ? { tabs: compiled } : {}
}
