import { randomUUID } from 'node:crypto'
import { entityOfCall, othersOf, type CallContext } from '../call/context.ts'
import { Refusal } from '../answer/refusal.ts'
import { gathered } from '../db/gathering.ts'
import { lookAhead } from '../records/write/look-ahead.ts'
import { pause } from '../time/pause.ts'
import type { Claim } from './claim.ts'
import { resultOf } from './results.ts'
import { enterRow, type Result } from './rows.ts'
import { foresee, undoCall, undoRow } from './take-back.ts'
import { noteChange } from './undo.ts'

/** Row of a spreadsheet → what its form sends. */
export type SheetRows = ReadonlyMap<string, Record<string, unknown>>

/** Asks once what all rows need; gives what is done with each of them. */
type Prepare = (call: CallContext) => Promise<(key: string) => Promise<Result>>

/**
 * Rows of a job, and their results, in one transaction. Throws, and has changed nothing, where one of them fails in a
 * way that cannot be taken back alone: then each is for itself.
 */
async function together(claim: Claim, call: CallContext, keys: readonly string[], prepare: Prepare): Promise<void> {
  const attempt = randomUUID()
  const waiting: (() => void)[] = []
  await gathered(call.db, async db => {
    const make = await prepare({ ...call, db, later: work => waiting.push(work) })
    for (const key of keys) {
      await enterRow(db, claim, attempt, await make(key))
      await pause()
    }
  })
  for (const work of waiting) work()
}

/** Adds records of a spreadsheet. */
export function addTogether(
  claim: Claim,
  person: CallContext,
  keys: readonly string[],
  rows: SheetRows,
): Promise<void> {
  const others = othersOf(person)
  const opened = others.open(String(claim.request['call']), {}, person.user)
  const sent = (key: string): Record<string, unknown> => ({ ...rows.get(key) })
  return together(claim, opened, keys, async call => {
    await lookAhead(call, entityOfCall(call), keys.map(sent))
    return async key => {
      const noted: CallContext['noted'] = (tx, change) =>
        noteChange(tx, person.entities(), { jobId: claim.id, key }, change)
      return resultOf(key, await others.run({ ...call, noted, args: sent(key) }))
    }
  })
}

/** Takes back what a job has added; a row that has been changed since stays, and its result says so. */
export function undoTogether(
  claim: Claim,
  person: CallContext,
  keys: readonly string[],
  undoes: string,
): Promise<void> {
  const asked = claim.request as { call: string; args: Record<string, unknown> }
  return together(claim, undoCall(person, asked, undoes), keys, async call => {
    const foreseen = await foresee(call, call.db, undoes, keys)
    return key =>
      undoRow(call, { jobId: undoes, key }, foreseen).then(
        (): Result => ({ key, code: '1', msg: '' }),
        (error: unknown): Result => {
          if (error instanceof Refusal) return { key, code: '0', msg: error.message }
          throw error
        },
      )
  })
}
