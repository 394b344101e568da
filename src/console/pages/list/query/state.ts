import type { ConsoleApp } from '../../../app/app.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { groupedOrder, LARGEST_SIZE, urlName, wholeNumber } from '../../../../core/contract/first-args.ts'
import type { ListBehind } from '../../../../core/contract/statistics.ts'
import { numbersOf } from '../../../data/settings/constants.ts'
import { filterArgs, filterText } from '../../../fields/values/query.ts'
import { lengthened, shortened } from './longValues.ts'
import { remembered } from './remembered.ts'
import { filtersWithin, narrowed, openingTab, tabArgs, tabNamed, tabsOf } from './tabs.ts'

/** State of a list, as encoded in its URL. */
export interface ListState {
  page: number
  size: number
  /** `field` or `field desc`, or several of them with commas; undefined: the default order */
  sort?: string
  filters: Record<string, string>
  /** name of the open tab, on pages with tabs */
  tab?: string
  /** the total is counted to its end, however large: a number on a board has led here, or the reader wants to know */
  exact?: true
}

const SIZES = [10, 20, 30, 50]

/** How a state is read and written. */
export interface Way {
  /** without what this user keeps of the list (page size, first view): within a record, or for somebody else */
  plain?: boolean
}

/** The URL of a list that opens with a view says so when it shows none. */
const NO_VIEW = 'none'

const sizeOf = (app: ConsoleApp, page: ListPage, { plain }: Way): number =>
  (plain ? undefined : remembered(app, page.route).size) ?? page.pageSize

const firstView = (app: ConsoleApp, page: ListPage, { plain }: Way): string =>
  (plain ? undefined : remembered(app, page.route).view?.search) ?? ''

export function readState(app: ConsoleApp, page: ListPage, search: string, way: Way = {}): ListState {
  const query = new URLSearchParams(search || firstView(app, page, way))
  const filters: Record<string, string> = {}
  for (const { name, all } of page.filters) {
    const value = lengthened(app, query.get(urlName(name)) ?? '')
    // the code that stands for all of them filters nothing
    if (value && value !== String(all ?? '')) filters[name] = value
  }
  const tab = tabsOf(app, page).find(({ name }) => name === query.get('tab'))?.name ?? openingTab(app, page, filters)
  const sort = query.get('sort')?.replaceAll('.', ' ')
  return {
    page: wholeNumber(query.get('page'), 1),
    size: Math.min(wholeNumber(query.get('pageSize'), sizeOf(app, page, way)), LARGEST_SIZE),
    ...(sort ? { sort } : {}),
    filters: tab ? filtersWithin(app, page, tabNamed(page, tab), filters) : filters,
    ...(tab ? { tab } : {}),
    ...(query.get('exact') === '1' ? { exact: true as const } : {}),
  }
}

/** What a view shows: rows of a page as many as usual where it does not say how many. */
export const stateOfView = (app: ConsoleApp, page: ListPage, search: string): ListState =>
  readState(app, page, search || `?view=${NO_VIEW}`)

/** Whether both ask for the same; an empty filter asks for nothing. */
export const sameFilters = (a: Record<string, string>, b: Record<string, string>): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(name => (a[name] ?? '') === (b[name] ?? ''))

/** Encodes only what differs from the page's defaults, to keep URLs short. */
export function writeState(app: ConsoleApp, page: ListPage, state: ListState, way: Way = {}): string {
  const query = new URLSearchParams()
  if (state.tab && state.tab !== openingTab(app, page, state.filters)) query.set('tab', state.tab)
  for (const { name } of page.filters) {
    const value = state.filters[name]
    if (value) query.set(urlName(name), way.plain ? value : shortened(app, value))
  }
  if (state.sort) query.set('sort', state.sort.replaceAll(' ', '.'))
  if (state.size !== sizeOf(app, page, way)) query.set('pageSize', String(state.size))
  if (state.page > 1) query.set('page', String(state.page))
  if (state.exact) query.set('exact', '1')
  if (query.toString() === '' && firstView(app, page, way)) query.set('view', NO_VIEW)
  const text = query.toString()
  return text ? `?${text}` : ''
}

/** The same rows, whose total is counted to its end or not. */
export function withoutExact(state: ListState): ListState {
  const { exact: _, ...rest } = state
  return rest
}

/** The address of a list that shows just these rows, given as its call takes them: what stands behind a number. */
export function searchBehind(
  app: ConsoleApp,
  page: ListPage,
  { tab, filters }: Pick<ListBehind, 'tab' | 'filters'>,
): string {
  const texts = page.filters.map(filter => [filter.name, filterText(filter, filters)] as const)
  const state: ListState = {
    page: 1,
    size: sizeOf(app, page, {}),
    filters: Object.fromEntries(texts.filter(([, text]) => text !== '')),
    ...(tab ? { tab } : {}),
    exact: true,
  }
  return writeState(app, page, state)
}

export function listArgs(app: ConsoleApp, page: ListPage, state: ListState): Record<string, unknown> {
  const args: Record<string, unknown> = { pageNo: state.page, pageRowNo: state.size, pageFlag: 1 }
  const tab = tabNamed(page, state.tab)
  const orderBy = groupedOrder(page, state.sort ?? tab?.sort ?? page.sort)
  if (orderBy) args.orderBy = orderBy
  const fixed = tabArgs(app, page, tab) ?? {}
  const filters = filtersWithin(app, page, tab, state.filters)
  Object.assign(args, fixed)
  for (const filter of page.filters)
    Object.assign(args, narrowed(filter.name, fixed, filterArgs(filter, filters[filter.name] ?? '')))
  return args
}

/** If the current page lies beyond the end under the new size, goes back to page 1 (R2.21). */
export function resize(state: ListState, size: number, total: number): ListState {
  return { ...state, size, page: state.page * size > total ? 1 : state.page }
}

/** R2.22: rows are numbered across all pages. */
export const rowNumber = (page: number, limit: number, index: number): number => (page - 1) * limit + index + 1

/** Page sizes to offer: the usual ones, the page's and the URL's. */
export function sizesOf(app: ConsoleApp, page: ListPage, size: number): number[] {
  return [...new Set([...numbersOf(app, 'pageSizes', SIZES), page.pageSize, size])].sort((a, b) => a - b)
}
