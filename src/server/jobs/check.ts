import { badRequest } from '../answer/refusal.ts'
import { checkFile } from '../imports/check-file.ts'
import { asKept, keepRows, reportOf, wholeFile } from '../imports/kept.ts'
import type { Work } from './batch.ts'
import { end, held, isUnwanted } from './claim.ts'
import { Interrupted } from './interrupted.ts'
import { ClaimLost } from './rows.ts'
import { DATABASE_NOW } from '../db/time.ts'

/** Checks a spreadsheet from its beginning, even after another instance: nothing has been written by then. */
export async function workCheck({ services, claim, stop, person }: Work): Promise<void> {
  const { db, files } = services
  const told = async (done: number, total: number): Promise<void> => {
    if (stop.aborted) throw new Interrupted()
    const mine = await db
      .updateTable('sys_job')
      .set({ done, total, beatAt: DATABASE_NOW })
      .where(held(claim))
      .returning('id')
      .executeTakeFirst()
    if (!mine) throw new ClaimLost()
  }
  const file = await wholeFile(services, String(claim.request['file']))
  if (!file) throw badRequest('文件已被清理，请重新选择文件')
  const checked = await checkFile(file, { person, args: claim.request, told })
  await keepRows(services, claim.id, asKept(checked))
  const report = reportOf(checked)
  await told(checked.length, checked.length)
  await db
    .updateTable('sys_job')
    .set({ request: JSON.stringify({ ...claim.request, report }) })
    .where(held(claim))
    .execute()
  if (!(await end(db, claim)) && (await isUnwanted(db, claim))) await files.remove(claim.id)
}
