import { sql } from 'kysely'
import { inScope } from '../../../server/access/row-scope.ts'
import type { CallContext } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { findCarriers, type LibrarySearch } from './library.ts'

/** A carrier that was found, with what staff think of it (dictionaries/selfVerdict; null: nothing yet). */
export interface CheckedCarrier {
  objectKind: unknown
  objectName: unknown
  url: unknown
  platformName: unknown
  subjectName: unknown
  uscc_dim: unknown
  illegalCount: unknown
  verdict: unknown
}

/** What is held about a subject. */
export interface Held {
  result: CheckedCarrier[]
  clueCount: number
  caseCount: number
  complaintCount: number
}

/** Records of an entity that name one of these credit codes and that the user may see. */
async function countOf(call: CallContext, db: Database, name: string, codes: readonly string[]): Promise<number> {
  const entity = call.entities().get(name)
  if (!entity || codes.length === 0) return 0
  const where = every([...inScope(entity, call.rows), sql<boolean>`uscc_dim in (${sql.join([...codes])})`])
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} where ${where}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

const checked = (row: TableRow): CheckedCarrier => ({
  objectKind: row['objectKind'],
  objectName: row['objectName'],
  url: row['url'] ?? null,
  platformName: row['platformName'] ?? null,
  subjectName: row['subjectName'] ?? null,
  uscc_dim: row['uscc_dim'] ?? null,
  illegalCount: row['illegalCount'] ?? 0,
  verdict: null,
})

/** Carriers by name, subject or credit code, with the clues, cases and complaints of their subjects. */
export async function heldAbout(call: CallContext, db: Database, search: LibrarySearch): Promise<Held> {
  const result = (await findCarriers(call, db, search)).map(checked)
  const own = /^[0-9A-Z]{18}$/i.test(search.keyword) ? [search.keyword.toUpperCase()] : []
  const codes = [...new Set([...own, ...result.map(one => String(one.uscc_dim ?? '')).filter(Boolean)])]
  const [clueCount = 0, caseCount = 0, complaintCount = 0] = [
    await countOf(call, db, 'illegalResult', codes),
    await countOf(call, db, 'case', codes),
    await countOf(call, db, 'complaint', codes),
  ]
  return { result, clueCount, caseCount, complaintCount }
}

const identity = ({ objectKind, objectName, url }: Partial<CheckedCarrier>): string =>
  JSON.stringify([objectKind ?? null, objectName ?? null, url ?? null])

/** What was found, with the verdicts of `told`: what somebody else writes about a carrier does not count. */
export function withVerdicts(
  found: readonly CheckedCarrier[],
  told: readonly Partial<CheckedCarrier>[],
): CheckedCarrier[] {
  const verdicts = new Map(told.map(one => [identity(one), one.verdict ?? null]))
  return found.map(one => ({ ...one, verdict: verdicts.get(identity(one)) ?? null }))
}
