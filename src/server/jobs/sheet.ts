import { NAMED_KINDS, NUMBER_KINDS } from '../../core/model/field/traits.ts'
import type { Column, DictionaryEntries } from '../../core/contract/configuration.ts'
import { labelKey } from '../../core/contract/api.ts'
import type { TableRow } from '../db/database.ts'
import { choices } from '../call/values.ts'

export type Cell = string | number | null

/** A column of a sheet: its facts are the page's, its heading is what the person reads on the screen. */
export interface SheetColumn {
  column: Column
  heading: string
  entries: DictionaryEntries | undefined
}

type Translate = (text: string) => string
/** Pixels of a screen to characters of a sheet. */
const CHARACTER = 8

export const widthOf = ({ column }: SheetColumn): number =>
  Math.min(80, Math.max(8, Math.round(column.width / CHARACTER)))

export function formatOf({ column: { kind } }: SheetColumn): string | undefined {
  if (kind === 'money') return '#,##0.00'
  return kind === 'int' ? '#,##0' : undefined
}

export const headingOf = ({ heading, column: { unit } }: SheetColumn): string =>
  unit && !heading.includes(unit) ? `${heading}（${unit}）` : heading

/** What the screen shows of a value. Text stays text, so that nothing in it is taken for a formula. */
export function cellOf({ column, entries }: SheetColumn, row: TableRow, t: Translate): Cell {
  const value = row[column.name]
  if (value === null || value === undefined || value === '') return null
  if (NAMED_KINDS.has(column.kind)) return String(row[labelKey(column.name)] || value)
  if (column.kind === 'flag') return t(Number(value) === 1 ? '是' : '否')
  if (entries)
    return choices(value)
      .map(key => t(entries.find(([one]) => one === key)?.[1] ?? key))
      .join('、')
  if (NUMBER_KINDS.has(column.kind)) return Number(value)
  return typeof value === 'object' ? JSON.stringify(value) : clean(String(value))
}

/** XML knows no control characters, and a cell no more than 32,767. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').slice(0, 32_767)
}
