import { outdateEarly } from '../../data/http/early.ts'
import { useCallback, useMemo, useState } from 'react'
import type { DashboardPage } from '../../../core/contract/configuration.ts'
import type { LockState } from '../../../core/contract/locks.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import { useCall } from '../../data/http/query.ts'
import { keepPeriod } from '../../data/session/timeRange.ts'
import { chinaDay } from '../../i18n/day.ts'
import { useGo } from '../../navigation/navigation.ts'
import { boardArgs, readBoard, writeBoard, type BoardState } from './boardState.ts'
import { useLong } from './useLong.ts'
import { useSteady } from './useSteady.ts'

/** What the call for figures answers. */
export interface BoardAnswer {
  asOf: string
  /** from the area that the person sees whole down to the one looked at */
  areas: { code: string; name: string }[]
  /** the unit looked at, where one was chosen */
  unit?: { code: string; name: string }
  /** the record looked at, where one was chosen */
  record?: { code: string; name: string }
  widgets: Record<string, Figures | FiguresProblem>
  /** of a page whose numbers can be locked */
  lock?: LockState
}

export interface Board {
  state: BoardState
  /** what is wrong with the address */
  problem: string | undefined
  answer: BoardAnswer | undefined
  error: Error | undefined
  /** numbers of another period or area are shown, and the asked ones are long in coming */
  stale: boolean
  busy: boolean
  /** counts how often everything was asked for again, for what brings its rows by itself */
  turn: number
  /** the same through all that the page looks at, as `again` is: what draws a widget may be given both */
  change(state: Partial<BoardState>): void
  /** resolves when the numbers have come, or have not */
  again(): Promise<void>
}

/** State and numbers of a dashboard: the state is its URL, all numbers come with one request. */
export function useBoard(page: DashboardPage, search: string): Board {
  const { to } = useGo()
  const [{ today, turn }, setTurn] = useState(() => ({ today: chinaDay(), turn: 0 }))
  const isOwn = page.screen === true
  const { state, problem } = useMemo(
    () => readBoard(page.controls, search, today, { isOwn }),
    [page, search, today, isOwn],
  )
  const args = useMemo(() => ({ page: page.route, ...boardArgs(state) }), [page, state])
  const { data, error, isValidating, isLoading, mutate } = useCall<BoardAnswer>(
    problem === undefined ? page.source : undefined,
    args,
    { quiet: true },
  )
  const again = useCallback(async () => {
    // a page that stands open over midnight goes on to the new day
    setTurn(before => ({ today: chinaDay(), turn: before.turn + 1 }))
    outdateEarly()
    await mutate()
  }, [mutate])
  const change = useSteady((part: Partial<BoardState>) => {
    if (part.period && !isOwn) keepPeriod(part.period)
    // another period has other versions
    const { version: _version, ...now } = state
    to(`/${page.route}${writeBoard({ ...now, ...part })}`)
  })
  const stale = useLong(isLoading && data !== undefined, LONG_MS)
  return { state, problem, answer: data, error, stale, busy: isValidating, turn, change, again }
}
/** Until then nothing dims: numbers that come sooner would only flicker. */
const LONG_MS = 400
