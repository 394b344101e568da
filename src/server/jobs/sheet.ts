import { NAMED_KINDS, NUMBER_KINDS } from '../../core/model/field/traits.ts'
import type { Column, DictionaryEntries } from '../../core/contract/configuration.ts'
import { labelKey } from '../../core/contract/api.ts'
import type { TableRow } from '../db/database.ts'
import { cellText, choices } from '../call/values.ts'

export type Cell = string | number | null

/** A column of a spreadsheet: facts of the page's column, with the heading in the user's language. */
export interface SheetColumn {
  column: Column
  heading: string
  entries: DictionaryEntries | undefined
  /** of a limit: its words, in the user's language */
  words?: (value: string, row: TableRow) => string
}

type Translate = (text: string) => string
/** Pixels on the screen for one character of column width. */
const CHARACTER = 8

export const widthOf = ({ column }: SheetColumn): number =>
  Math.min(80, Math.max(8, Math.round(column.width / CHARACTER)))

export function formatOf({ column: { kind } }: SheetColumn): string | undefined {
  if (kind === 'money') return '#,##0.00'
  return kind === 'int' ? '#,##0' : undefined
}

export const headingOf = ({ heading, column: { unit } }: SheetColumn): string =>
  unit && !heading.includes(unit) ? `${heading}（${unit}）` : heading

/** The value as the screen shows it. Texts are written as text cells, so that no content is executed as a formula. */
export function cellOf({ column, entries, words }: SheetColumn, row: TableRow, t: Translate): Cell {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return null
  if (words) return words(String(value), row)
  if (NAMED_KINDS.has(column.kind)) return String(row[labelKey(column.name)] || value)
  if (column.kind === 'flag') return t(Number(value) === 1 ? '是' : '否')
  if (entries)
    return choices(value)
      .map(key => t(entries.find(([one]) => one === key)?.[1] ?? key))
      .join('、')
  if (NUMBER_KINDS.has(column.kind)) return Number(value)
  return typeof value === 'object' ? JSON.stringify(value) : cellText(String(value))
}
