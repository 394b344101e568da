import { serialToDate } from 'hucre'
import { MOST_SHEET_COLUMNS } from '../../../core/contract/imports.ts'
import { badRequest } from '../../answer/refusal.ts'
import type { SheetCell } from '../cell.ts'
import { openBook, unescaped, type Book } from './book.ts'
import { placeOf, type MergedCells } from './merged.ts'
import { endlessCell, MOST_LETTERS } from './limits.ts'
import type { SheetRow } from './sheet-row.ts'
import { BROKEN, type Archive } from './unzip.ts'
import { attributeOf, readXml, type XmlReader } from './xml.ts'

/** A number that is no date, in a cell formatted as one: what spreadsheets show instead. */
const NO_DATE = '#####'

interface OpenCell {
  column: number
  type: string
  style: number
  text: string
  isFormula: boolean
}

/** Puts the rows of a sheet together out of its tags. */
class RowReader implements XmlReader {
  readonly rows: SheetRow[] = []
  readonly #book: Book
  readonly #merged: MergedCells
  #isInData = false
  #row: SheetRow | undefined
  #number = 0
  #next = 0
  #cell: OpenCell | undefined
  #isText = false
  /** how Japanese names are read aloud is no part of them */
  #isAside = false

  constructor(book: Book, merged: MergedCells) {
    this.#book = book
    this.#merged = merged
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'mergeCell') this.#merged.add(attributeOf(attributes, 'ref'))
    else if (name === 'sheetData') this.#isInData = true
    else if (name === 'row' && this.#isInData) this.#openRow(attributeOf(attributes, 'r'))
    else if (name === 'c' && this.#row) this.#openCell(attributes)
    else if (this.#cell) this.#openPart(name, this.#cell)
  }

  text(piece: string): void {
    if (!this.#isText || !this.#cell) return
    this.#cell.text += piece
    if (this.#cell.text.length > MOST_LETTERS) throw endlessCell(this.#number)
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isText = false
    else if (name === 'rPh') this.#isAside = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'sheetData') this.#isInData = false
    else if (name === 'row' && this.#row) {
      this.rows.push(this.#row)
      this.#row = undefined
    }
  }

  #openRow(r: string): void {
    this.#number = r === '' ? this.#number + 1 : Number(r)
    if (!Number.isInteger(this.#number)) throw badRequest(BROKEN)
    this.#next = 0
    this.#row = { row: this.#number, cells: [] }
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const r = attributeOf(attributes, 'r')
    const place = placeOf(r)
    if (r !== '' && !place) throw badRequest(BROKEN)
    const column = place ? place.column - 1 : this.#next
    this.#next = column + 1
    const style = attributeOf(attributes, 's')
    this.#cell = {
      column,
      type: attributeOf(attributes, 't'),
      style: style === '' ? -1 : Number(style),
      text: '',
      isFormula: false,
    }
  }

  #openPart(name: string, cell: OpenCell): void {
    if (name === 'f') cell.isFormula = true
    if (name === 'rPh') this.#isAside = true
    if (name === 'v' || (name === 't' && !this.#isAside)) this.#isText = true
  }

  #closeCell(): void {
    const [row, cell] = [this.#row, this.#cell]
    this.#cell = undefined
    if (!row || !cell) return
    const value = this.#valueOf(cell)
    if (cell.isFormula && cell.column < MOST_SHEET_COLUMNS) (row.formulas ??= []).push(cell.column)
    if (value === null) return
    // one far cell would make the row as long as that; it is enough to know that it is filled
    const column = Math.min(cell.column, MOST_SHEET_COLUMNS)
    while (row.cells.length < column) row.cells.push(null)
    row.cells[column] = value
  }

  #valueOf({ type, style, text }: OpenCell): SheetCell {
    if (type === 's') return text === '' ? null : (this.#book.texts[Number(text)] ?? null)
    if (type === 'str' || type === 'inlineStr') return unescaped(text)
    if (type === 'b') return text === '1' || text.toLowerCase() === 'true'
    if (type === 'e') return text
    if (text === '') return null
    const number = Number(text)
    if (Number.isNaN(number)) return text
    return this.#book.isDate(style) ? dateOf(number, this.#book.from1904) : number
  }
}

function dateOf(serial: number, from1904: boolean): SheetCell {
  const date = serialToDate(serial, from1904)
  return Number.isNaN(date.getTime()) ? NO_DATE : date
}

/** Rows of the first sheet that is not hidden; `merged` is told of ranges, which stand behind the rows. */
export async function* xlsxRows(archive: Archive, merged: MergedCells): AsyncGenerator<SheetRow> {
  const book = await openBook(archive)
  const sheet = archive.open(book.sheet)
  if (!sheet) throw badRequest('文件里没有工作表，请使用下载的模板')
  const reader = new RowReader(book, merged)
  for await (const _ of readXml(sheet, reader)) yield* reader.rows.splice(0)
  yield* reader.rows.splice(0)
}
