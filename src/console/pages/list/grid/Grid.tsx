import {
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react'
import type { Row } from '../../../../core/contract/api.ts'
import { useApp } from '../../../app/useApp.ts'
import { t } from '../../../i18n/t.ts'
import { useOnPaper } from '../../../theme/useOnPaper.ts'
import type { GridColumn } from './gridColumn.ts'
import { GridHead } from './GridHead.tsx'
import { gridKey } from './gridKeys.ts'
import { layOut, layOutOnPaper, type LaidColumn } from './gridLayout.ts'
import { linesOf } from './gridLines.ts'
import { useColumnWindow, useRowWindow, useSharedRoom } from './gridWindow.ts'
import { createGlide, type Top } from './top.ts'
import { useFound, type Found } from './useFound.ts'

export interface GridProps {
  rows: Row[]
  rowKey: string
  /** name for screen readers */
  name: string
  /** the query of these rows: a new one scrolls to the top */
  query: string
  columns: GridColumn[]
  rowHeight: number
  /** `field` or `field desc`, or several of them with commas */
  sort: string | undefined
  onSort: (order: string | undefined) => void
  onResize: (name: string, width: number) => void
  /** receives the functions that scroll to the first row */
  provideTop: (top: Top) => void
  /** number of the first row across all pages */
  first: number
  /** sums over all matching rows */
  totals: Record<string, number> | undefined
  /** a column whose values become headings above the rows that share them */
  group?: string | undefined
  /** texts that columns were searched for */
  found?: Found | undefined
  /** stands below the column heads where there are no rows */
  empty?: ReactNode
  /** the rows have been asked for: bars stand in their columns until they come */
  waiting?: boolean
}

/**
 * A plain table: the head and fixed columns stick by CSS. It is redrawn only when rows arrive. Above a hundred rows
 * only visible ones are in the document, and above two dozen columns only visible and fixed ones. (antd's Table took 40
 * KB more and twice the time, mostly for features that lists here do not use.)
 */
export const Grid = memo(function Grid({
  rows,
  rowKey,
  name,
  query,
  columns,
  rowHeight,
  sort,
  onSort,
  onResize,
  provideTop,
  first,
  totals,
  group,
  found,
  empty,
  waiting = false,
}: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const isOnPaper = useOnPaper()
  const layout = useMemo(() => (isOnPaper ? layOutOnPaper(columns) : layOut(columns)), [columns, isOnPaper])
  const { laid, width } = layout
  const lines = useMemo(() => linesOf(rows, group), [rows, group])
  const view = useRowWindow(box, lines.length, rowHeight, isOnPaper)
  const cells = useColumnWindow(box, laid, isOnPaper)
  useSharedRoom(box, layout, rows, isOnPaper)
  useTop(box, query, provideTop)
  useFound(box, columns, found)
  return (
    <div
      ref={box}
      className="grid"
      tabIndex={0}
      role="region"
      aria-label={name}
      aria-busy={waiting}
      style={{ '--row': `${rowHeight}px` } as CSSProperties}
      onKeyDown={event => gridKey(event, onResize)}
    >
      <table style={{ minWidth: width }} aria-rowcount={rows.length + 1} aria-colcount={laid.length}>
        <colgroup>
          {laid.map(({ column, colStyle }) => (
            <col key={column.name} data-name={column.name} style={colStyle} />
          ))}
        </colgroup>
        <GridHead cells={cells} sort={sort} onSort={onSort} onResize={onResize} />
        <tbody>
          {waiting && <Waiting cells={cells} />}
          {view.from > 0 && <tr className="gap" aria-hidden="true" style={{ height: view.from * rowHeight }} />}
          {lines
            .slice(view.from, view.to)
            .map(({ row, index, isHead }, i) =>
              isHead ? (
                <GroupHead
                  key={`group ${index}`}
                  column={columns.find(column => column.name === group)}
                  row={row}
                  span={cells.reduce((sum, cell) => sum + (cell.span ?? 1), 0)}
                />
              ) : (
                <GridRow
                  key={view.virtual ? String(row[rowKey]) : i}
                  id={String(row[rowKey])}
                  row={row}
                  number={first + index}
                  index={index}
                  laid={cells}
                />
              ),
            )}
          {view.to < lines.length && (
            <tr className="gap" aria-hidden="true" style={{ height: (lines.length - view.to) * rowHeight }} />
          )}
        </tbody>
        {rows.length > 0 && hasTotals(columns, totals) && <Totals laid={cells} totals={totals} />}
      </table>
      {rows.length === 0 && !waiting && <div className="grid-empty">{empty}</div>}
    </div>
  )
})

const BARS = Array.from({ length: 8 }, (_, i) => i)

function Waiting({ cells }: { cells: LaidColumn[] }) {
  return BARS.map(bar => (
    <tr key={bar} className="grid-wait" aria-hidden="true">
      {cells.map(({ column, className, style, span }) => (
        <td key={column.name} className={className} style={style} colSpan={span}>
          {!column.name.startsWith('$') && <i />}
        </td>
      ))}
    </tr>
  ))
}

function GroupHead({ column, row, span }: { column: GridColumn | undefined; row: Row; span: number }) {
  return (
    <tr className="group-head">
      <th colSpan={span} scope="colgroup">
        <span>{column?.draw(row[column.name], row, 0)}</span>
      </th>
    </tr>
  )
}

interface GridRowProps {
  id: string
  row: Row
  number: number
  index: number
  laid: LaidColumn[]
}

const GridRow = memo(function GridRow({ id, row, number, index, laid }: GridRowProps) {
  return (
    <tr className="grid-row" data-row-key={id} aria-rowindex={index + 2} tabIndex={-1}>
      {laid.map(({ column, className, style, span }) => (
        <td key={column.name} className={className} style={style} colSpan={span}>
          {column.draw(row[column.name], row, number)}
        </td>
      ))}
    </tr>
  )
})

const NOTHING: Row = {}
const hasTotals = (columns: GridColumn[], totals: GridProps['totals']): totals is Record<string, number> =>
  totals !== undefined && columns.some(column => column.total && totals[column.name] !== undefined)

/** Sums over all matching rows, not only those of the page. */
function Totals({ laid, totals }: { laid: LaidColumn[]; totals: Record<string, number> }) {
  return (
    <tfoot>
      <tr>
        {laid.map(({ column, className, style, span }) => (
          <td key={column.name} className={className} style={style} colSpan={span}>
            {column.name === '$number'
              ? t('合计')
              : column.total && totals[column.name] !== undefined
                ? column.draw(totals[column.name], NOTHING, 0)
                : null}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function useTop(box: RefObject<HTMLDivElement | null>, query: string, provideTop: (top: Top) => void): void {
  const app = useApp()
  const seen = useRef(query)
  const [glide] = useState(() => createGlide(app))
  useLayoutEffect(() => {
    const jump = () => box.current?.scrollTo({ top: 0 })
    provideTop({
      jump,
      glide: () => {
        if (box.current) glide.start(box.current)
      },
    })
    // a return from another page has the same query and keeps its position
    if (seen.current !== query && !glide.running()) jump()
    seen.current = query
  }, [box, query, provideTop, glide])
}
