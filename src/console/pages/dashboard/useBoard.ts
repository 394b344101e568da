import { useMemo, useState } from 'react'
import type { DashboardPage } from '../../../core/contract/configuration.ts'
import type { LockState } from '../../../core/contract/locks.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import { useCall } from '../../data/http/query.ts'
import { keepPeriod } from '../../data/session/timeRange.ts'
import { chinaDay } from '../../i18n/day.ts'
import { useGo } from '../../navigation/navigation.ts'
import { boardArgs, readBoard, writeBoard, type BoardState } from './boardState.ts'

/** What the call for figures answers. */
export interface BoardAnswer {
  asOf: string
  /** from the area that the person sees whole down to the one looked at */
  areas: { code: string; name: string }[]
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
  /** numbers of before are shown until the new ones have come */
  stale: boolean
  change(state: Partial<BoardState>): void
  again(): void
}

/** State and numbers of a dashboard: the state is its URL, all numbers come with one request. */
export function useBoard(page: DashboardPage, search: string): Board {
  const { to } = useGo()
  const [today] = useState(() => chinaDay())
  const { state, problem } = useMemo(() => readBoard(page.controls, search, today), [page, search, today])
  const args = useMemo(() => ({ page: page.route, ...boardArgs(state) }), [page, state])
  const { data, error, isValidating, mutate } = useCall<BoardAnswer>(
    problem === undefined ? page.source : undefined,
    args,
  )
  return {
    state,
    problem,
    answer: data,
    error,
    stale: isValidating && data !== undefined,
    change: part => {
      if (part.period) keepPeriod(part.period)
      to(`/${page.route}${writeBoard({ ...state, ...part })}`)
    },
    again: () => void mutate(),
  }
}
