import { columnLetters, MOST_IMPORTED, MOST_SHEET_MB } from '../../../core/contract/imports.ts'
import { badRequest } from '../../answer/refusal.ts'
import type { HeavyDoer } from '../../heavy/heavy.ts'
import { isFilled, type SheetCell } from '../cell.ts'
import type { ImportedRow, ImportOrder } from '../works.ts'
import { csvRows, textIn } from './csv-rows.ts'
import { HEADING_WITHIN, placedColumns, refuseUnnamed, type Placed } from './headings.ts'
import type { MergedCells } from './merged.ts'
import { Portions } from './portions.ts'
import { readSheet, type ReadSheet } from './read-sheet.ts'
import type { SheetRow } from './sheet-row.ts'

const MEGABYTE = 1024 * 1024
const FORMULA = '这一格是公式，请复制后“粘贴为数值”'
const mergedReason = (ref: string): string => `${ref} 是合并的单元格，请取消合并，每一行都填写`

/** A file, of which no more is taken than it may have. */
async function wholeFile(input: AsyncIterable<Uint8Array>, most: number, refusal: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input) {
    size += chunk.length
    if (size > most) throw badRequest(refusal)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A row below the headings, with what is known of its cells as long as its sheet is read. */
interface KeptRow {
  row: number
  cells: SheetCell[]
  /** places among these that are formulas */
  formulas?: number[]
}

/** Rows to import, and which columns they have. */
interface Import {
  columns: number[]
  placed: Placed
  kept: Portions<KeptRow>
  merged: MergedCells
}

function keep({ kept, columns }: Pick<Import, 'kept' | 'columns'>, { row, cells, formulas }: SheetRow): void {
  const own = columns.map(at => cells[at] ?? null)
  if (!own.some(isFilled)) return
  const marked = formulas?.map(at => columns.indexOf(at)).filter(at => at >= 0) ?? []
  kept.add({ row, cells: own, ...(marked.length > 0 ? { formulas: marked } : {}) })
}

/** Reads all rows; what stands above the headings is no row to import. */
async function readImport({ rows, merged }: ReadSheet, order: ImportOrder): Promise<Import> {
  const first: SheetRow[] = []
  const unnamed = new Set<number>()
  const kept = new Portions<KeptRow>()
  let found: { heading: SheetRow; placed: Placed; columns: number[] } | undefined
  let filled = 0
  const below = (row: SheetRow): void => {
    if (!found || row.row <= found.heading.row || !row.cells.some(isFilled)) return
    if (++filled > MOST_IMPORTED) throw badRequest(`一次最多导入 ${MOST_IMPORTED} 行，请分成几个文件`)
    for (const [at, cell] of row.cells.entries())
      if (isFilled(cell) && !isFilled(found.heading.cells[at])) unnamed.add(at)
    keep({ kept, columns: found.columns }, row)
  }
  const head = (): void => {
    const { heading, placed } = placedColumns(order, first)
    found = { heading, placed, columns: [...placed.keys()] }
    first.splice(0).forEach(below)
  }
  for await (const row of rows) {
    if (found) below(row)
    else if (first.push(row) === HEADING_WITHIN) head()
  }
  if (!found) head()
  refuseUnnamed(unnamed)
  if (!found || kept.count === 0) throw badRequest('表格里没有要导入的数据，请在列名下面一行一条地填写')
  return { columns: found.columns, placed: found.placed, kept, merged }
}

function imported({ columns, merged }: Import, { row, cells, formulas = [] }: KeptRow): ImportedRow {
  const reasons = columns.flatMap((column, at): [number, string][] => {
    if (formulas.includes(at)) return [[at, FORMULA]]
    const ref = merged.at(column + 1, row)
    return ref === undefined ? [] : [[at, mergedReason(ref)]]
  })
  return { row, cells, ...(reasons.length > 0 ? { reasons } : {}) }
}

/** Reads an uploaded spreadsheet whole before it gives the first row, because a later one may refuse all of it. */
export const importRows: HeavyDoer<'sheet.import'> = async function* (order, input) {
  const refusal = `文件不能超过 ${MOST_SHEET_MB} MB，请分成几个文件`
  const file = await wholeFile(input, MOST_SHEET_MB * MEGABYTE, refusal)
  const found = await readImport(readSheet(file), order)
  yield {
    total: found.kept.count,
    placed: [...found.placed].map(([at, column]) => ({
      column: order.columns.indexOf(column),
      letters: columnLetters(at),
    })),
  }
  for (const rows of found.kept) yield rows.map(row => imported(found, row))
}

const PORTION = 500

/** Reads an uploaded CSV file. */
export const readCsv: HeavyDoer<'csv.read'> = async function* ({ mostBytes, mostRows }, input) {
  const refusal = `数据文件不能超过 ${mostBytes / MEGABYTE} MB`
  const rows: string[][] = []
  for (const { cells } of csvRows(textIn(await wholeFile(input, mostBytes, refusal)))) {
    // the first row is that of the headings
    if (rows.push(cells.map(cell => cell.trim())) > mostRows + 1) throw badRequest(`数据文件不能超过 ${mostRows} 行`)
  }
  for (let at = 0; at < rows.length; at += PORTION) yield rows.slice(at, at + PORTION)
}
