import { useMemo, useState } from 'react'
import type { DashboardPage } from '../../../core/contract/configuration.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import { useCall } from '../../data/http/query.ts'
import { keepTimeRange, storedTimeRange } from '../../data/session/timeRange.ts'
import { chinaDay } from '../../i18n/day.ts'
import { timeRangeOf } from '../../../core/period/kept.ts'
import { periodText, type Period } from '../../../core/period/period.ts'
import { useGo } from '../../navigation/navigation.ts'
import { firstPeriod, readBoard, writeBoard, type BoardState } from './boardState.ts'

/** What the call for figures answers. */
export interface BoardAnswer {
  asOf: string
  /** from the area that the person sees whole down to the one looked at */
  areas: { code: string; name: string }[]
  widgets: Record<string, Figures | FiguresProblem>
}

export interface Board {
  state: BoardState
  /** what is wrong with the address */
  problem: string | undefined
  /** the period that the page opens with where the address says none */
  standard: Period | undefined
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
  const { state, problem } = useMemo(
    () => readBoard(page.controls, search, storedTimeRange(), today),
    [page, search, today],
  )
  const args = useMemo(
    () => ({
      page: page.route,
      ...(state.period ? { period: periodText(state.period) } : {}),
      ...(state.area ? { area: state.area } : {}),
      ...(state.unit ? { unit: state.unit } : {}),
    }),
    [page, state],
  )
  const { data, error, isValidating, mutate } = useCall<BoardAnswer>(problem === undefined ? page.source : undefined, args)
  return {
    state,
    problem,
    standard: firstPeriod(page.controls, storedTimeRange(), today),
    answer: data,
    error,
    stale: isValidating && data !== undefined,
    change: part => {
      const next = { ...state, ...part }
      if (part.period) keepTimeRange(timeRangeOf(part.period))
      to(`/${page.route}${writeBoard(next)}`)
    },
    again: () => void mutate(),
  }
}
