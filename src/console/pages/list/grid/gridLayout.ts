import type { CSSProperties } from 'react'
import type { GridColumn } from './gridColumn.ts'

export interface LaidColumn {
  column: GridColumn
  className: string
  style: CSSProperties | undefined
  colStyle: CSSProperties | undefined
  /** a gap for this number of columns out of sight */
  span?: number
}

/** Positions of columns: offsets of the fixed ones, and the remaining width for the growing one. */
export function layOut(columns: GridColumn[]): { laid: LaidColumn[]; width: number } {
  const growing = growingColumn(columns)
  const left = columns.filter(column => column.fixed === 'left')
  const right = columns.filter(column => column.fixed === 'right')
  // the one link of a row that leads to its record; others turn blue under the pointer
  const name = columns.find(column => column.leads) ?? columns.find(column => column.main)
  const laid = columns.map((column): LaidColumn => ({
    column,
    className: [
      column.align,
      column.fixed && `fixed-${column.fixed}`,
      column === name && 'name',
      column === left.at(-1) && 'last',
      column === right[0] && 'first',
    ]
      .filter(Boolean)
      .join(' '),
    style: stickyStyle(column, left, right),
    colStyle: column === growing ? undefined : { width: column.width },
  }))
  return { laid, width: widthOf(columns) }
}

/** What is ticked and clicked is of no use on paper. */
const OF_THE_SCREEN = ['$tick', '$actions']

/** All columns within a sheet, each with its part of the width; nothing sticks where nothing is scrolled. */
export function layOutOnPaper(columns: GridColumn[]): { laid: LaidColumn[]; width: number } {
  const printed = columns.filter(({ name }) => !OF_THE_SCREEN.includes(name))
  const all = widthOf(printed)
  const laid = printed.map((column): LaidColumn => ({
    column,
    className: column.align ?? '',
    style: undefined,
    colStyle: { width: `${(column.width / all) * 100}%` },
  }))
  return { laid, width: 0 }
}

const widthOf = (columns: GridColumn[]): number => columns.reduce((sum, column) => sum + column.width, 0)

function stickyStyle(column: GridColumn, left: GridColumn[], right: GridColumn[]): CSSProperties | undefined {
  if (column.fixed === 'left') return { left: widthOf(left.slice(0, left.indexOf(column))) }
  if (column.fixed === 'right') return { right: widthOf(right.slice(right.indexOf(column) + 1)) }
  return undefined
}

/** The main column grows, unless a fixed column follows it or the user has set its width. */
function growingColumn(columns: GridColumn[]): GridColumn | undefined {
  const main = columns.find(column => column.main)
  const stuck = columns.filter(column => column.fixed === 'left')
  if (main && !main.sized && !(main.fixed === 'right') && (main.fixed !== 'left' || stuck.at(-1) === main)) return main
  const free = columns.filter(column => !column.fixed)
  return free.find(column => !column.sized) ?? free.at(-1)
}

/** Nothing is made wider than this for what stands in it. */
const MOST = 320

/** Whether nothing else is placed by the width of this column: it may be as wide as its rows need. */
const isPliant = (column: GridColumn, columns: GridColumn[]): boolean =>
  !column.sized
  && !column.name.startsWith('$')
  && (!column.fixed || column === columns.findLast(({ fixed }) => fixed === 'left'))

/** The columns by what their rows need: `needs`, by name, as far as it is known. */
function suited(columns: GridColumn[], needs: ReadonlyMap<string, number>): GridColumn[] {
  return columns.map(column => {
    const need = needs.get(column.name)
    if (need === undefined || !isPliant(column, columns)) return column
    return { ...column, width: Math.min(MOST, Math.max(need, column.least ?? 0)) }
  })
}

/** The free columns from the first on that have room beside the fixed ones. */
function wholeOf(columns: GridColumn[], room: number): { whole: GridColumn[]; width: number } {
  const free = columns.filter(column => !column.fixed)
  const whole = columns.filter(column => column.fixed)
  let width = widthOf(whole)
  for (const column of free) {
    if (width + column.width > room) break
    whole.push(column)
    width += column.width
  }
  return { whole, width }
}

/**
 * Widths in pixels, by name, where they are others than the columns' own. Each column is as wide as its rows need;
 * what is left of the room beside the last column that is seen whole goes to those that hold texts, so that none
 * stands half below the fixed ones.
 */
export function sharedOut(
  given: GridColumn[],
  room: number,
  needs: ReadonlyMap<string, number> = new Map(),
): ReadonlyMap<string, number> {
  const columns = suited(given, needs)
  const { whole, width } = wholeOf(columns, room)
  const growing = growingColumn(columns)
  const takers = whole.filter(column => column === growing || (column.grows && !column.fixed && !column.sized))
  // with no free one seen whole there is nothing that would be cut less
  const isAlone = takers.length === 0 || whole.every(column => column.fixed)
  const left = isAlone ? 0 : Math.max(0, room - width)
  const more = Math.floor(left / takers.length)
  // to the pixel, or the next column would show its edge
  const rest = left - more * takers.length
  const widths = columns.map(column => ({
    name: column.name,
    width: column.width + (takers.includes(column) ? more : 0) + (column === takers[0] ? rest : 0),
  }))
  return new Map(widths.filter((one, at) => one.width !== given[at]?.width).map(one => [one.name, one.width]))
}

/** So many of the rows have their texts whole whatever comes after: a few long names push no column out of sight. */
const SHARE = 0.75

/** The width that is enough for all of these, or of texts for most. */
export function enoughFor(widths: readonly number[], isText: boolean): number {
  const sorted = widths.toSorted((a, b) => a - b)
  return Math.ceil(sorted[Math.floor((sorted.length - 1) * (isText ? SHARE : 1))] ?? 0)
}

/** Columns to draw: the fixed ones, those in view, and a gap on each side for the others. */
export function columnsBetween(laid: LaidColumn[], from: number, to: number): LaidColumn[] {
  const free = laid.filter(({ column }) => !column.fixed)
  const [before, inside, after]: LaidColumn[][] = [[], [], []]
  let x = widthOf(laid.filter(({ column }) => column.fixed === 'left').map(({ column }) => column))
  for (const one of free) {
    const end = x + one.column.width
    ;(end <= from ? before : x >= to ? after : inside)?.push(one)
    x = end
  }
  const side = (fixed: 'left' | 'right') => laid.filter(({ column }) => column.fixed === fixed)
  return [...side('left'), ...gap('$before', before), ...(inside ?? []), ...gap('$after', after), ...side('right')]
}

const nothing = () => null
function gap(name: string, left: LaidColumn[] | undefined): LaidColumn[] {
  if (!left?.length) return []
  return [
    {
      column: { name, label: '', width: 0, title: null, draw: nothing },
      className: 'gap',
      style: undefined,
      colStyle: undefined,
      span: left.length,
    },
  ]
}

/** Index of a cell among all columns: gaps count for the columns that they stand for. */
export function placeOfCell(cell: HTMLTableCellElement): number {
  let place = 0
  for (let other = cell.previousElementSibling; other; other = other.previousElementSibling)
    place += (other as HTMLTableCellElement).colSpan
  return place
}

interface Sorted {
  name: string
  down: boolean
}
/** `a desc,b` → a downwards, then b. */
const sortedBy = (sort: string | undefined): Sorted[] =>
  (sort ?? '').split(',').flatMap(part => {
    const [name = '', direction] = part.trim().split(/\s+/)
    return name ? [{ name, down: direction === 'desc' }] : []
  })
const written = (sorted: Sorted[]): string | undefined =>
  sorted.map(({ name, down }) => (down ? `${name} desc` : name)).join(',') || undefined

export function orderOf(name: string, sort: string | undefined): 'ascending' | 'descending' | undefined {
  const found = sortedBy(sort).find(one => one.name === name)
  return found && (found.down ? 'descending' : 'ascending')
}

/** Which of several sorted columns this is, from 1; undefined if it is the only one, or none. */
export function placeOf(name: string, sort: string | undefined): number | undefined {
  const sorted = sortedBy(sort)
  const at = sorted.findIndex(one => one.name === name)
  return sorted.length > 1 && at >= 0 ? at + 1 : undefined
}

/** Most columns to sort by at once: the server takes ten, one of which may be the group's. */
const MOST_SORTED = 9

/**
 * The next sort order on a click: ascending, descending, default. `beside`: the other sorted columns stay, and a new
 * one comes after them.
 */
export function nextOrder(name: string, sort: string | undefined, beside = false): string | undefined {
  const order = orderOf(name, sort)
  const next: Sorted[] =
    order === undefined ? [{ name, down: false }] : order === 'ascending' ? [{ name, down: true }] : []
  if (!beside) return written(next)
  const sorted = sortedBy(sort)
  if (order === undefined) return written(sorted.length < MOST_SORTED ? [...sorted, ...next] : sorted)
  return written(sorted.flatMap(one => (one.name === name ? next : [one])))
}
