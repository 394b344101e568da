import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { MOST_UNPACKED_MB } from '../../../core/contract/imports.ts'
import { badRequest } from '../../answer/refusal.ts'
import type { SheetCell } from '../cell.ts'

/** A portion is full with so many rows, or so many letters. */
const ROWS = 50
const LETTERS = 1_000_000
const MOST_LETTERS = MOST_UNPACKED_MB * 1024 * 1024
const QUICKLY = 1

const lettersOf = (cells: readonly SheetCell[]): number =>
  cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 1), 0)

/**
 * Rows that wait to be taken, packed: one text that many cells name is one text in the file and in each of them here.
 */
export class Portions<T extends { cells: readonly SheetCell[] }> {
  readonly #packed: Buffer[] = []
  #open: T[] = []
  #letters = 0
  #all = 0
  count = 0

  add(row: T): void {
    this.count++
    this.#open.push(row)
    this.#letters += lettersOf(row.cells)
    if (this.#open.length >= ROWS || this.#letters >= LETTERS) this.#pack()
  }

  *[Symbol.iterator](): Generator<T[]> {
    this.#pack()
    for (const packed of this.#packed) yield deserialize(inflateRawSync(packed)) as T[]
  }

  #pack(): void {
    if (this.#open.length === 0) return
    this.#all += this.#letters
    if (this.#all > MOST_LETTERS) throw badRequest(`表格里的文字超过 ${MOST_UNPACKED_MB} MB，请分成几个文件`)
    this.#packed.push(deflateRawSync(serialize(this.#open), { level: QUICKLY }))
    this.#open = []
    this.#letters = 0
  }
}
