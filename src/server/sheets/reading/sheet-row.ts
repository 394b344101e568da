import type { SheetCell } from '../cell.ts'

/** A row as the spreadsheet has it; `row` counts from 1. */
export interface SheetRow {
  row: number
  cells: SheetCell[]
  /** columns, counted from 0, whose cell is a formula */
  formulas?: number[]
}
