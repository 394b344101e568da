import { MOST_SHEET_COLUMNS } from '../../../core/contract/imports.ts'
import { badRequest } from '../../answer/refusal.ts'
import { csvRows, textIn } from './csv-rows.ts'
import { endlessCell, MOST_LETTERS } from './limits.ts'
import { MergedCells } from './merged.ts'
import type { SheetRow } from './sheet-row.ts'
import { archiveOf } from './unzip.ts'
import { xlsxRows } from './xlsx-rows.ts'

export interface ReadSheet {
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>
  /** complete when all rows have been read */
  merged: MergedCells
}

const startsWith = (file: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => file[at] === byte)
const isZip = (file: Buffer): boolean => startsWith(file, 0x50, 0x4b)
/** Old workbooks, and new ones behind a password. */
const isOle = (file: Buffer): boolean => startsWith(file, 0xd0, 0xcf, 0x11, 0xe0)

const OLD = '这是旧版的 .xls 文件，或设有密码的文件，请在表格软件里去掉密码，另存为 .xlsx 再试'

/** Refuses cells beyond the last column that is read, and endless ones; empty ones are left out. */
async function* narrow(rows: ReadSheet['rows']): AsyncGenerator<SheetRow> {
  for await (const row of rows) {
    if (row.cells.some(cell => typeof cell === 'string' && cell.length > MOST_LETTERS)) throw endlessCell(row.row)
    const far = row.cells.length > MOST_SHEET_COLUMNS
    if (far && row.cells.slice(MOST_SHEET_COLUMNS).some(cell => cell !== null && cell !== ''))
      throw badRequest(`表格最多 ${MOST_SHEET_COLUMNS} 列，第 ${row.row} 行超出了，请使用下载的模板`)
    yield far ? { ...row, cells: row.cells.slice(0, MOST_SHEET_COLUMNS) } : row
  }
}

/** Reads an xlsx or CSV file; throws a Refusal that says what is wrong with it and what helps. */
export function readSheet(file: Buffer): ReadSheet {
  const merged = new MergedCells()
  if (isOle(file)) throw badRequest(OLD)
  const rows = isZip(file) ? xlsxRows(archiveOf(file), merged) : csvRows(textIn(file))
  return { rows: narrow(rows), merged }
}
