import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Database, TableRow } from '../db/database.ts'
import { Refusal } from '../answer/refusal.ts'
import { OutcomeUnknown } from '../answer/unavailable.ts'
import type { CallContext } from '../call/context.ts'
import { transact } from '../call/transact.ts'
import { settle } from './settle.ts'
import { claim, isHarmless, submissionOf, type Submission } from './submission.ts'

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

async function stored(tx: Database, { isOurs, secret, id }: Submission, data: unknown): Promise<void> {
  if (isOurs) return
  await tx
    .updateTable('sys_once')
    .set({ answer: sealed(secret, data) })
    .where('id', '=', id)
    .execute()
}

/**
 * Runs a call once per idempotency key; repetitions get the stored answer. Key, change and answer are committed in one
 * transaction, so that a client whose answer was lost can safely send the request again; and where the answer of the
 * database is lost to us, the key tells what became of the change.
 */
export async function runOnce(call: CallContext, run: (call: CallContext) => Promise<unknown>): Promise<unknown> {
  const submission = submissionOf(call)
  if (!submission) return unkeyed(call, run)
  let come: Outcome | undefined
  const outcome = await transact(
    call,
    async (inside, tx): Promise<Outcome> => {
      const known = await claim(tx, submission)
      if (known) return (come = repeated(submission, known))
      try {
        const data = await run(inside)
        await stored(tx, submission, data)
        return (come = { data })
      } catch (error) {
        return (come = await refused(tx, submission, error))
      }
    },
    async error => {
      // a refusal has changed nothing, whatever became of its transaction
      if (come?.refusal) return come
      if (!come || !(error instanceof OutcomeUnknown)) throw error
      await settle(call.db, submission, error)
      return come
    },
  )
  if (outcome.refusal) throw outcome.refusal
  return outcome.data
}

async function unkeyed(call: CallContext, run: (call: CallContext) => Promise<unknown>): Promise<unknown> {
  try {
    return await run(call)
  } catch (error) {
    throw error instanceof OutcomeUnknown && isHarmless(call) ? error.cause : error
  }
}
