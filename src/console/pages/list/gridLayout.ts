import type { CSSProperties } from 'react'
import type { GridColumn } from './columns.tsx'

export interface LaidColumn {
  column: GridColumn
  className: string
  style: CSSProperties | undefined
  colStyle: CSSProperties | undefined
}

/** Where columns stand: sums of widths for the ones that stick, what is left over for the one that grows. */
export function layOut(columns: GridColumn[]): { laid: LaidColumn[]; width: number } {
  const growing = growingColumn(columns)
  const fixed = (side: 'left' | 'right') => columns.filter((column) => column.fixed === side)
  const laid = columns.map((column): LaidColumn => ({
    column,
    className: [column.align, column.fixed && `fixed-${column.fixed}`, column === fixed('left').at(-1) && 'last', column === fixed('right')[0] && 'first'].filter(Boolean).join(' '),
    style: stickyStyle(column, fixed('left'), fixed('right')),
    colStyle: column === growing ? undefined : { width: column.width },
  }))
  return { laid, width: columns.reduce((sum, column) => sum + column.width, 0) }
}

function stickyStyle(column: GridColumn, left: GridColumn[], right: GridColumn[]): CSSProperties | undefined {
  const sum = (list: GridColumn[]) => list.reduce((total, one) => total + one.width, 0)
  if (column.fixed === 'left') return { left: sum(left.slice(0, left.indexOf(column))) }
  if (column.fixed === 'right') return { right: sum(right.slice(right.indexOf(column) + 1)) }
  return undefined
}

/** The main column takes the width that is left, unless another one sticks behind it. */
function growingColumn(columns: GridColumn[]): GridColumn | undefined {
  const main = columns.find((column) => column.main)
  const stuck = columns.filter((column) => column.fixed === 'left')
  if (main && (main.fixed !== 'left' || stuck.at(-1) === main)) return main
  return columns.find((column) => !column.fixed)
}

export function orderOf(name: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  const [field, direction] = sort?.split(' ') ?? []
  if (field !== name) return undefined
  return direction === 'desc' ? 'descending' : 'ascending'
}

/** up, down, the page's own order */
export function nextOrder(name: string, sort: string | undefined): string | undefined {
  const order = orderOf(name, sort)
  if (order === undefined) return name
  return order === 'ascending' ? `${name} desc` : undefined
}
