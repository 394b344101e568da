export type SheetCell = string | number | boolean | Date | null

export const isFilled = (cell: SheetCell | undefined): cell is Exclude<SheetCell, null> =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')

/** Signs of a cell that a reason shows: a cell may hold a whole document. */
const SHOWN = 40

/** What stands in a cell, as a reason names it. */
export function quoted(text: string): string {
  const signs = Array.from(text.slice(0, 2 * SHOWN + 1))
  return signs.length > SHOWN ? `“${signs.slice(0, SHOWN).join('')}…”` : `“${text}”`
}

export const twoDigits = (n: number): string => String(n).padStart(2, '0')
export const dayOf = (date: Date): string =>
  `${date.getUTCFullYear()}-${twoDigits(date.getUTCMonth() + 1)}-${twoDigits(date.getUTCDate())}`
export const timeOf = (date: Date): string =>
  [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(twoDigits).join(':')

export function numberText(value: number): string {
  return Number.isInteger(value) ? value.toFixed(0) : String(Number(value.toFixed(10)))
}

/** A cell as text. */
export function plainText(cell: Exclude<SheetCell, null>): string {
  if (cell instanceof Date) return timeOf(cell) === '00:00:00' ? dayOf(cell) : `${dayOf(cell)} ${timeOf(cell)}`
  if (typeof cell === 'number') return numberText(cell)
  return String(cell).replaceAll('\u00a0', ' ').trim()
}
