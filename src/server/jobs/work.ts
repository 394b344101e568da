import { afterCommit, signedInUser, type CallContext, type TableRow } from '../call/context.ts'
import type { Database } from '../db/database.ts'
import type { Work } from './batch.ts'
import { beat, end } from './claim.ts'
import { Interrupted } from './interrupted.ts'
import { enter } from './jobs.ts'
import { ClaimLost } from './rows.ts'

/** What a product's code asks to be done in the background: the name of its work, and what it is about. */
export interface WorkOrder {
  work: string
  /** key of the record that it is about */
  key: string
  request: TableRow
}

/** Enters the work in the transaction of the change that asks for it, and wakes the worker once that is kept. */
export async function beginWork(call: CallContext, tx: Database, { work, key, request }: WorkOrder): Promise<void> {
  await enter(tx, {
    userId: signedInUser(call).id,
    kind: 'work',
    ip: call.ip,
    request: { ...request, work },
    keys: [key],
  })
  afterCommit(call, () => call.jobs?.wake())
}

/** Always starts from the beginning, even after another instance. */
export async function workOfProduct({ services, claim, stop, person }: Work): Promise<void> {
  const work = services.product.works[String(claim.request['work'])]
  if (!work) throw new Error(`the product has no work "${String(claim.request['work'])}"`)
  const alive = async (): Promise<void> => {
    if (stop.aborted) throw new Interrupted()
    if (!(await beat(services.db, claim))) throw new ClaimLost()
  }
  await work(await person(), claim.request, alive)
  await end(services.db, claim)
}
