import type { MeasureFacts } from '../../../core/contract/statistics.ts'
import type { Pivot, PivotCell } from './pivot.ts'

/** What stands around a cross table on paper and in a spreadsheet. */
export interface SheetWords {
  title: string
  /** at the right above the table */
  above: string[]
  /** at the left above the table: whose numbers, of when, as of when */
  facts: string[]
  notes: string[]
  signatures: string[]
  landscape: boolean
}

export type SheetStyle = 'title' | 'right' | 'left' | 'head' | 'side' | 'number' | 'total'
export interface SheetCell {
  row: number
  column: number
  /** a share is a fraction, written with `format` */
  value: string | number | null
  style: SheetStyle
  format?: string
}
/** First and last row and column, both belong to it. */
export type Merge = [row: number, column: number, lastRow: number, lastColumn: number]

/** A cross table as it is shown, as cells of a spreadsheet: heads merged, totals, numbers in their formats. */
export interface Sheet {
  cells: SheetCell[]
  merges: Merge[]
  rows: number
  columns: number
  /** rows of heads, which every page repeats */
  heads: [first: number, last: number]
  /** columns of heads at the left */
  side: number
  landscape: boolean
}

const SHARE_DIGITS = 1
const WITHHELD = '*'
const NOTHING = '–'

export function sheetOf(pivot: Pivot, words: SheetWords): Sheet {
  const columns = pivot.side + Math.max(1, ...pivot.lines.map(({ cells }) => cells.length))
  const paper = new Paper(columns)
  paper.line(words.title, 'title')
  for (const text of words.above) paper.line(text, 'right')
  if (words.facts.length > 0) paper.line(words.facts.join('　　'), 'left')
  const first = paper.row
  for (const line of pivot.heads) {
    for (const head of line) paper.head(head, 'head')
    paper.next()
  }
  const heads: Sheet['heads'] = [first, paper.row - 1]
  for (const { heads: side, cells, isTotal } of pivot.lines) {
    for (const head of side) paper.head(head, isTotal ? 'total' : 'side')
    for (const [i, cell] of cells.entries()) paper.number(pivot.side + i, cell, isTotal ? 'total' : 'number')
    paper.next()
  }
  for (const text of words.notes) paper.line(text, 'left')
  if (words.signatures.length > 0) paper.line(words.signatures.map(who => `${who}：`).join('　　　　　　'), 'left')
  const { cells, merges, row: rows } = paper
  return { cells, merges, rows, columns, heads, side: pivot.side, landscape: words.landscape }
}

/** Cells from top to bottom; what a head covers is left out by those that come after it. */
class Paper {
  readonly cells: SheetCell[] = []
  readonly merges: Merge[] = []
  row = 0
  readonly #columns: number
  readonly #covered = new Set<string>()

  constructor(columns: number) {
    this.#columns = columns
  }
  /** a text over the whole width */
  line(value: string, style: SheetStyle): void {
    this.cells.push({ row: this.row, column: 0, value, style })
    if (this.#columns > 1) this.merges.push([this.row, 0, this.row, this.#columns - 1])
    this.next()
  }
  head({ label, columns, lines }: { label: string; columns: number; lines: number }, style: SheetStyle): void {
    let column = 0
    while (this.#covered.has(`${this.row} ${column}`)) column++
    for (let row = this.row; row < this.row + lines; row++)
      for (let at = column; at < column + columns; at++) {
        this.#covered.add(`${row} ${at}`)
        // borders belong to each cell, also of those that are merged
        this.cells.push({ row, column: at, value: row === this.row && at === column ? label : null, style })
      }
    if (lines > 1 || columns > 1) this.merges.push([this.row, column, this.row + lines - 1, column + columns - 1])
  }
  number(column: number, { row, measure, value }: PivotCell, style: SheetStyle): void {
    const text = row?.withheld ? WITHHELD : row && value === null ? NOTHING : null
    this.cells.push({ row: this.row, column, value: text ?? value, style, format: formatOf(measure) })
  }
  next(): void {
    this.row++
  }
}

/** As the screen writes it: thousands separators, and as many digits. */
function formatOf({ kind, digits }: MeasureFacts): string {
  const behind = digits ?? (kind === 'share' ? SHARE_DIGITS : 0)
  const point = behind > 0 ? `.${'0'.repeat(behind)}` : ''
  return kind === 'share' ? `0${point}%` : `#,##0${point}`
}
