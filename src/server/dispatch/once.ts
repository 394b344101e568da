import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { isDoneOnce, SUBMISSION_HEADER } from '../../core/contract/api.ts'
import type { Database, TableRow } from '../db/database.ts'
import { inParts } from '../db/parts.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'
import type { CallContext } from '../call/context.ts'
import { nowMs } from '../time/clock.ts'

const FORMAT = /^[\w-]{16,128}$/

/** A submission: the client's idempotency key and a fingerprint of its arguments. */
interface Submission {
  id: string
  secret: string
  print: string
}

function submissionOf({ endpoint, headers, user, args }: CallContext): Submission | undefined {
  const secret = headers[SUBMISSION_HEADER]
  if (secret === undefined || !user || endpoint.in === 'multipart' || !isDoneOnce(endpoint) || endpoint.repeatable)
    return undefined
  if (typeof secret !== 'string' || !FORMAT.test(secret))
    throw badRequest(`${SUBMISSION_HEADER} 应为 16 到 128 位字母、数字、_ 或 -`)
  return {
    id: createHash('sha256').update(`${user.id} ${secret}`).digest('hex'),
    secret,
    print: createHmac('sha256', secret)
      .update(`${endpoint.name} ${JSON.stringify(args)}`)
      .digest('hex'),
  }
}

/**
 * Stored answers may contain a password, so they are encrypted with a key derived from the client's number, which only
 * the client knows.
 */
const keyFrom = (secret: string): Buffer => createHash('sha256').update(`answer ${secret}`).digest()
const NONCE = 12
const TAG = 16

function sealed(secret: string, data: unknown): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce)
  const text = Buffer.concat([cipher.update(JSON.stringify({ data })), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64')
}

function opened(secret: string, answer: string): unknown {
  const bytes = Buffer.from(answer, 'base64')
  const cipher = createDecipheriv('aes-256-gcm', keyFrom(secret), bytes.subarray(0, NONCE)).setAuthTag(
    bytes.subarray(NONCE, NONCE + TAG),
  )
  const text = Buffer.concat([cipher.update(bytes.subarray(NONCE + TAG)), cipher.final()]).toString('utf8')
  return (JSON.parse(text) as { data?: unknown }).data
}

/**
 * If another request with the same number is running, the insert waits in the database until that one has committed or
 * rolled back.
 */
async function claim(tx: Database, { id, print }: Submission): Promise<TableRow | undefined> {
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

function repeated({ secret, print }: Submission, row: TableRow): Outcome {
  if (row['print'] === print) return { data: opened(secret, String(row['answer'])) }
  return {
    refusal: new Refusal(
      422,
      '这次提交此前已经保存，之后改动的内容没有保存：请刷新后在原记录上修改，确要另存请再提交一次',
    ),
  }
}

type Outcome = { data: unknown; refusal?: undefined } | { refusal: Refusal }

/**
 * A refusal is not stored, so that the request can be repeated. Only its own changes are rolled back; counters written
 * before (failed sign-ins, for instance) remain.
 */
async function refused(tx: Database, { id }: Submission, error: unknown): Promise<Outcome> {
  if (!(error instanceof Refusal)) throw error
  await tx
    .deleteFrom('sys_once')
    .where('id', '=', id)
    .execute()
    .catch(() => {
      throw error
    })
  return { refusal: error }
}

/**
 * Runs a call once per idempotency key; repetitions get the stored answer. Key, change and answer are committed in one
 * transaction, so that a client whose answer was lost can safely send the request again.
 */
export async function runOnce(call: CallContext, run: (call: CallContext) => Promise<unknown>): Promise<unknown> {
  const submission = submissionOf(call)
  if (!submission) return run(call)
  const waiting: (() => void)[] = []
  let isOver = false
  const outcome = await call.db
    .transaction()
    .execute(async (tx): Promise<Outcome> => {
      const known = await claim(tx, submission)
      if (known) return repeated(submission, known)
      try {
        const data = await run({ ...call, db: inParts(call.db, tx, () => isOver), later: work => waiting.push(work) })
        await tx
          .updateTable('sys_once')
          .set({ answer: sealed(submission.secret, data) })
          .where('id', '=', submission.id)
          .execute()
        return { data }
      } catch (error) {
        return refused(tx, submission, error)
      }
    })
    .finally(() => {
      isOver = true
    })
  for (const work of waiting) work()
  if (outcome.refusal) throw outcome.refusal
  return outcome.data
}
