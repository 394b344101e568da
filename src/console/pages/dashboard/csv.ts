import type { FigureTable } from '../../charts/model/table.ts'

/** A spreadsheet must not take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/
function cellOf(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The table as CSV with exact numbers; the mark at the beginning tells Excel that it is UTF-8. */
export function csvOf({ head, rows, total }: FigureTable): string {
  const lines = [
    head.map(({ label }) => cellOf(label)),
    ...[...rows, ...(total ? [total] : [])].map(({ cells }) => cells.map(cellOf)),
  ]
  return `\uFEFF${lines.map(line => line.join(',')).join('\r\n')}\r\n`
}
