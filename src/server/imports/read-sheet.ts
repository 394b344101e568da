import { streamCsvRows, detectDelimiter } from 'hucre/csv'
import { streamXlsxRows } from 'hucre/xlsx'
import { MOST_SHEET_COLUMNS, MOST_SHEET_MB } from '../../core/contract/imports.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'
import { isMarkPart, marksOf, type MergedColumns } from './sheet-marks.ts'
import { unzipped } from './unzip.ts'

export type SheetCell = string | number | boolean | Date | null
/** A row as the spreadsheet has it; `row` counts from 1. */
export interface SheetRow {
  row: number
  cells: SheetCell[]
}
export interface ReadSheet {
  rows: AsyncIterable<SheetRow> | Iterable<SheetRow>
  formulas: ReadonlySet<string>
  merged: MergedColumns
}

export const isFilled = (cell: SheetCell | undefined): cell is Exclude<SheetCell, null> =>
  cell !== null && cell !== undefined && (typeof cell !== 'string' || cell.trim() !== '')

const startsWith = (file: Buffer, ...bytes: number[]): boolean => bytes.every((byte, at) => file[at] === byte)
const isZip = (file: Buffer): boolean => startsWith(file, 0x50, 0x4b)
/** Old workbooks, and new ones behind a password. */
const isOle = (file: Buffer): boolean => startsWith(file, 0xd0, 0xcf, 0x11, 0xe0)

const OLD = '这是旧版的 .xls 文件，或设有密码的文件，请在表格软件里去掉密码，另存为 .xlsx 再试'
const BROKEN = '文件已损坏，打不开，请在表格软件里另存为 .xlsx 再试'

/** Checks how wide a row is before it is used: one far cell would make each row of the sheet as wide. */
function narrow(row: SheetRow): SheetRow {
  if (row.cells.length <= MOST_SHEET_COLUMNS) return row
  if (row.cells.slice(MOST_SHEET_COLUMNS).some(cell => cell !== null && cell !== ''))
    throw badRequest(`表格最多 ${MOST_SHEET_COLUMNS} 列，第 ${row.row} 行超出了，请使用下载的模板`)
  return { ...row, cells: row.cells.slice(0, MOST_SHEET_COLUMNS) }
}

/** A number that is no date, in a cell formatted as one: what spreadsheets show instead. */
const NO_DATE = '#####'
const shown = (cell: SheetCell): SheetCell => (cell instanceof Date && Number.isNaN(cell.getTime()) ? NO_DATE : cell)

async function* xlsxRows(file: Buffer, sheet: string): AsyncGenerator<SheetRow> {
  try {
    for await (const { index, values } of streamXlsxRows(file, { sheet }))
      yield narrow({ row: index + 1, cells: values.map(shown) })
  } catch (error) {
    throw error instanceof Refusal ? error : badRequest(BROKEN)
  }
}

async function xlsx(file: Buffer): Promise<ReadSheet> {
  const { name, formulas, merged } = await marksOf(await unzipped(file, isMarkPart))
  return { rows: xlsxRows(file, name), formulas, merged }
}

const decode = (encoding: string, file: Buffer): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(file)
  } catch {
    return undefined
  }
}

/** UTF-8, or what Chinese Excel writes: GBK, of which GB 18030 is the newer whole. */
function textOf(file: Buffer): string {
  if (startsWith(file, 0xff, 0xfe)) return decode('utf-16le', file) ?? ''
  if (startsWith(file, 0xfe, 0xff)) return decode('utf-16be', file) ?? ''
  const text = decode('utf-8', file) ?? decode('gb18030', file)
  if (text === undefined || text.includes('\u0000'))
    throw badRequest('看不懂文件里的文字，请在表格软件里另存为 .xlsx，或“CSV UTF-8”')
  return text
}

function* csvRows(text: string): Generator<SheetRow> {
  let row = 0
  for (const cells of streamCsvRows(text, { delimiter: detectDelimiter(text.slice(0, 20_000)) }))
    yield narrow({ row: ++row, cells })
}

/** Reads an xlsx or CSV file; throws a Refusal that says what is wrong with it and what helps. */
export async function readSheet(file: Buffer): Promise<ReadSheet> {
  if (file.length > MOST_SHEET_MB * 1024 * 1024) throw badRequest(`文件不能超过 ${MOST_SHEET_MB} MB，请分成几个文件`)
  if (isOle(file)) throw badRequest(OLD)
  if (isZip(file)) return xlsx(file)
  return { rows: csvRows(textOf(file)), formulas: new Set(), merged: new Map() }
}
