import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { entityOfCall, othersOf, type CallContext, type Services } from '../call/context.ts'
import { keyArgument } from '../records/read/record.ts'
import { Refusal } from '../answer/refusal.ts'
import { isOfOtherTables, unavailable, wordsFor } from '../answer/unavailable.ts'
import { beat, end, type Claim } from './claim.ts'
import { paced } from '../db/paced.ts'
import { pause } from '../time/pause.ts'
import { goodRows } from '../imports/kept.ts'
import type { BatchRequest } from './jobs.ts'
import { resultOf } from './results.ts'
import { enterRow, entered, ClaimLost, type Result } from './rows.ts'
import { Interrupted } from './interrupted.ts'
import { isPassing } from '../call/outdated.ts'
import { undoCall, undoRow } from './take-back.ts'
import { addTogether, undoTogether, type SheetRows } from './together.ts'
import { noteChange } from './undo.ts'

const CHUNK = 20
/** Rows of a spreadsheet in one transaction. */
const MOST_TOGETHER = 50
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

/** A row to work off: the key of a record, or the number of a row of a spreadsheet with what its form sends. */
type Row = [key: string, sent: Record<string, unknown> | undefined]

/** What is left to do. Rows of a spreadsheet are read as they are needed. */
async function* rowsLeft({ services, claim }: Work, done: ReadonlySet<string>): AsyncGenerator<Row> {
  const { imports, undoes } = claim.request as unknown as Request
  if (imports === undefined || undoes !== undefined) {
    for (const key of claim.keys) if (!done.has(key)) yield [key, undefined]
    return
  }
  for await (const [row, sent] of goodRows(services, imports)) if (!done.has(String(row))) yield [String(row), sent]
}

/** The next of these, so many of them. */
async function some<T>(rows: AsyncIterator<T>, count: number): Promise<T[]> {
  const taken: T[] = []
  while (taken.length < count) {
    const { done, value } = await rows.next()
    if (done) break
    taken.push(value as T)
  }
  return taken
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
  const done = await patiently(work, () => entered(services.db, claim.id))
  const left = rowsLeft(work, done)
  const isSheet = claim.request['imports'] !== undefined
  const pace = paced(services.db, MOST_TOGETHER)
  for (;;) {
    const rows = await some(left, isSheet ? pace.size : CHUNK)
    if (rows.length === 0) break
    if (work.stop.aborted) throw new Interrupted()
    const person = await patiently(work, work.person)
    const sent: SheetRows = new Map(rows.flatMap(([key, args]) => (args ? [[key, args]] : [])))
    const keys = rows.map(([key]) => key)
    if (isSheet) await pace.turn(keys.length, () => several(work, person, keys, sent))
    else await oneByOne(work, person, keys, sent)
  }
  await patiently(work, () => end(services.db, claim))
}
