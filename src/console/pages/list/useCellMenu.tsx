import { Suspense, useState, type MouseEvent, type ReactNode } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { ListPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { reach } from '../../boundaries/chunk.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'
import type { CompiledList } from './columns/columns.tsx'
import { placeOfCell } from './grid/gridLayout.ts'
import type { CellMenuAt } from './panels/CellMenu.tsx'

const CellMenu = lazyPart(async () => ({ default: (await import('./panels/CellMenu.tsx')).CellMenu }))

/** A link's own menu opens it elsewhere, and marked text is copied: there the browser's menu stays, as with Shift. */
const isBrowsers = (event: MouseEvent<HTMLElement>, target: HTMLElement): boolean =>
  event.shiftKey || target.closest('a') !== null || (window.getSelection()?.toString() ?? '') !== ''

/** Whether a cell or head has something to offer; a row, reached by the keyboard, is asked for all its cells. */
function offers(page: ListPage, compiled: CompiledList, cell: HTMLTableCellElement | null): boolean {
  const column = cell && compiled.columns.columns()[placeOfCell(cell)]
  return (
    !cell
    || (column?.sortable === true && cell.tagName === 'TH')
    || page.filters.some(({ name }) => name === column?.name)
  )
}

/** Filters by a cell and sorts or filters by a head, from the context menu; its code is loaded with the first one. */
export function useCellMenu(
  page: ListPage,
  compiled: CompiledList,
  rows: Row[] | undefined,
): { open: (event: MouseEvent<HTMLElement>) => void; menu: ReactNode } {
  const app = useApp()
  const [at, setAt] = useState<CellMenuAt | undefined>()
  const open = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const origin = target.closest<HTMLElement>('tr.grid-row, thead th button, thead th')
    if (!origin || isBrowsers(event, target) || !offers(page, compiled, target.closest('td, th'))) return
    event.preventDefault()
    const [x, y] = [event.clientX, event.clientY]
    reach(
      app,
      () => import('./panels/cellItems.ts'),
      ({ itemsAt }) => {
        const items = itemsAt({ page, compiled, hasWords: currentConfig(app).boot?.own === true }, target, key =>
          rows?.find(row => String(row[page.entity.key]) === key),
        )
        setAt(items.length > 0 ? { items, x, y, origin } : undefined)
      },
    )
  }
  const menu = at && (
    <Suspense fallback={null}>
      <CellMenu at={at} onClose={() => setAt(undefined)} />
    </Suspense>
  )
  return { open, menu }
}
