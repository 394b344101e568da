import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type CSSProperties, type MouseEvent, type RefObject } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import { layOut, nextOrder, orderOf, type LaidColumn } from './gridLayout.ts'
import type { GridColumn } from './columns.tsx'

export interface GridProps {
  rows: Row[]
  rowKey: string
  /** the query that the rows answer: another one starts at the top, the same one stays where it is */
  query: string
  columns: GridColumn[]
  rowHeight: number
  /** `field` or `field desc` */
  sort: string | undefined
  onSort: (order: string | undefined) => void
  /** is told the way back to the first row */
  provideTop: (way: () => void) => void
  /** number of the first row, counted over all pages */
  first: number
}

const VIRTUAL_FROM = 100

/**
 * A plain table: rows, columns and an order in, a drawn grid out. Head and outer columns stick by CSS alone.
 * It is drawn when rows arrive and at no other time; beyond a hundred rows only those in view are in the document.
 * (antd's Table did the same at 40 KB more and twice the work, most of it for what a list here does not use.)
 */
export const Grid = memo(function Grid({ rows, rowKey, query, columns, rowHeight, sort, onSort, provideTop, first }: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { laid, width } = useMemo(() => layOut(columns), [columns])
  const view = useWindow(box, rows.length, rowHeight)
  useTop(box, query, provideTop)
  const order = useCallback((event: MouseEvent<HTMLElement>) => {
    const name = (event.target as HTMLElement).closest<HTMLElement>('[data-sort]')?.dataset.sort
    if (name) onSort(nextOrder(name, sort))
  }, [sort, onSort])
  return (
    <div ref={box} className="grid" style={{ '--row': `${rowHeight}px` } as CSSProperties}>
      <table style={{ minWidth: width }} aria-rowcount={rows.length + 1}>
        <colgroup>{laid.map(({ column, colStyle }) => <col key={column.name} style={colStyle} />)}</colgroup>
        <thead onClick={order}>
          <tr>{laid.map((one) => <Head key={one.column.name} laid={one} sort={sort} />)}</tr>
        </thead>
        <tbody>
          {view.from > 0 && <tr className="gap" aria-hidden="true" style={{ height: view.from * rowHeight }} />}
          {rows.slice(view.from, view.to).map((row, i) => (
            <GridRow key={view.virtual ? String(row[rowKey]) : i} id={String(row[rowKey])} row={row} number={first + view.from + i} index={view.from + i} laid={laid} />
          ))}
          {view.to < rows.length && <tr className="gap" aria-hidden="true" style={{ height: (rows.length - view.to) * rowHeight }} />}
        </tbody>
      </table>
    </div>
  )
})

function Head({ laid: { column, className, style }, sort }: { laid: LaidColumn; sort: string | undefined }) {
  if (!column.sortable) return <th scope="col" className={className} style={style}>{column.title}</th>
  const order = orderOf(column.name, sort)
  return (
    <th scope="col" className={className} style={style} data-sort={column.name} aria-sort={order ?? 'none'}>
      <button type="button" className="sorter">{column.title}<i /></button>
    </th>
  )
}

interface GridRowProps { id: string; row: Row; number: number; index: number; laid: LaidColumn[] }

const GridRow = memo(function GridRow({ id, row, number, index, laid }: GridRowProps) {
  return (
    <tr className="grid-row" data-row-key={id} aria-rowindex={index + 2}>
      {laid.map(({ column, className, style }) => <td key={column.name} className={className} style={style}>{column.draw(row[column.name], row, number)}</td>)}
    </tr>
  )
})

const OVERSCAN = 10
const STEP = 5

/** Which rows are in the document. Rows are of one height, so the place of each is known without measuring. */
function useWindow(box: RefObject<HTMLDivElement | null>, count: number, rowHeight: number): { from: number; to: number; virtual: boolean } {
  const isVirtual = count > VIRTUAL_FROM
  const [from, setFrom] = useState(0)
  const [height, setHeight] = useState(800)
  useEffect(() => {
    const element = box.current
    if (!isVirtual || !element) return
    const place = () => setFrom(Math.max(0, Math.floor((element.scrollTop / rowHeight - OVERSCAN) / STEP) * STEP))
    const observer = new ResizeObserver(() => { if (element.clientHeight > 0) setHeight(element.clientHeight) })
    place()
    observer.observe(element)
    element.addEventListener('scroll', place, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', place)
    }
  }, [box, isVirtual, rowHeight])
  if (!isVirtual) return { from: 0, to: count, virtual: false }
  const start = Math.min(from, Math.max(0, count - 1))
  return { virtual: true, from: start, to: Math.min(count, start + Math.ceil(height / rowHeight) + 2 * OVERSCAN + STEP) }
}

function useTop(box: RefObject<HTMLDivElement | null>, query: string, provideTop: (way: () => void) => void): void {
  const seen = useRef(query)
  useLayoutEffect(() => {
    const top = () => box.current?.scrollTo({ top: 0 })
    provideTop(top)
    // coming back from another page is no new query: it finds the place where it was left
    if (seen.current !== query) top()
    seen.current = query
  }, [box, query, provideTop])
}
