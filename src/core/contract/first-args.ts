import type { ListPage, ListTab } from './configuration.ts'
import { filterArgs, isList, listOf } from './filter-args.ts'

const RESERVED = new Set(['page', 'pageSize', 'sort', 'tab', 'view', 'exact'])
/** The name of a filter in a list's address. */
export const urlName = (filter: string): string => (RESERVED.has(filter) ? `f.${filter}` : filter)
/** Before a value that stands in the browser, because it is too long for an address. */
export const LONG_MARK = '#'
export const LARGEST_SIZE = 1000

export const wholeNumber = (text: string | null, fallback: number): number => {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

/** Sorts by the group first, so that rows of a group stay together. */
export function groupedOrder({ group }: ListPage, order: string | undefined): string | undefined {
  if (group === undefined) return order
  return order?.split(',').some(part => part.trim().split(/\s+/)[0] === group)
    ? order
    : [group, order].filter(Boolean).join(',')
}

/** What somebody keeps of a list: rows of a page, and the address of the view that it opens with. */
export interface KeptOfList {
  size?: number | undefined
  view?: { search: string } | undefined
}

/** A tab's arguments; undefined where an expression says them. */
function fixedBy(tab: ListTab | undefined): Record<string, string | string[]> | undefined {
  const values = Object.entries(tab?.filters ?? {})
  const known = values.flatMap(([name, fixed]): [string, string | string[]][] =>
    'value' in fixed && fixed.value !== '' ? [[name, isList(fixed.value) ? listOf(fixed.value) : fixed.value]] : [],
  )
  return known.length === values.length ? Object.fromEntries(known) : undefined
}

/**
 * What the console asks for first at an address of a list, for whoever can know it before; undefined where only the
 * console knows. A test holds both equal; where they differ all the same, the console asks itself.
 */
export function firstArgs(page: ListPage, search: string, kept: KeptOfList): Record<string, unknown> | undefined {
  const query = new URLSearchParams(search || (kept.view?.search ?? ''))
  const filters = page.filters.map(filter => [filter, query.get(urlName(filter.name)) ?? ''] as const)
  const asked = filters.filter(([, value]) => value !== '')
  const { tabs = [] } = page
  const tab = tabs.find(({ name }) => name === query.get('tab')) ?? tabs[0]
  const fixed = fixedBy(tab)
  // what a tab leaves of a filter is the console's to say
  if (!fixed || (tab && asked.length > 0)) return undefined
  if (asked.some(([, value]) => value.startsWith(LONG_MARK))) return undefined
  const orderBy = groupedOrder(page, query.get('sort')?.replaceAll('.', ' ') || (tab?.sort ?? page.sort))
  return {
    pageNo: wholeNumber(query.get('page'), 1),
    pageRowNo: Math.min(wholeNumber(query.get('pageSize'), kept.size ?? page.pageSize), LARGEST_SIZE),
    pageFlag: 1,
    ...(orderBy ? { orderBy } : {}),
    ...fixed,
    ...Object.assign({}, ...asked.map(([filter, value]) => filterArgs(filter, value))),
  }
}
