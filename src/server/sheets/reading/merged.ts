import { badRequest } from '../../answer/refusal.ts'

/** A range of cells that are merged to one; rows are counted from 1. */
interface Merged {
  ref: string
  top: number
  bottom: number
}

const MOST_MERGED = 250_000
const CELL = /^([A-Z]{1,3})(\d{1,7})$/

/** Column and row of a cell such as B7, counted from 1. */
export function placeOf(ref: string): { row: number; column: number } | undefined {
  const [, letters = '', row = ''] = CELL.exec(ref) ?? []
  if (letters === '') return undefined
  return { row: Number(row), column: [...letters].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) }
}

/** The merged ranges of a sheet by their leftmost column. */
export class MergedCells {
  readonly #columns = new Map<number, Merged[]>()
  #count = 0
  #isSorted = true

  add(ref: string): void {
    const [first, last] = ref.split(':').map(placeOf)
    if (!first || !last) return
    if (++this.#count > MOST_MERGED) throw badRequest('表格里合并的单元格太多，请取消合并，每一行都填写')
    const ranges = this.#columns.get(first.column) ?? []
    this.#columns.set(first.column, ranges)
    ranges.push({ ref, top: first.row, bottom: last.row })
    this.#isSorted = false
  }

  /** The range that a cell belongs to, if it is in the leftmost column of one; ranges do not overlap. */
  at(column: number, row: number): string | undefined {
    if (!this.#isSorted) for (const ranges of this.#columns.values()) ranges.sort((a, b) => a.top - b.top)
    this.#isSorted = true
    const ranges = this.#columns.get(column) ?? []
    let [low, high] = [0, ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranges[middle]?.top ?? 0) <= row) low = middle + 1
      else high = middle
    }
    const last = ranges[low - 1]
    return last && row <= last.bottom ? last.ref : undefined
  }
}
