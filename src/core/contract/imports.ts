import type { FieldKind } from '../model/field/fields.ts'
import { FILE_KINDS, STRUCTURE_KINDS } from '../model/field/traits.ts'
import type { FormField } from './pages.ts'

/** Files, tables within a record and structures do not fit into a cell; a state is the workflow's. */
export const fitsCell = ({ kind }: { kind: FieldKind }): boolean =>
  !FILE_KINDS.has(kind) && !STRUCTURE_KINDS.has(kind) && kind !== 'status'

/** Whether people fill in a field of a form themselves, so that a spreadsheet may bring it. */
export const isFilledIn = ({ disabled, computed, readOnly, kind }: FormField): boolean =>
  disabled !== true && computed === undefined && readOnly !== true && fitsCell({ kind })

/** Rows and columns that one spreadsheet may have. */
export const MOST_IMPORTED = 50_000
export const MOST_SHEET_COLUMNS = 200
/** Megabytes of the file, and of what it holds unpacked. */
export const MOST_SHEET_MB = 20
export const MOST_UNPACKED_MB = 300

/** A cell that cannot be imported, and why. */
export interface CellProblem {
  /** such as B7; of a whole row, such as 7 */
  cell: string
  /** row of the spreadsheet, counted from 1 */
  row: number
  reason: string
}
/** What checking a spreadsheet has found; nothing has been written by then. */
export interface ImportReport {
  /** rows that can be imported, and rows that cannot */
  good: number
  bad: number
  /** the first problems, in the order of the rows */
  problems: CellProblem[]
}

/** 0 → A, 27 → AB */
export function columnLetters(index: number): string {
  const before = Math.floor(index / 26)
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (index % 26))
}
