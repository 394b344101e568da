import { useCallback } from 'react'
import { listOf, type FigureRow, type Figures } from '../../../core/contract/statistics.ts'
import { useApp } from '../../app/useApp.ts'
import { pageOf } from '../../data/config/config.ts'
import { useGo } from '../../navigation/navigation.ts'
import { searchBehind } from '../list/query/state.ts'

/** Opens the list behind a number. */
export function useOpenList(figures: Figures): (row: FigureRow, measure: string) => void {
  const app = useApp()
  const { to } = useGo()
  return useCallback(
    (row, measure) => {
      const behind = listOf(figures, row, measure)
      if (!behind) return
      void Promise.resolve(pageOf(app, behind.page)).then(page => {
        if (page?.kind === 'list') to(`/${page.route}${searchBehind(app, page, behind)}`)
      })
    },
    [app, to, figures],
  )
}
