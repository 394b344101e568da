import { textWidth } from '../../i18n/width.ts'
import type { Head, Pivot, PivotCell } from './pivot.ts'
import { TYPE } from '../../theme/scale.ts'

/** A cross table as it fits on a sheet: below each other, each with the heads at the left, columns in pixels. */
export interface PaperPart {
  pivot: Pivot
  widths: number[]
}

/** Letters of 8 points, which are still read; a head has room for four in a line before it breaks. */
export const PAPER_SIZE = 10.67
const PADDING = 8
const HEAD = 4 * PAPER_SIZE
const SIDE = 8 * PAPER_SIZE
/** What is reckoned without a browser is a little less than what a browser needs. */
const SPARE = 1.06

/** Parts of a table that is too wide for a sheet; nothing where it fits as it is. */
export function partsOf(pivot: Pivot, room: number, text: (cell: PivotCell) => string): PaperPart[] | undefined {
  const side = sideOf(pivot)
  const columns = columnsOf(pivot, text)
  const all = sum([...side, ...columns.map(({ whole }) => whole)])
  if ((all * SCREEN_SIZE) / PAPER_SIZE <= room) return undefined
  const ranges = rangesOf(
    columns.map(({ least }) => least),
    groupsOf(pivot),
    room - sum(side),
  )
  const leasts = ranges.map(([from, to]) => sum(columns.slice(from, to).map(({ least }) => least)))
  // the parts have columns of the same width, so that the eye finds its way from one to the next
  const stretch = Math.max(1, (room - sum(side)) / Math.max(...leasts))
  return ranges.map(([from, to]) => ({
    pivot: cut(pivot, from, to),
    widths: [...side, ...columns.slice(from, to).map(({ least }) => least * stretch)],
  }))
}
const SCREEN_SIZE = TYPE['fs-12']
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Width of a text that may break where it can: of the longest word, and of some letters at least. */
function broken(text: string, most: number): number {
  const words = text.match(/[^\s\u1100-\uffef]+/g) ?? []
  const longest = Math.max(0, ...words.map(word => textWidth(word, PAPER_SIZE)))
  return Math.max(longest, Math.min(textWidth(text, PAPER_SIZE), most)) * SPARE + PADDING
}

function sideOf({ heads, lines, side }: Pivot): number[] {
  const widths = (heads[0] ?? []).slice(0, side).map(({ label }) => broken(label, HEAD))
  for (const line of lines)
    for (const [i, { label, columns }] of line.heads.entries()) {
      const at = side - line.heads.length + i
      if (columns === 1) widths[at] = Math.max(widths[at] ?? 0, broken(label, SIDE))
    }
  return widths
}

function columnsOf({ heads, lines }: Pivot, text: (cell: PivotCell) => string): { least: number; whole: number }[] {
  const count = Math.max(0, ...lines.map(({ cells }) => cells.length))
  const labels = leafHeads(heads, count)
  return Array.from({ length: count }, (_, at) => {
    const texts = lines.map(({ cells }) => cells[at]).map(cell => (cell?.row ? text(cell) : ''))
    const number = Math.max(...texts.map(one => textWidth(one, PAPER_SIZE))) * SPARE + PADDING
    const label = labels[at] ?? ''
    const whole = Math.max(number, textWidth(label, PAPER_SIZE) * SPARE + PADDING)
    return { least: Math.max(number, broken(label, HEAD)), whole }
  })
}

/** The label right above each column: of the last line of heads, or of one that reaches down to it. */
function leafHeads(heads: readonly Head[][], count: number): string[] {
  const labels = Array.from({ length: count }, () => '')
  for (const { head, from } of placed(heads))
    if (head.columns === 1 && from >= 0 && from < count) labels[from] = head.label
  return labels
}

/** Each head with its line and the column that it begins at; those of the corner begin before the first column. */
function placed(heads: readonly Head[][]): { head: Head; line: number; from: number }[] {
  const side = cornerOf(heads)
  const taken = new Set<string>()
  return heads.flatMap((line, at) => {
    let column = 0
    return line.map(head => {
      while (taken.has(`${at} ${column}`)) column++
      const from = column - side
      for (let row = at; row < at + head.lines; row++)
        for (let one = column; one < column + head.columns; one++) taken.add(`${row} ${one}`)
      return { head, line: at, from }
    })
  })
}
const cornerOf = (heads: readonly Head[][]): number => (heads[0] ?? []).filter(({ key }) => isCorner(key)).length
const isCorner = (key: string): boolean => key.startsWith('corner ')

/** Where the columns of the uppermost groups begin: a table is cut there if it can be. */
const groupsOf = ({ heads }: Pivot): ReadonlySet<number> =>
  new Set(placed(heads).flatMap(({ line, from }) => (line === 0 ? [from] : [])))

/** As many columns as a sheet takes, and then the next ones; a group stays together where it fits by itself. */
function rangesOf(widths: readonly number[], groups: ReadonlySet<number>, room: number): [number, number][] {
  const ranges: [number, number][] = []
  let start = 0
  while (start < widths.length) {
    let end = start + 1
    let used = widths[start] ?? 0
    while (end < widths.length && used + (widths[end] ?? 0) <= room) used += widths[end++] ?? 0
    const whole = end < widths.length ? [...groups].filter(at => at > start && at <= end) : []
    if (whole.length > 0) end = Math.max(...whole)
    ranges.push([start, end])
    start = end
  }
  return ranges
}

/** The columns from `from` up to `to`, below what of their heads stands above them. */
function cut(pivot: Pivot, from: number, to: number): Pivot {
  const heads: Head[][] = pivot.heads.map(() => [])
  for (const { head, line, from: at } of placed(pivot.heads)) {
    const columns = Math.min(at + head.columns, to) - Math.max(at, from)
    if (isCorner(head.key)) heads[line]?.push(head)
    else if (columns > 0) heads[line]?.push({ ...head, columns })
  }
  return { ...pivot, heads, lines: pivot.lines.map(line => ({ ...line, cells: line.cells.slice(from, to) })) }
}
