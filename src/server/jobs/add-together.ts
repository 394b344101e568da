import { randomUUID } from 'node:crypto'
import { entityOfCall, othersOf, type CallContext } from '../call/context.ts'
import { gathered } from '../db/gathering.ts'
import { lookAhead } from '../records/write/look-ahead.ts'
import { pause } from '../time/pause.ts'
import type { Claim } from './claim.ts'
import { resultOf } from './results.ts'
import { enterRow } from './rows.ts'
import { noteChange } from './undo.ts'

/** Row of a spreadsheet → what its form sends. */
export type SheetRows = ReadonlyMap<string, Record<string, unknown>>

/**
 * Adds records of a spreadsheet, and their results, in one transaction. Throws, and has added nothing, where any of
 * them fails: then each is for itself.
 */
export async function addTogether(
  claim: Claim,
  person: CallContext,
  keys: readonly string[],
  rows: SheetRows,
): Promise<void> {
  const others = othersOf(person)
  const opened = others.open(String(claim.request['call']), {}, person.user)
  const attempt = randomUUID()
  const waiting: (() => void)[] = []
  await gathered(person.db, async db => {
    const call: CallContext = { ...opened, db, later: work => waiting.push(work) }
    const sent = (key: string): Record<string, unknown> => ({ ...rows.get(key) })
    await lookAhead(call, entityOfCall(call), keys.map(sent))
    for (const key of keys) {
      const noted: CallContext['noted'] = (tx, change) =>
        noteChange(tx, person.entities(), { jobId: claim.id, key }, change)
      const data = await others.run({ ...call, noted, args: sent(key) })
      await enterRow(db, claim, attempt, resultOf(key, data))
      await pause()
    }
  })
  for (const work of waiting) work()
}
