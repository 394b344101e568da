import { badRequest } from '../answer/refusal.ts'
import type { Services } from '../call/context.ts'
import { cellText } from '../call/values.ts'
import type { ImportReport } from '../../core/contract/imports.ts'
import { plainText } from './cells.ts'
import type { CheckedRow } from './check-rows.ts'
import type { SheetCell } from './read-sheet.ts'

/** Result of a check: what can be imported, and what cannot with its reasons. */
export interface KeptRows {
  /** row of the spreadsheet → what its form sends */
  good: [row: number, args: Record<string, unknown>][]
  /** cells of refused rows in the order of the plan's columns, and their reasons */
  bad: { cells: (string | number | boolean | null)[]; reasons: string }[]
}

type Files = Pick<Services, 'files'>

const GONE = '检查结果已过期，请重新选择文件'

export async function wholeFile({ files }: Files, id: string): Promise<Buffer | undefined> {
  const content = await files.open(id)
  if (!content) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const plainCell = (cell: SheetCell): string | number | boolean | null =>
  cell instanceof Date || typeof cell === 'string' ? cellText(plainText(cell)) : cell

export const asKept = (rows: readonly CheckedRow[]): KeptRows => ({
  good: rows.filter(({ problems }) => problems.length === 0).map(({ row, args }) => [row, args]),
  bad: rows
    .filter(({ problems }) => problems.length > 0)
    .map(({ cells, problems }) => ({
      cells: cells.map(plainCell),
      reasons: cellText(problems.map(({ cell, reason }) => `${cell}：${reason}`).join('；')),
    })),
})

/** Kept in the store of files under the id of the check's job: any instance may go on with it. */
export async function keepRows({ files }: Files, id: string, kept: KeptRows): Promise<void> {
  // oxlint-disable-next-line require-await -- the store takes what comes piece by piece
  const lines = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(kept))
  }
  await files.put(id, lines())
}

export async function keptRows(services: Files, id: string): Promise<KeptRows> {
  const content = await wholeFile(services, id)
  if (!content) throw badRequest(GONE)
  return JSON.parse(content.toString('utf8')) as KeptRows
}

/** So many problems are listed; the file to correct has all. */
const LISTED = 200

export function reportOf(rows: readonly CheckedRow[]): ImportReport {
  const problems = rows.flatMap(one => one.problems)
  const bad = rows.filter(one => one.problems.length > 0).length
  return { good: rows.length - bad, bad, problems: problems.slice(0, LISTED) }
}
