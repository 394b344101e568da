import type { ConsoleApp } from '../../../app/app.ts'
import { rangeKeys } from '../../../../core/contract/api.ts'
import type { DictionaryEntries, Filter, ListPage, ListTab, TabValue } from '../../../../core/contract/configuration.ts'
import { chinaDay } from '../../../i18n/day.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import { isRange } from '../../../fields/values/query.ts'
import { plain } from '../../../fields/values/text.ts'
import { expressionScope } from '../../../data/config/scope.ts'

const textOf = (app: ConsoleApp, page: ListPage, fixed: TabValue): string =>
  'value' in fixed
    ? fixed.value
    : plain(evaluate(fixed.expression, page.route, { ...expressionScope(app), today: chinaDay() }))

/**
 * Arguments of a tab; undefined if a value is missing, because without it the list would show more than the tab means.
 */
export function tabArgs(app: ConsoleApp, page: ListPage, tab: ListTab | undefined): Record<string, string> | undefined {
  const args = Object.entries(tab?.filters ?? {}).map(([name, fixed]) => [name, textOf(app, page, fixed)] as const)
  return args.every(([, value]) => value !== '') ? Object.fromEntries(args) : undefined
}

export const tabsOf = (app: ConsoleApp, page: ListPage): ListTab[] =>
  (page.tabs ?? []).filter(tab => tabArgs(app, page, tab) !== undefined)

export const tabNamed = (page: ListPage, name: string | undefined): ListTab | undefined =>
  page.tabs?.find(tab => tab.name === name)

const fixes = (tab: ListTab, filter: string): boolean => [filter, ...rangeKeys(filter)].some(key => key in tab.filters)

/** Values of a filter that the tab includes. */
const valuesIn = (app: ConsoleApp, page: ListPage, tab: ListTab, { name }: Filter): string[] =>
  tab.filters[name] ? textOf(app, page, tab.filters[name]).split(',') : []

/** What a tab leaves of a filter for the user: everything, some of its values, a part of its range, or nothing. */
type Left = 'all' | 'some' | 'range' | 'nothing'
function leftOf(app: ConsoleApp, page: ListPage, tab: ListTab | undefined, filter: Filter): Left {
  if (!tab || !fixes(tab, filter.name)) return 'all'
  if (isRange(filter)) return filter.name in tab.filters ? 'nothing' : 'range'
  return filter.dict !== undefined && valuesIn(app, page, tab, filter).length > 1 ? 'some' : 'nothing'
}

/** The chosen values that the tab includes; '' if that is none or all of them. */
function chosenIn(app: ConsoleApp, page: ListPage, tab: ListTab, filter: Filter, value: string): string {
  const allowed = valuesIn(app, page, tab, filter)
  const kept = value.split(',').filter(one => allowed.includes(one))
  return kept.length < allowed.length ? kept.join(',') : ''
}

/**
 * The filters as far as the tab leaves them to the user: fixed ones are dropped, others limited to the tab's values.
 */
export function filtersWithin(
  app: ConsoleApp,
  page: ListPage,
  tab: ListTab | undefined,
  filters: Record<string, string>,
): Record<string, string> {
  const kept = page.filters.flatMap((filter): [string, string][] => {
    const value = filters[filter.name] ?? ''
    const left = leftOf(app, page, tab, filter)
    return [
      [filter.name, left === 'nothing' ? '' : left === 'some' && tab ? chosenIn(app, page, tab, filter, value) : value],
    ]
  })
  return Object.fromEntries(kept.filter(([, value]) => value !== ''))
}

/** Whether the URL's filters ask for nothing but values of this tab. */
const shows = (app: ConsoleApp, page: ListPage, tab: ListTab, filters: Record<string, string>): boolean =>
  Object.keys(tab.filters).every(name => {
    const filter = page.filters.find(one => one.name === name)
    const chosen = filter && filters[name] ? filters[name].split(',') : []
    return (
      filter !== undefined && chosen.length > 0 && chosen.every(one => valuesIn(app, page, tab, filter).includes(one))
    )
  })

/**
 * The tab to open: if the URL filters by what tabs fix, the tab that shows just that, else one that does not fix these
 * filters; otherwise the first tab.
 */
export function openingTab(app: ConsoleApp, page: ListPage, filters: Record<string, string>): string | undefined {
  const tabs = tabsOf(app, page)
  const touched = Object.keys(filters).some(name => tabs.some(tab => fixes(tab, name)))
  const open = (tab: ListTab): boolean => !Object.keys(filters).some(name => fixes(tab, name))
  return ((touched ? (tabs.find(tab => shows(app, page, tab, filters)) ?? tabs.find(open)) : undefined) ?? tabs[0])
    ?.name
}

/** A filter in the filter bar; `only`: the values to offer. */
export interface AskedFilter extends Filter {
  only?: readonly string[]
}

export const entriesOf = (page: ListPage, { dict = '', only }: AskedFilter): DictionaryEntries => {
  const entries = page.dictionaries[dict] ?? []
  return only ? entries.filter(([key]) => only.includes(key)) : entries
}

/** The page with the filters that the tab leaves to the user. */
export function withinTab(app: ConsoleApp, page: ListPage, name: string | undefined): ListPage {
  const tab = tabNamed(page, name)
  const filters = page.filters.flatMap((filter): AskedFilter[] => {
    const left = leftOf(app, page, tab, filter)
    return left === 'nothing'
      ? []
      : [left === 'some' && tab ? { ...filter, only: valuesIn(app, page, tab, filter) } : filter]
  })
  return filters.length === page.filters.length && filters.every(filter => filter.only === undefined)
    ? page
    : { ...page, filters }
}

const END_OF_DAY = ' 23:59:59'
/** Compares numbers, dates or times; a date as an end includes the whole day. */
function later(a: unknown, b: unknown, end: string): boolean {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) > Number(b)
  const whole = (text: string): string => (text.length === 10 ? text + end : text)
  return whole(String(a)) > whole(String(b))
}

/** Intersection of two ranges: for each end the narrower one. */
export function narrowed(
  filter: string,
  fixed: Record<string, unknown>,
  asked: Record<string, unknown>,
): Record<string, unknown> {
  const [start, end] = rangeKeys(filter)
  return {
    ...asked,
    ...(start in fixed && !(start in asked && later(asked[start], fixed[start], '')) ? { [start]: fixed[start] } : {}),
    ...(end in fixed && !(end in asked && later(fixed[end], asked[end], END_OF_DAY)) ? { [end]: fixed[end] } : {}),
  }
}
