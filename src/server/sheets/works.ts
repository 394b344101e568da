import type { WriteSheet } from 'hucre/xlsx'
import type { SheetCell } from './cell.ts'

/** A column that a spreadsheet may bring: its heading as the template writes it, and other names for it. */
export interface NamedColumn {
  heading: string
  others: string[]
  isRequired: boolean
}

export interface ImportOrder {
  columns: NamedColumn[]
  /** headings of columns that are passed over */
  ignored: string[]
}

/** What a spreadsheet holds: how many rows, and which of the columns ordered, each with the letters it has there. */
export interface ImportedColumns {
  total: number
  placed: { column: number; letters: string }[]
}

/** One row: its cells in the order of the placed columns. */
export interface ImportedRow {
  /** counted from 1 */
  row: number
  cells: SheetCell[]
  /** why cells cannot be read, by their place among these */
  reasons?: [at: number, reason: string][]
}

export interface CsvOrder {
  mostBytes: number
  mostRows: number
}

/** A spreadsheet that is written row by row. */
export interface WrittenSheet {
  name: string
  columns?: { width: number; numFmt?: string }[]
  /** so many rows stay in sight */
  frozen: number
}
type WrittenCell = string | number | boolean | null

declare module '../heavy/heavy.ts' {
  interface HeavyWorks {
    /** an uploaded spreadsheet: its columns, then its rows */
    'sheet.import': { order: ImportOrder; input: Uint8Array; output: ImportedColumns | ImportedRow[] }
    /** an uploaded CSV file, its first row too; refused as a whole where it is too large */
    'csv.read': { order: CsvOrder; input: Uint8Array; output: string[][] }
    /** a spreadsheet of any number of rows */
    'sheet.write': { order: WrittenSheet; input: WrittenCell[][]; output: Uint8Array }
    /** a small workbook of several sheets */
    'book.write': { order: WriteSheet[]; input: never; output: Uint8Array }
  }
}
