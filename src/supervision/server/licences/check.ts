import { applyChange } from '../../../server/records/write/change.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import type { CallContext, Services } from '../../../server/call/context.ts'
import { systemCallFor } from '../../../server/call/system.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { recordInScope } from '../../../server/records/read/record.ts'
import { takeTransition } from '../../../server/workflow/take.ts'
import { daysBefore } from '../prices/windows.ts'
import { readPage } from '../probe/read-page.ts'
import { hangs } from './mark.ts'

export const APPLICATION = 'licenseApply'
/** States of workflows/licenceApply.yaml whose mark is to hang on the site. */
export const [PASSED, POSTED] = ['3', '5']
const MISSING_DAYS = 7
/** dictionaries/companyStatus: revoked, deregistered */
const ENDED = ['3', '4']

/** What was found on a site. */
export interface MarkFound {
  /** the site answered with a page */
  opens: boolean
  /** and the mark hangs on it; false also for applications without one */
  hangs: boolean
  /** for staff */
  note: string
}

/** Looks for the mark of an application on its site's home page. */
export async function lookForMark({ readPage: read = readPage }: Services, row: TableRow): Promise<MarkFound> {
  const { ok, status, problem, text } = await read(String(row['siteUrl'] ?? ''))
  if (!ok) return { opens: false, hangs: false, note: problem ?? `网站打不开（状态码 ${String(status)}）` }
  const code = String(row['markCode'] ?? '')
  if (code === '') return { opens: true, hangs: false, note: '网站可以打开，尚未发放标识' }
  const found = hangs(text, code)
  return { opens: true, hangs: found, note: found ? '首页上有本标识' : '网站可以打开，首页上没有找到本标识' }
}

/** Writes down what was found; a mark that is missing counts from the first time that it was. */
async function note(call: CallContext, key: string, found: MarkFound, now: string): Promise<TableRow> {
  const entity = entityNamed(call.entities(), APPLICATION)
  return call.db.transaction().execute(async tx => {
    const before = await recordInScope(tx, call, entity, key, true)
    const isPosted = before['state'] === POSTED
    const values = {
      lastProbe: now,
      probeOk: found.hangs ? 1 : 0,
      probeNote: found.note,
      missingSince: isPosted && !found.hangs ? (before['missingSince'] ?? now) : null,
    }
    return applyChange({ call, tx }, { entity, before, values })
  })
}

async function isEnded(db: Database, uscc: unknown): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table('register')} where uscc_dim = ${String(uscc ?? '')}
    and "regState" in (${sql.join(ENDED)}) limit 1`.execute(db)
  return rows.length > 0
}

/** What the system does of itself after a look, by the code of the workflow's transition. */
async function follows(db: Database, row: TableRow, now: string): Promise<'mark' | 'lapse' | undefined> {
  if (row['state'] === PASSED) return Number(row['probeOk']) === 1 ? 'mark' : undefined
  if (row['state'] !== POSTED) return undefined
  const isMissing = row['missingSince'] && String(row['missingSince']) <= daysBefore(now, MISSING_DAYS)
  return isMissing || (await isEnded(db, row['uscc_dim'])) ? 'lapse' : undefined
}

/**
 * Looks for the mark, writes down what was found, and lets the application go on: found for the first time it is
 * posted; missing for a week, or of a subject that has ended, it lapses. The site is asked outside of any transaction.
 */
export async function checkMark(call: CallContext, row: TableRow): Promise<MarkFound> {
  const key = String(row['applyId'])
  const found = await lookForMark(call, row)
  const now = chinaTime()
  const after = await note(call, key, found, now)
  const next = await follows(call.db, after, now)
  if (next) {
    const system = systemCallFor(call, after, call.fault)
    await takeTransition(system, entityNamed(call.entities(), APPLICATION), key, next, now)
  }
  return found
}
