import { badRequest } from '../answer/refusal.ts'
import { columnLetters } from '../../core/contract/imports.ts'
import { plainText, quoted } from './cells.ts'
import type { ImportColumn, ImportPlan } from './plan.ts'
import { isFilled, type SheetRow } from './read-sheet.ts'

/** The last column of the file to correct; it is passed over when that file comes back. */
export const REASON = '未导入的原因'
/** The row with the names of the columns is among the first so many: titles may stand above it. */
export const HEADING_WITHIN = 10

/** Column of the spreadsheet, counted from 0 → what it brings. */
export type Placed = ReadonlyMap<number, ImportColumn>

const bare = (text: unknown): string =>
  String(text ?? '')
    .normalize('NFKC')
    .replace(/[\s*]/g, '')
    .toLowerCase()

/** The names by which a column is known: as the template writes it, without its unit, in the page's own language. */
const namesOf = ({ heading, field }: ImportColumn): string[] =>
  [heading, heading.replace(/（[^）]*）$/, ''), field.label, field.name].map(bare)

function byName({ columns }: ImportPlan): Map<string, ImportColumn> {
  const known = new Map<string, ImportColumn>()
  // of two columns of one name the template's own heading decides
  for (const column of [...columns].reverse()) for (const name of namesOf(column)) known.set(name, column)
  for (const column of columns) known.set(bare(column.heading), column)
  return known
}

const list = (names: readonly string[]): string => names.map(quoted).join('、')

/** The row that most of the known names stand in. */
function headingRow(known: ReadonlyMap<string, ImportColumn>, first: readonly SheetRow[]): SheetRow {
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
export function placedColumns(plan: ImportPlan, first: readonly SheetRow[]): { heading: SheetRow; placed: Placed } {
  const known = byName(plan)
  const heading = headingRow(known, first)
  const placed = new Map<number, ImportColumn>()
  const reasons = new Set([REASON, plan.translate(REASON)].map(bare))
  const unknown: string[] = []
  for (const [at, cell] of heading.cells.entries()) {
    const column = known.get(bare(cell))
    if (column) placed.set(at, column)
    else if (isFilled(cell) && !reasons.has(bare(cell))) unknown.push(plainText(cell))
  }
  if (unknown.length > 0) throw badRequest(`表格里有不认识的列：${list(unknown)}，请使用本页下载的模板，或删去这些列`)
  refuseMissing(plan, [...placed.values()])
  return { heading, placed }
}

/** Refuses what stands below the headings in a column without one: it would be lost unseen, too. */
export function refuseUnnamed({ cells: names }: SheetRow, rows: readonly SheetRow[]): void {
  const unnamed = new Set<number>()
  for (const { cells } of rows)
    for (const [at, cell] of cells.entries()) if (isFilled(cell) && !isFilled(names[at])) unnamed.add(at)
  if (unnamed.size === 0) return
  const letters = [...unnamed].sort((a, b) => a - b).map(columnLetters)
  throw badRequest(`第 ${letters.join('、')} 列填了内容，但没有列名，请补上列名，或删去这些列`)
}

function refuseMissing({ columns }: ImportPlan, placed: readonly ImportColumn[]): void {
  const twice = placed.filter((one, at) => placed.indexOf(one) !== at).map(({ heading }) => heading)
  if (twice.length > 0) throw badRequest(`表格里有重复的列：${list([...new Set(twice)])}，请只留一列`)
  const missing = columns
    .filter(one => one.field.required === true && one.field.default === undefined && !placed.includes(one))
    .map(({ heading }) => heading)
  if (missing.length > 0) throw badRequest(`表格里缺少必填的列：${list(missing)}，请使用本页下载的模板`)
}
