import { useEffect } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { DetailPage, ListPage } from '../../../core/contract/configuration.ts'
import { evaluate } from '../../data/config/expressions.ts'
import { renew } from '../../data/http/query.ts'
import { expressionScope } from '../../data/config/scope.ts'

const EVERY = 3
const SECOND_MS = 1000

/** Reloads at intervals while a shown record still changes on the server; pauses while the window is hidden. */
export function useRefresh({ refresh, route }: ListPage | DetailPage, rows: readonly Row[]): void {
  const app = useApp()
  const goesOn =
    refresh !== undefined && rows.some(row => evaluate(refresh.when, route, { ...expressionScope(app), row }) === true)
  const every = (refresh?.every ?? EVERY) * SECOND_MS
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => {
      if (!document.hidden) void renew()
    }, every)
    return () => clearInterval(timer)
  }, [goesOn, every])
}
