import Table, { type TableProps } from 'antd/es/table'
import type { TableRef } from 'antd/es/table'
import { memo, useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import type { GridColumn } from './columns.tsx'

export interface GridProps {
  rows: Row[]
  rowKey: string
  /** the query that the rows answer: another one starts at the top, the same one stays where it is */
  query: string
  columns: GridColumn[]
  /** sum of the columns' widths */
  width: number
  /** `field` or `field desc` */
  sort: string | undefined
  /** gets the way back to the first row */
  toTop: { current: () => void }
  onSort: (order: string | undefined) => void
}

const VIRTUAL_FROM = 100
const asRow = () => ({ role: 'row' })

/**
 * The only part that knows antd's Table: rows, columns and an order in, a drawn grid out. It is drawn when
 * rows arrive and at no other time. Beyond a hundred rows only those in view are in the document.
 */
export const Grid = memo(function Grid({ rows, rowKey, query, columns, width, sort, toTop, onSort }: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const table = useRef<TableRef>(null)
  const virtual = rows.length > VIRTUAL_FROM
  const height = useBodyHeight(box, virtual)
  const seen = useRef(query)
  useLayoutEffect(() => {
    toTop.current = () => table.current?.scrollTo({ top: 0 })
    // antd keeps the scroll position of the old rows; coming back from another page is no new query
    if (seen.current !== query) toTop.current()
    seen.current = query
  }, [query, toTop])
  const sorted = useMemo(() => columns.map((column) => (column.sorter ? { ...column, sortOrder: orderOf(String(column.key), sort) } : column)), [columns, sort])
  const change = useCallback<NonNullable<TableProps<Row>['onChange']>>((_page, _filters, sorter, extra) => {
    if (extra.action !== 'sort' || Array.isArray(sorter)) return
    onSort(sorter.order ? `${String(sorter.columnKey)}${sorter.order === 'descend' ? ' desc' : ''}` : undefined)
  }, [onSort])
  return (
    <div ref={box} className={virtual ? 'grid virtual' : 'grid'}>
      {(!virtual || height > 0) && (
        <Table<Row>
          ref={table} size="small" tableLayout="fixed" pagination={false} rowKey={rowKey} columns={sorted} dataSource={rows} virtual={virtual}
          scroll={{ x: width, y: virtual ? height : '100%' }} onChange={change} {...(virtual ? { onRow: asRow } : {})}
        />
      )}
    </div>
  )
})

function orderOf(name: string, sort: string | undefined): 'ascend' | 'descend' | null {
  const [field, direction] = sort?.split(' ') ?? []
  if (field !== name) return null
  return direction === 'desc' ? 'descend' : 'ascend'
}

const HEAD = 37
/** Virtual rows need the body's height as a number; plain ones leave it to CSS. */
function useBodyHeight(box: RefObject<HTMLDivElement | null>, needed: boolean): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!needed || !element) return
    const measure = () => { if (element.clientHeight > 0) setHeight(element.clientHeight - HEAD) }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box, needed])
  return height
}
