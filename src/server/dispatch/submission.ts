import { createHash, createHmac, randomUUID } from 'node:crypto'
import { isDoneOnce, SUBMISSION_HEADER } from '../../core/contract/api.ts'
import { badRequest } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import type { Database, TableRow } from '../db/database.ts'
import { nowMs } from '../time/clock.ts'

const FORMAT = /^[\w-]{16,128}$/

/** A submission: the client's idempotency key and a fingerprint of its arguments. */
export interface Submission {
  id: string
  secret: string
  print: string
  /** the client sent no key: it cannot ask again, but what became of the change can be looked up here */
  isOurs: boolean
}

/** Whether the same again is done again, and does no harm. */
export const isHarmless = ({ endpoint }: CallContext): boolean => !isDoneOnce(endpoint) || endpoint.repeatable === true

export function submissionOf(call: CallContext): Submission | undefined {
  const { endpoint, headers, user, args } = call
  if (!user || endpoint.in === 'multipart' || isHarmless(call)) return undefined
  const sent = headers[SUBMISSION_HEADER]
  const secret = sent ?? randomUUID()
  if (typeof secret !== 'string' || !FORMAT.test(secret))
    throw badRequest(`${SUBMISSION_HEADER} 应为 16 到 128 位字母、数字、_ 或 -`)
  return {
    isOurs: sent === undefined,
    id: createHash('sha256').update(`${user.id} ${secret}`).digest('hex'),
    secret,
    print: createHmac('sha256', secret)
      .update(`${endpoint.name} ${JSON.stringify(args)}`)
      .digest('hex'),
  }
}

/**
 * If another request with the same number is running, the insert waits in the database until that one has committed or
 * rolled back.
 */
export async function claim(tx: Database, { id, print }: Submission): Promise<TableRow | undefined> {
  const mine = await tx
    .insertInto('sys_once')
    .values({ id, print, createdAt: nowMs() })
    .onConflict(on => on.column('id').doNothing())
    .returning('id')
    .execute()
  return mine.length > 0
    ? undefined
    : tx.selectFrom('sys_once').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
