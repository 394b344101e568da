import { badRequest } from '../answer/refusal.ts'
import type { Services } from '../call/context.ts'
import { cellText } from '../call/values.ts'
import type { ImportReport } from '../../core/contract/imports.ts'
import { linesOf } from '../files/lines.ts'
import { plainText, type SheetCell } from '../sheets/cell.ts'
import type { CheckedRow } from './check-rows.ts'

type KeptCell = string | number | boolean | null
/** A row that can be imported: its number in the spreadsheet, and what its form sends. */
type GoodRow = [row: number, args: Record<string, unknown>]
/** A refused row: its cells in the order of the plan's columns, and the reasons. */
export type BadRow = [cells: KeptCell[], reasons: string]

type Files = Pick<Services, 'files'>

const GONE = '检查结果已过期，请重新选择文件'

const plainCell = (cell: SheetCell): KeptCell =>
  cell instanceof Date || typeof cell === 'string' ? cellText(plainText(cell)) : cell

function keptOf({ row, args, problems, cells }: CheckedRow): GoodRow | BadRow {
  if (problems.length === 0) return [row, args]
  return [cells.map(plainCell), cellText(problems.map(({ cell, reason }) => `${cell}：${reason}`).join('；'))]
}

/** So many problems are listed; the file to correct has all. */
const LISTED = 200

function count(report: ImportReport, rows: readonly CheckedRow[]): void {
  for (const { problems } of rows) {
    if (problems.length === 0) report.good++
    else report.bad++
    report.problems.push(...problems.slice(0, LISTED - report.problems.length))
  }
}

/**
 * Keeps the rows of a check as they come, one a line, in the store of files under the id of its job: any instance may
 * go on with them.
 */
export async function keepRows(
  { files }: Files,
  id: string,
  checked: AsyncIterable<readonly CheckedRow[]>,
): Promise<ImportReport> {
  const report: ImportReport = { good: 0, bad: 0, problems: [] }
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    for await (const rows of checked) {
      count(report, rows)
      yield Buffer.from(rows.map(row => `${JSON.stringify(keptOf(row))}\n`).join(''))
    }
  }
  await files.put(id, lines())
  return report
}

const isGood = (kept: GoodRow | BadRow): kept is GoodRow => typeof kept[0] === 'number'

async function* keptRows({ files }: Files, id: string): AsyncGenerator<GoodRow | BadRow> {
  const content = await files.open(id)
  if (!content) throw badRequest(GONE)
  for await (const line of linesOf(content)) {
    const kept = JSON.parse(line) as GoodRow | BadRow
    // what a version before this one kept was one object
    if (!Array.isArray(kept)) throw badRequest(GONE)
    yield kept
  }
}

export async function* goodRows(services: Files, id: string): AsyncGenerator<GoodRow> {
  for await (const kept of keptRows(services, id)) if (isGood(kept)) yield kept
}

export async function* badRows(services: Files, id: string): AsyncGenerator<BadRow> {
  for await (const kept of keptRows(services, id)) if (!isGood(kept)) yield kept
}
