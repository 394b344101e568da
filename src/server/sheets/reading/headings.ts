import { columnLetters } from '../../../core/contract/imports.ts'
import { badRequest } from '../../answer/refusal.ts'
import { isFilled, plainText, quoted } from '../cell.ts'
import type { ImportOrder, NamedColumn } from '../works.ts'
import type { SheetRow } from './sheet-row.ts'

/** The row with the names of the columns is among the first so many: titles may stand above it. */
export const HEADING_WITHIN = 10

/** Column of the spreadsheet, counted from 0 → what it brings. */
export type Placed = ReadonlyMap<number, NamedColumn>

const bare = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .toLowerCase()

/** The names by which a column is known: as the template writes it, without its unit, in the page's own language. */
const namesOf = ({ heading, others }: NamedColumn): string[] =>
  [heading, heading.replace(/（[^）]*）$/, ''), ...others].map(bare)

function byName({ columns }: ImportOrder): Map<string, NamedColumn> {
  const known = new Map<string, NamedColumn>()
  // of two columns of one name the template's own heading decides
  for (const column of [...columns].reverse()) for (const name of namesOf(column)) known.set(name, column)
  for (const column of columns) known.set(bare(column.heading), column)
  return known
}

const list = (names: readonly string[]): string => names.map(quoted).join('、')

/** The row that most of the known names stand in. */
function headingRow(known: ReadonlyMap<string, NamedColumn>, first: readonly SheetRow[]): SheetRow {
  const count = ({ cells }: SheetRow): number => cells.filter(cell => known.has(bare(cell))).length
  const best = first.reduce<SheetRow | undefined>(
    (most, row) => (count(row) > (most ? count(most) : 0) ? row : most),
    undefined,
  )
  if (!best) throw badRequest('表格里没有认识的列名，请使用本页下载的模板')
  return best
}

/**
 * Finds the row of headings among the first rows, and what each column brings. Refuses a spreadsheet that lacks a
 * column which must be filled in, has one twice, or has one that nobody knows: what it holds would be lost unseen.
 */
export function placedColumns(order: ImportOrder, first: readonly SheetRow[]): { heading: SheetRow; placed: Placed } {
  const known = byName(order)
  const heading = headingRow(known, first)
  const placed = new Map<number, NamedColumn>()
  const ignored = new Set(order.ignored.map(bare))
  const unknown: string[] = []
  for (const [at, cell] of heading.cells.entries()) {
    const column = known.get(bare(cell))
    if (column) placed.set(at, column)
    else if (isFilled(cell) && !ignored.has(bare(cell))) unknown.push(plainText(cell))
  }
  if (unknown.length > 0) throw badRequest(`表格里有不认识的列：${list(unknown)}，请使用本页下载的模板，或删去这些列`)
  refuseMissing(order, [...placed.values()])
  return { heading, placed }
}

function refuseMissing({ columns }: ImportOrder, placed: readonly NamedColumn[]): void {
  const twice = placed.filter((one, at) => placed.indexOf(one) !== at).map(({ heading }) => heading)
  if (twice.length > 0) throw badRequest(`表格里有重复的列：${list([...new Set(twice)])}，请只留一列`)
  const missing = columns.filter(one => one.isRequired && !placed.includes(one)).map(({ heading }) => heading)
  if (missing.length > 0) throw badRequest(`表格里缺少必填的列：${list(missing)}，请使用本页下载的模板`)
}

/** Refuses what stands below the headings in columns without one: it would be lost unseen, too. */
export function refuseUnnamed(unnamed: ReadonlySet<number>): void {
  if (unnamed.size === 0) return
  const letters = [...unnamed].sort((a, b) => a - b).map(columnLetters)
  throw badRequest(`第 ${letters.join('、')} 列填了内容，但没有列名，请补上列名，或删去这些列`)
}
