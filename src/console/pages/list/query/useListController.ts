import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ConsoleApp } from '../../../app/app.ts'
import { useApp } from '../../../app/useApp.ts'
import type { ListAnswer, Row } from '../../../../core/contract/api.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { outdateEarly } from '../../../data/http/early.ts'
import { isUnanswered } from '../../../data/http/errors.ts'
import { useCall } from '../../../data/http/query.ts'
import { t } from '../../../i18n/t.ts'
import { keysIn, rememberSequence, type RecordSequence } from '../../../navigation/recordSequence.ts'
import { filtersWithin, tabNamed } from './tabs.ts'
import { useMoves, type Within } from './useMoves.ts'
import { remember, rememberedVersion } from './remembered.ts'
import { listArgs, readState, resize, rowNumber, withoutExact, writeState, type ListState, type Way } from './state.ts'

/** stale: new rows are loading; outdated: loading them failed */
export type ListStatus = 'loading' | 'error' | 'empty' | 'stale' | 'outdated' | 'ready'
export interface Shown {
  rows: Row[]
  /** number of the first row across all pages */
  first: number
  /** the query that the rows belong to */
  query: string
  totals: Record<string, number> | undefined
}
export interface ListCommands {
  query(filters: Record<string, string>): void
  turn(page: number): void
  /** so many pages on, from where the list is going */
  step(by: number): void
  resize(size: number): void
  sort(order: string | undefined): void
  refresh(): void
  /** opens another tab, dropping filters that do not apply there */
  part(tab: string): void
  /** the same, which a list does by itself that opens on an empty tab: not once somebody has chosen or seen anything */
  openOn(tab: string): void
  /** the list is opened anew */
  visited(): void
  /** counts the total to its end */
  count(): void
  /** shows a complete state, e.g. of a view */
  show(state: ListState): void
}
export interface ListController {
  state: ListState
  shown: Shown | undefined
  total: number
  capped: boolean
  /** the total is being counted to its end */
  counting: boolean
  /** the rows shown belong to an earlier query than `state` */
  other: boolean
  status: ListStatus
  error: Error | undefined
  commands: ListCommands
}

const OWN: Way = {}
/** for comparing states: what is remembered may change between two of them */
const PLAIN: Way = { plain: true }

function sequenceShown(
  app: ConsoleApp,
  list: ListPage,
  state: ListState,
  shown: Shown,
  total: number,
  within?: Within,
): RecordSequence {
  return {
    id: within?.id ?? list.route,
    list,
    source: list.source,
    keys: keysIn(list, shown.rows),
    page: state.page,
    size: state.size,
    total,
    within: within !== undefined,
    argsOf: page => ({ ...listArgs(app, list, { ...state, page }), ...within?.fixed }),
  }
}

/** To what the list usually shows, where it was asked for something else. */
export const wayBack = ({ tab, size, filters, sort }: ListState, { show }: ListCommands): (() => void) | undefined =>
  sort === undefined && Object.keys(filters).length === 0
    ? undefined
    : () => show({ filters: {}, page: 1, size, ...(tab ? { tab } : {}) })

interface Moving {
  app: ConsoleApp
  page: ListPage
  state: ListState
  total: number
  within: Within | undefined
  /** nobody has seen a row or moved anything since the list was opened */
  untouched: { current: boolean }
  /** where the list is going */
  heading(): ListState
  go(to: ListState): void
  again(): unknown
}

function commandsFor({ app, page, state, total, within, untouched, heading, go, again }: Moving): ListCommands {
  const move = (to: ListState): void => {
    untouched.current = false
    go(to)
  }
  const part = (tab: string): void =>
    move({
      ...withoutExact(heading()),
      filters: filtersWithin(app, page, tabNamed(page, tab), heading().filters),
      page: 1,
      tab,
    })
  return {
    query: filters => {
      const next = { ...withoutExact(heading()), filters, page: 1 }
      if (writeState(app, page, next, PLAIN) === writeState(app, page, heading(), PLAIN)) again()
      else move(next)
    },
    turn: number => move({ ...heading(), page: number }),
    step: by => {
      const number = heading().page + by
      if (number >= 1 && number <= Math.ceil(total / state.size)) move({ ...heading(), page: number })
    },
    resize: size => {
      if (!within) remember(app, page.route, { size })
      move(resize(heading(), size, total))
    },
    sort: order => {
      const { sort: _, ...rest } = heading()
      move({ ...rest, page: 1, ...(order ? { sort: order } : {}) })
    },
    refresh: () => void again(),
    count: () => move({ ...heading(), exact: true }),
    part,
    openOn: tab => {
      if (untouched.current) part(tab)
    },
    visited: () => {
      untouched.current = true
    },
    show: move,
  }
}

/** What somebody asks for by hand is asked of the server. */
const anew = (again: () => unknown) => () => {
  outdateEarly()
  return again()
}

/** State and commands of a list, independent of its appearance. The state is in the URL. */
export function useListController(page: ListPage, search: string, within?: Within): ListController {
  const app = useApp()
  const way = within ? PLAIN : OWN
  const { subscribe, get } = rememberedVersion(app)
  const version = useSyncExternalStore(subscribe, get)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- what is remembered is part of what an address means
  const state = useMemo(() => readState(app, page, search, way), [app, page, search, way, version])
  const args = useMemo(() => ({ ...listArgs(app, page, state), ...within?.fixed }), [app, page, state, within])
  const { data, error: failed, isLoading, mutate } = useCall<ListAnswer>(page.source, args)
  const whole = useExactTotal(page, args, state.exact === true && data?.capped === true)
  const list = Array.isArray(data?.list) ? data.list : undefined
  // which rows are asked for: how they are counted is no part of it
  const rowsOf = (of: ListState): string => writeState(app, page, withoutExact(of), PLAIN)
  const error = failed ?? (isLoading || list ? undefined : withoutRows())
  const first = rowNumber(state.page, state.size, 0)
  // number and query must belong to the rows shown, not to the page being loaded
  const shown = useMemo(
    () =>
      list ? { rows: list, first, query: rowsOf(state), totals: whole.answer?.totals ?? data?.totals } : undefined,
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [list, whole.answer],
  )
  const total = (whole.answer ?? data)?.totalRecord ?? 0
  const untouched = useRef(search === '')
  // follows the rows shown, because the state changes before they arrive
  useEffect(() => {
    if (shown) rememberSequence(app, sequenceShown(app, page, state, shown, total, within))
    if (shown?.rows.length) untouched.current = false
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [shown])
  const { heading: headingFrom, move: go } = useMoves(page, way, within)
  const commands = useMemo(
    () =>
      commandsFor({
        app,
        page,
        state,
        total,
        within,
        untouched,
        heading: () => headingFrom(state),
        go,
        again: anew(mutate),
      }),
    [app, page, state, total, mutate, within, headingFrom, go],
  )
  const last = lastPage(state, shown, total, isLoading)
  useEffect(() => {
    if (last !== undefined) commands.turn(last)
  }, [last, commands])
  return {
    state,
    shown,
    total,
    capped: data?.capped === true && !whole.answer,
    counting: whole.counting,
    other: shown !== undefined && shown.query !== rowsOf(state),
    status: statusOf(shown, error, isLoading, shown?.query === rowsOf(state)),
    error,
    commands,
  }
}

/**
 * The total and the sums of a list that stops counting, asked for beside its rows: these do not wait for it, and on
 * another page it is known.
 */
function useExactTotal(
  page: ListPage,
  args: Record<string, unknown>,
  wanted: boolean,
): { answer: ListAnswer | undefined; counting: boolean } {
  const asked = useMemo(() => {
    const { orderBy: _, ...rest } = args
    return { ...rest, pageNo: 1, pageRowNo: 1, exactTotal: 1 }
  }, [args])
  const { data, error, isLoading } = useCall<ListAnswer>(wanted ? page.source : undefined, asked)
  // until the answer comes, that of the filters before is given
  return { answer: wanted && !isLoading && !error ? data : undefined, counting: wanted && isLoading }
}

/** Goes to the last page if the current one lies beyond the end: its rows were deleted, or the URL is old. */
function lastPage(
  { page, size }: ListState,
  shown: Shown | undefined,
  total: number,
  loading: boolean,
): number | undefined {
  if (loading || shown?.rows.length !== 0 || total === 0) return undefined
  const last = Math.ceil(total / size)
  return last < page ? last : undefined
}

/** An answer without `list` is an error; otherwise the page would show loading for ever. */
const withoutRows = (): Error => new Error(t('服务器的回答里没有 list，请联系管理员'))

export function statusOf(
  shown: Shown | undefined,
  error: Error | undefined,
  loading: boolean,
  same = false,
): ListStatus {
  // rows that came before they were asked for here are those of this query
  if (loading && !same) return shown ? 'stale' : 'loading'
  // rows of this same query stay visible if reloading fails, those of another if the server could not be asked; an
  // answer that refuses says that there is nothing to show (R8.01)
  if (error) return shown?.rows.length && (same || isUnanswered(error)) ? 'outdated' : 'error'
  if (!shown) return 'loading'
  return shown.rows.length === 0 ? 'empty' : 'ready'
}
