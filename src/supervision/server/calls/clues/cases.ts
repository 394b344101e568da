import { sql } from 'kysely'
import type { TableRow } from '../../../../server/db/database.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { signedInUser, type Handler, type Handlers, type Saving } from '../../../../server/call/context.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'

/** AJ, six digits of the area, day, and a consecutive number of four digits. */
async function caseNo({ tx, entity }: Saving, areaCode: string): Promise<string> {
  const start = `AJ${areaCode.slice(0, 6)}${chinaTime().slice(0, 10).replaceAll('-', '')}`
  await sql`select pg_advisory_xact_lock(hashtext(${start}))`.execute(tx)
  const { rows } = await sql<{
    last: string | null
  }>`select max("caseNo") as last from ${sql.table(entity.name)} where "caseNo" like ${`${start}%`}`.execute(tx)
  return `${start}${String(Number(rows[0]?.last?.slice(start.length) ?? 0) + 1).padStart(4, '0')}`
}

const number = (value: unknown): number => Number(value ?? 0)

/** The total is computed from fine and confiscation; a total in the request is ignored. */
function withTotal(values: TableRow, before: TableRow | undefined): void {
  const now = { ...before, ...values }
  if (['fine', 'confiscateGain'].every(name => now[name] === undefined || now[name] === null)) return
  values['totalAmount'] = number(now['fine']) + number(now['confiscateGain'])
}

const save: Handler = call =>
  saveRecord(call, async (saving, values) => {
    withTotal(values, saving.before)
    const numbered = values['caseNo'] ?? saving.before?.['caseNo']
    if (!numbered)
      values['caseNo'] = await caseNo(
        saving,
        String(values['areaCode'] ?? saving.before?.['areaCode'] ?? signedInUser(call).areaCode),
      )
    return {}
  })

export const cases: Handlers = { 'case.save': save }
