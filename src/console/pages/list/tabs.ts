import { rangeKeys } from '../../../core/contract/api.ts'
import type { ListPage, ListTab, TabValue } from '../../../core/contract/configuration.ts'
import { chinaDay } from '../../data/day.ts'
import { evaluate } from '../../data/expressions.ts'
import { plain } from '../../fields/text.ts'
import { expressionScope } from '../scope.ts'

const textOf = (page: ListPage, fixed: TabValue): string =>
  'value' in fixed ? fixed.value : plain(evaluate(fixed.expression, page.route, { ...expressionScope(), today: chinaDay() }))

/** What a tab sends; nothing where a value is missing: without it the list would show more than the tab says. */
export function tabArgs(page: ListPage, tab: ListTab | undefined): Record<string, string> | undefined {
  const args = Object.entries(tab?.filters ?? {}).map(([name, fixed]) => [name, textOf(page, fixed)] as const)
  return args.every(([, value]) => value !== '') ? Object.fromEntries(args) : undefined
}

export const tabsOf = (page: ListPage): ListTab[] => (page.tabs ?? []).filter((tab) => tabArgs(page, tab) !== undefined)

export const tabNamed = (page: ListPage, name: string | undefined): ListTab | undefined => page.tabs?.find((tab) => tab.name === name)

/** A filter whose value the tab says: it is not asked for again. */
export const fixes = (tab: ListTab | undefined, filter: string): boolean =>
  tab !== undefined && [filter, ...rangeKeys(filter)].some((key) => key in tab.filters)

/** Where nothing is said: the first tab, or the first that leaves open what the address filters by. */
export function openingTab(page: ListPage, filters: Record<string, string>): string | undefined {
  const tabs = tabsOf(page)
  return (tabs.find((tab) => !Object.keys(filters).some((name) => fixes(tab, name))) ?? tabs[0])?.name
}

/** The page without what its tab fixes: what its filter bar shows. */
export function withinTab(page: ListPage, name: string | undefined): ListPage {
  const tab = tabNamed(page, name)
  const filters = page.filters.filter((filter) => !fixes(tab, filter.name))
  return filters.length === page.filters.length ? page : { ...page, filters }
}
