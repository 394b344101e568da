import { MOST_IMPORTED } from '../../core/contract/imports.ts'
import { badRequest } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import { Pace } from '../time/pace.ts'
import { pause } from '../time/pause.ts'
import { checkRows, type CheckedRow, type Checking } from './check-rows.ts'
import { HEADING_WITHIN, placedColumns, refuseUnnamed } from './heading.ts'
import { importPlan } from './plan.ts'
import { isFilled, readSheet, type ReadSheet, type SheetRow } from './read-sheet.ts'

const PAUSE_EVERY = 500

export interface FileCheck {
  /** the person with the rights of now, asked again and again */
  person(): Promise<CallContext>
  /** arguments of the request */
  args: Record<string, unknown>
  /** rows checked, of all; throws if the check has been cancelled */
  told(done: number, total: number): Promise<void>
}

/** All rows with anything in them, and the first ones, among which the headings are. */
async function rowsOf({ rows }: ReadSheet): Promise<{ first: SheetRow[]; filled: SheetRow[] }> {
  const first: SheetRow[] = []
  const filled: SheetRow[] = []
  let n = 0
  for await (const row of rows) {
    if (first.length < HEADING_WITHIN) first.push(row)
    if (row.cells.some(isFilled)) filled.push(row)
    // the headings, and titles above them, are no rows to import
    if (filled.length > MOST_IMPORTED + HEADING_WITHIN)
      throw badRequest(`一次最多导入 ${MOST_IMPORTED} 行，请分成几个文件`)
    if (++n % PAUSE_EVERY === 0) await pause()
  }
  return { first, filled }
}

/**
 * Reads a spreadsheet and checks every row of it; writes nothing. Throws a Refusal where the file as a whole cannot be
 * imported.
 */
export async function checkFile(file: Buffer, { person, args, told }: FileCheck): Promise<CheckedRow[]> {
  const call = { ...(await person()), args }
  const plan = importPlan(call)
  const sheet = await readSheet(file)
  const { first, filled } = await rowsOf(sheet)
  const { heading, placed } = placedColumns(plan, first)
  const below = filled.filter(({ row }) => row > heading.row)
  refuseUnnamed(heading, below)
  const rows = below.filter(({ cells }) => [...placed.keys()].some(at => isFilled(cells[at])))
  if (rows.length === 0) throw badRequest('表格里没有要导入的数据，请在列名下面一行一条地填写')
  if (rows.length > MOST_IMPORTED)
    throw badRequest(`一次最多导入 ${MOST_IMPORTED} 行，表格里有 ${rows.length} 行，请分成几个文件`)
  const checking: Checking = { plan, placed, sheet, seen: new Map() }
  const checked: CheckedRow[] = []
  const pace = new Pace()
  for (let left: readonly SheetRow[] = rows; left.length > 0;) {
    await told(checked.length, rows.length)
    const now = await person()
    left = await pace.turn(left, async some => checked.push(...(await checkRows(call, now, checking, some))))
    await pause()
  }
  return checked
}
