import { useCallback } from 'react'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { listOf, type FigureRow, type Figures, type ListBehind } from '../../../core/contract/statistics.ts'
import type { ConsoleApp } from '../../app/app.ts'
import { useApp } from '../../app/useApp.ts'
import { pageOf } from '../../data/config/config.ts'
import { filterText } from '../../fields/values/query.ts'
import { useGo } from '../../navigation/navigation.ts'
import { writeState } from '../list/query/state.ts'

/** The address of a list with these filters, as the list itself would write it. */
export function addressOf(app: ConsoleApp, page: ListPage, { tab, filters }: ListBehind): string {
  const texts = Object.fromEntries(page.filters.map(filter => [filter.name, filterText(filter, filters)]))
  const state = { page: 1, size: page.pageSize, filters: texts, ...(tab === undefined ? {} : { tab }) }
  return `/${page.route}${writeState(app, page, state, { plain: true })}`
}

/** Opens the list behind a number. */
export function useOpenList(figures: Figures): (row: FigureRow, measure: string) => void {
  const app = useApp()
  const { to } = useGo()
  return useCallback(
    (row, measure) => {
      const behind = listOf(figures, row, measure)
      if (!behind) return
      void Promise.resolve(pageOf(app, behind.page)).then(page => {
        if (page?.kind === 'list') to(addressOf(app, page, behind))
      })
    },
    [app, to, figures],
  )
}
