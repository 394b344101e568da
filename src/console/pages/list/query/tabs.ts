import type { ConsoleApp } from '../../../app/app.ts'
import { rangeKeys } from '../../../../core/contract/api.ts'
import { bothOf, chooses, EMPTY, hasWords, readWords, writeWords } from '../../../../core/contract/filter-words.ts'
import type { DictionaryEntries, Filter, ListPage, ListTab, TabValue } from '../../../../core/contract/configuration.ts'
import { chinaDay } from '../../../i18n/day.ts'
import { evaluate } from '../../../data/config/expressions.ts'
import { isList, listOf } from '../../../fields/values/pasted.ts'
import { givenText, isRange } from '../../../fields/values/query.ts'
import { expressionScope } from '../../../data/config/scope.ts'

const textOf = (app: ConsoleApp, page: ListPage, fixed: TabValue): string =>
  'value' in fixed
    ? fixed.value
    : givenText(evaluate(fixed.expression, page.route, { ...expressionScope(app), today: chinaDay() }))

/**
 * Arguments of a tab; undefined if a value is missing, because without it the list would show more than the tab means.
 */
export function tabArgs(
  app: ConsoleApp,
  page: ListPage,
  tab: ListTab | undefined,
): Record<string, string | string[]> | undefined {
  const texts = Object.entries(tab?.filters ?? {}).map(([name, fixed]) => [name, textOf(app, page, fixed)] as const)
  if (texts.some(([, text]) => text === '')) return undefined
  return Object.fromEntries(texts.map(([name, text]) => [name, isList(text) ? listOf(text) : text]))
}

export const tabsOf = (app: ConsoleApp, page: ListPage): ListTab[] =>
  (page.tabs ?? []).filter(tab => tabArgs(app, page, tab) !== undefined)

export const tabNamed = (page: ListPage, name: string | undefined): ListTab | undefined =>
  page.tabs?.find(tab => tab.name === name)

const fixes = (tab: ListTab, filter: string): boolean => [filter, ...rangeKeys(filter)].some(key => key in tab.filters)

/** What the tab asks of a filter. */
const askedBy = (app: ConsoleApp, page: ListPage, tab: ListTab, { name }: Filter): string[] => {
  const text = tab.filters[name] ? textOf(app, page, tab.filters[name]) : ''
  return isList(text) ? listOf(text) : text.split(',')
}

/** Keys of a filter that the tab includes, 未注明 among them where it leaves rows without a value. */
function keysIn(app: ConsoleApp, page: ListPage, tab: ListTab, filter: Filter): string[] {
  const asked = askedBy(app, page, tab, filter)
  if (!hasWords(filter, asked)) return asked
  const keys = (page.dictionaries[filter.dict ?? ''] ?? []).map(([key]) => key)
  return [...keys, ''].filter(key => chooses(filter, asked, key)).map(key => key || EMPTY)
}

/** What a tab leaves of a filter for the user: everything, some of its values, a part of its range, or nothing. */
type Left = 'all' | 'some' | 'range' | 'nothing'
function leftOf(app: ConsoleApp, page: ListPage, tab: ListTab | undefined, filter: Filter): Left {
  if (!tab || !fixes(tab, filter.name)) return 'all'
  if (isRange(filter)) return filter.name in tab.filters ? 'nothing' : 'range'
  return filter.dict !== undefined && keysIn(app, page, tab, filter).length > 1 ? 'some' : 'nothing'
}

/** Of several values in one field those that the tab includes are asked for: that is narrower than what both say. */
const narrowedTo = (filter: Filter, value: string, asked: string[]): string[] | false =>
  bothOf(filter, value, asked) ?? bothOf({ kind: filter.kind }, value, asked) ?? false

/** The chosen values that the tab includes; '' if that is none or all of them. */
function chosenIn(app: ConsoleApp, page: ListPage, tab: ListTab, filter: Filter, value: string): string {
  if (value === '') return ''
  const asked = askedBy(app, page, tab, filter)
  const both = narrowedTo(filter, value, asked)
  return both && !isSame(both, writeWords(readWords(filter, asked))) ? both.join(',') : ''
}
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every(one => b.includes(one))

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
    const value = filters[name]
    if (!filter || !value) return false
    const asked = askedBy(app, page, tab, filter)
    const both = narrowedTo(filter, value, asked)
    return value === asked.join() || (both && isSame(both, writeWords(readWords(filter, value))))
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

/** A filter in the filter bar; `only`: the values to offer, 未注明 among them. */
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
      : [left === 'some' && tab ? { ...filter, only: keysIn(app, page, tab, filter) } : filter]
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
  const [start, end, below] = rangeKeys(filter)
  return {
    ...asked,
    ...(start in fixed && !(start in asked && later(asked[start], fixed[start], '')) ? { [start]: fixed[start] } : {}),
    ...(end in fixed && !(end in asked && later(fixed[end], asked[end], END_OF_DAY)) ? { [end]: fixed[end] } : {}),
    ...(below in fixed && !(below in asked && later(fixed[below], asked[below], '')) ? { [below]: fixed[below] } : {}),
  }
}
