import type { Work } from './batch.ts'
import { beat, end, isUnwanted } from './claim.ts'
import { exportRequest } from './export-request.ts'
import { Interrupted } from './interrupted.ts'
import { ClaimLost } from './rows.ts'
import { writeExport } from './write-export.ts'

/** Always starts from the beginning, even after another instance: a partial file cannot be continued. */
export async function workExport({ services, claim, stop, person }: Work): Promise<void> {
  const told = async (done: number): Promise<void> => {
    if (stop.aborted) throw new Interrupted()
    if (!(await beat(services.db, claim, { done }))) throw new ClaimLost()
  }
  const call = { ...(await person()), args: claim.request }
  await writeExport(
    { call, person, told },
    { id: claim.id, name: String(claim.request['call']), keys: claim.keys, request: exportRequest(call) },
  )
  if (!(await end(services.db, claim)) && (await isUnwanted(services.db, claim))) await services.files.remove(claim.id)
}
