import { useMemo, useState, useSyncExternalStore } from 'react'
import type { Row } from '../../../../core/contract/api.ts'
import type { GridColumn } from '../grid/gridColumn.ts'
import type { CompiledList } from './columns.tsx'

/**
 * The columns to draw: without that of the buttons as long as no row has one. Once a row had one it stays, so that
 * nothing moves when another page is turned to; it comes and goes with rows alone, never before them.
 */
export function useDrawnColumns({ columns, hasButton }: CompiledList, rows: readonly Row[]): GridColumn[] {
  const all = useSyncExternalStore(columns.subscribe, columns.columns)
  const [seen, setSeen] = useState<CompiledList['hasButton']>()
  const isSeen = seen === hasButton || rows.some(hasButton)
  if (isSeen && seen !== hasButton) setSeen(() => hasButton)
  const isDrawn = rows.length === 0 || isSeen
  return useMemo(() => (isDrawn ? all : all.filter(({ name }) => name !== '$actions')), [all, isDrawn])
}
