import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { entityOfCall, othersOf, type CallContext, type Services } from '../call/context.ts'
import { keyArgument } from '../records/read/record.ts'
import { Refusal } from '../answer/refusal.ts'
import { isOfOtherTables, unavailable, wordsFor } from '../answer/unavailable.ts'
import { beat, end, type Claim } from './claim.ts'
import { Pace } from '../time/pace.ts'
import { pause } from '../time/pause.ts'
import { keptRows } from '../imports/kept.ts'
import type { BatchRequest } from './jobs.ts'
import { resultOf } from './results.ts'
import { enterRow, entered, ClaimLost, type Result } from './rows.ts'
import { Interrupted } from './interrupted.ts'
import { isPassing } from '../call/outdated.ts'
import { undoCall, undoRow } from './take-back.ts'
import { addTogether, undoTogether, type SheetRows } from './together.ts'
import { noteChange } from './undo.ts'

const CHUNK = 20
const MOST_TRIES = 5
const SHORT_MS = 200
const LONG_MS = 10_000

export interface Work {
  services: Services
  claim: Claim
  /** context of the user who asked for the batch, with their current rights */
  person(): Promise<CallContext>
  stop: AbortSignal
  fault(error: unknown): void
}

interface Request extends BatchRequest {
  /** notes what an undo needs */
  undoable?: boolean
  /** id of the batch that this one undoes */
  undoes?: string
}

/** Rows of the spreadsheet that the batch imports, by their number; read once a batch. */
async function rowsOf({ services, claim }: Work): Promise<SheetRows> {
  const { imports, undoes } = claim.request as unknown as Request
  if (imports === undefined || undoes !== undefined) return new Map()
  const { good } = await keptRows(services, imports)
  return new Map(good.map(([row, args]) => [String(row), args]))
}

/** What is sent for one row: the batch's arguments and the record's key, or the spreadsheet's row. */
function argumentsOf(
  call: CallContext,
  { args, imports }: Request,
  key: string,
  rows: SheetRows,
): Record<string, unknown> {
  return imports === undefined ? { ...args, [keyArgument(call, entityOfCall(call))]: key } : { ...rows.get(key) }
}

async function make(
  { id, request }: Claim,
  person: CallContext,
  { key, rows }: { key: string; rows: SheetRows },
  within: NonNullable<CallContext['within']>,
): Promise<Result> {
  const asked = request as unknown as Request
  const { call: name, args, undoable, undoes } = asked
  if (undoes !== undefined) {
    await undoRow({ ...undoCall(person, asked, undoes), within }, { jobId: undoes, key })
    return { key, code: '1', msg: '' }
  }
  const call = othersOf(person).open(name, args, person.user)
  const noted: CallContext['noted'] = (tx, change) => noteChange(tx, person.entities(), { jobId: id, key }, change)
  const own = argumentsOf(call, asked, key, rows)
  return resultOf(key, await othersOf(person).run({ ...call, within, ...(undoable ? { noted } : {}), args: own }))
}

/** Makes the call for one row; the row's result is written in the transaction of its change. */
async function attempt(
  { services, claim }: Work,
  person: CallContext,
  row: { key: string; rows: SheetRows },
): Promise<void> {
  const { key } = row
  const mark = randomUUID()
  const within = (tx: CallContext['db']): Promise<void> => enterRow(tx, claim, mark, { key, code: '1', msg: '' })
  let result: Result
  try {
    result = await make(claim, person, row, within)
  } catch (error) {
    if (error instanceof ClaimLost || (await isPassing(services, error as Error))) throw error
    if (!(error instanceof Refusal)) person.fault(error)
    result = { key, code: '0', msg: wordsFor(error) }
  }
  await enterRow(person.db, claim, mark, result)
}

/** Waits with growing pauses until the database answers; throws if the job belongs to another instance by then. */
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
 * Runs a step and repeats it after temporary faults; `give` decides when the fault persists although the database
 * answers.
 */
async function patiently<T>(work: Work, step: () => Promise<T>, give?: (error: Refusal) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await step()
    } catch (error) {
      // these tables come back with another version alone
      if (isOfOtherTables(error as Error)) throw error
      const passing = unavailable(error as Error)
      if (!passing) throw error
      await outlast(work, tries)
      if (give && tries >= MOST_TRIES) return give(passing)
    }
  }
}

async function one(work: Work, person: CallContext, row: { key: string; rows: SheetRows }): Promise<void> {
  const { key } = row
  const {
    services: { db },
    claim,
  } = work
  try {
    await patiently(
      work,
      () => attempt(work, person, row),
      ({ message }) => enterRow(db, claim, randomUUID(), { key, code: '0', msg: message }),
    )
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
    // the attempt may have committed although its answer was lost: then this row is already entered
    if (!(await patiently(work, () => beat(db, claim)))) throw error
  }
}

/** Each row with the checks of a single call; yields to other requests in between. */
async function oneByOne(work: Work, person: CallContext, keys: readonly string[], rows: SheetRows): Promise<void> {
  for (const key of keys) {
    if (work.stop.aborted) throw new Interrupted()
    await one(work, person, { key, rows })
    await pause()
  }
}

/** Rows of a spreadsheet in one transaction, as long as that goes well. */
async function several(work: Work, person: CallContext, keys: readonly string[], rows: SheetRows): Promise<void> {
  const { undoes } = work.claim.request as unknown as Request
  const done =
    undoes === undefined ? addTogether(work.claim, person, keys, rows) : undoTogether(work.claim, person, keys, undoes)
  const isDone = await done.then(
    () => true,
    () => false,
  )
  if (!isDone) await oneByOne(work, person, keys, rows)
}

/** Processes the rows one by one, those of a spreadsheet several at a time. */
export async function workBatch(work: Work): Promise<void> {
  const { services, claim } = work
  const rows = await rowsOf(work)
  const done = await patiently(work, () => entered(services.db, claim.id))
  const pace = new Pace()
  let left: readonly string[] = claim.keys.filter(key => !done.has(key))
  while (left.length > 0) {
    if (work.stop.aborted) throw new Interrupted()
    const person = await patiently(work, work.person)
    if (claim.request['imports'] !== undefined) left = await pace.turn(left, some => several(work, person, some, rows))
    else {
      await oneByOne(work, person, left.slice(0, CHUNK), rows)
      left = left.slice(CHUNK)
    }
  }
  await patiently(work, () => end(services.db, claim))
}
