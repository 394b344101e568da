import { useEffect, useMemo, type CSSProperties, type ReactNode } from 'react'
import type { BoardWidget, DashboardPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { isRefusal } from '../../data/http/errors.ts'
import { NotRead } from '../parts/NotRead.tsx'
import { figureRows } from './figureRows.ts'
import { pictureModule } from './pictureModule.ts'
import type { Board } from './useBoard.ts'
import { Widget } from './Widget.tsx'

const CALM_MS = 1500

/** Fetches the code of what is still out of sight, when all else is there: who prints the page cannot wait for it. */
function usePictures({ widgets }: DashboardPage, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return
    const timer = setTimeout(() => {
      for (const { query, widget } of widgets) if (query) void pictureModule(widget)?.catch(() => undefined)
    }, CALM_MS)
    return () => clearTimeout(timer)
  }, [widgets, isWanted])
}

const asksForOther = ({ state: { area, unit, record } }: Board): boolean => Boolean(area ?? unit ?? record)
const USUAL = { area: '', unit: '', record: '' }

/** Asked for again, it would be refused again: what leads on is the page as it usually is. */
const Refused = ({ board, because }: { board: Board; because: string | undefined }) => (
  <div className="state" role="alert">
    <p>{because}</p>
    <button type="button" className="button" onClick={() => board.change(USUAL)}>
      {t('恢复默认')}
    </button>
  </div>
)

interface PartsProps {
  page: DashboardPage
  board: Board
  className: string
  children: ReactNode
}

/** All widgets of a dashboard, or why there are none. */
export function BoardParts({ page, board, className, children }: PartsProps) {
  const { answer, problem, error } = board
  usePictures(page, answer !== undefined)
  if (problem !== undefined || (asksForOther(board) && isRefusal(error)))
    return <Refused board={board} because={problem ?? error?.message} />
  return (
    <>
      {error && !answer && <NotRead what={t(page.title)} because={error.message} onRetry={() => void board.again()} />}
      <div className={board.stale ? `${className} stale` : className} aria-busy={board.busy}>
        {children}
      </div>
    </>
  )
}

/** How high a row of figures is where the window has room for three of them beside each other, or for two. */
function brokenUp(row: readonly BoardWidget[]): CSSProperties {
  const height = row[0]?.height ?? 1
  const high = (beside: number): number => Math.ceil(row.length / beside) * height
  return { '--thirds': high(3), '--halves': high(2) } as CSSProperties
}

/** One after the other in the rows of the grid; figures that fill a row at the top are one card. */
export function BoardGrid({ page, board }: { page: DashboardPage; board: Board }) {
  const { rows, others } = useMemo(() => figureRows(page.widgets), [page.widgets])
  const draw = (widget: BoardWidget) => <Widget key={widget.name} page={page} widget={widget} board={board} />
  return (
    <BoardParts page={page} board={board} className="board-grid">
      {rows.map(row => (
        <div key={row[0]?.name} className={`panel board-figures w12 h${row[0]?.height}`} style={brokenUp(row)}>
          {row.map(draw)}
        </div>
      ))}
      {others.map(draw)}
    </BoardParts>
  )
}
