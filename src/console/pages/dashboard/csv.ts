import type { FigureTable, TableColumn } from '../../charts/model/table.ts'
import { headOf } from '../../i18n/t.ts'

/** A spreadsheet must not take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** `column`: a change is our own text, +1.2%, which a spreadsheet may take for a number. */
function cellOf(cell: string | number | null, column?: TableColumn): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = column?.kind !== 'change' && FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** With its unit, as the numbers stand without; a share is a fraction and no number of percents. */
const titleOf = ({ label, kind, measure }: TableColumn): string =>
  kind === 'number' && measure?.unit && measure.kind !== 'share' ? headOf({ label, unit: measure.unit }) : label

/** The table as CSV with exact numbers; the mark at the beginning tells Excel that it is UTF-8. */
export function csvOf({ head, rows, total }: FigureTable): string {
  const lines = [
    head.map(column => cellOf(titleOf(column))),
    ...[...rows, ...(total ? [total] : [])].map(({ cells }) => cells.map((cell, at) => cellOf(cell, head[at]))),
  ]
  return `\uFEFF${lines.map(line => line.join(',')).join('\r\n')}\r\n`
}
