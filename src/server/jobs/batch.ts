import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { entityOfCall, othersOf, type CallContext, type Services } from '../call/context.ts'
import { isRecord } from '../call/values.ts'
import { keyArgument } from '../records/read/record.ts'
import { Refusal, SERVER_FAULT } from '../answer/refusal.ts'
import { unavailable } from '../answer/unavailable.ts'
import { beat, end, type Claim } from './claim.ts'
import { pause } from '../time/pause.ts'
import { enter, entered, ClaimLost, type Result } from './rows.ts'
import { Interrupted } from './interrupted.ts'

const CHUNK = 20
const MOST_TRIES = 5
const SHORT_MS = 200
const LONG_MS = 10_000

export interface Work {
  services: Services
  claim: Claim
  /** a call for the person who asked for it, with the rights of this moment */
  person(): Promise<CallContext>
  stop: AbortSignal
  fault(error: unknown): void
}

/** A call that answers a batch of its own says by its entries whether it worked. */
function resultOf(key: string, data: unknown): Result {
  const failed = Array.isArray(data)
    ? data.filter(isRecord).find(entry => 'code' in entry && String(entry['code']) !== '1')
    : undefined
  return failed ? { key, code: '0', msg: String(failed['msg'] ?? '操作失败') } : { key, code: '1', msg: '' }
}

/** One call as the person would send it, which enters its row with whatever it changes. */
async function attempt({ claim }: Work, person: CallContext, key: string): Promise<void> {
  const { call: name, args } = claim.request as { call: string; args: Record<string, unknown> }
  const mark = randomUUID()
  const within = (tx: CallContext['db']): Promise<void> => enter(tx, claim, mark, { key, code: '1', msg: '' })
  let result: Result
  try {
    const call = othersOf(person).open(name, args, person.user)
    result = resultOf(
      key,
      await othersOf(person).run({ ...call, within, args: { ...args, [keyArgument(call, entityOfCall(call))]: key } }),
    )
  } catch (error) {
    if (error instanceof ClaimLost || unavailable(error as Error)) throw error
    if (!(error instanceof Refusal)) person.fault(error)
    result = { key, code: '0', msg: error instanceof Refusal ? error.message : SERVER_FAULT }
  }
  await enter(person.db, claim, mark, result)
}

/** Waits, longer each time, until the database answers; ends where the job is this one's no more. */
async function outlast({ services, claim, stop }: Work, tries: number): Promise<void> {
  for (let n = tries; ; n++) {
    await sleep(Math.min(LONG_MS, SHORT_MS * 2 ** n), undefined, { signal: stop }).catch(() => {
      throw new Interrupted()
    })
    const mine = await beat(services.db, claim).catch((error: unknown) => {
      if (unavailable(error as Error)) return undefined
      throw error
    })
    if (mine === false) throw new ClaimLost()
    if (mine) return
  }
}

/**
 * Does it, and again after trouble that passes; `give` says what comes of a trouble that stays though the database
 * answers.
 */
async function patiently<T>(work: Work, step: () => Promise<T>, give?: (error: Refusal) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await step()
    } catch (error) {
      const passing = unavailable(error as Error)
      if (!passing) throw error
      await outlast(work, tries)
      if (give && tries >= MOST_TRIES) return give(passing)
    }
  }
}

async function one(work: Work, person: CallContext, key: string): Promise<void> {
  const {
    services: { db },
    claim,
  } = work
  try {
    await patiently(
      work,
      () => attempt(work, person, key),
      ({ message }) => enter(db, claim, randomUUID(), { key, code: '0', msg: message }),
    )
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
    // an attempt whose answer was lost had been made all the same
    if (!(await patiently(work, () => beat(db, claim)))) throw error
  }
}

/** One after the other, each with all that a single call asks; between two of them everybody else has a turn. */
export async function workBatch(work: Work): Promise<void> {
  const { services, claim, stop } = work
  const done = await patiently(work, () => entered(services.db, claim.id))
  const left = claim.keys.filter(key => !done.has(key))
  for (let at = 0; at < left.length; at += CHUNK) {
    const person = await patiently(work, work.person)
    for (const key of left.slice(at, at + CHUNK)) {
      if (stop.aborted) throw new Interrupted()
      await one(work, person, key)
      await pause()
    }
  }
  await patiently(work, () => end(services.db, claim))
}
