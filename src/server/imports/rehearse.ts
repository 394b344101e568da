import { othersOf, type CallContext } from '../call/context.ts'
import { inParts } from '../db/parts.ts'
import { gathered, Torn } from '../db/gathering.ts'
import type { Entity } from '../db/tables/models.ts'
import { Refusal } from '../answer/refusal.ts'
import { unavailable } from '../answer/unavailable.ts'
import { countTaken } from '../records/write/taken.ts'
import { lookAhead } from '../records/write/look-ahead.ts'
import { pause } from '../time/pause.ts'

/** What the form of one row would send. */
export interface Rehearsal {
  args: Record<string, unknown>
}

class Rehearsed<T> extends Error {
  readonly found: T
  constructor(found: T) {
    super()
    this.found = found
  }
}

/** Whatever the work begins for after the change never happens. */
const never = (): undefined => undefined

/** Makes the call in a transaction of its own and rolls it back. */
async function alone(person: CallContext, opened: CallContext, args: Record<string, unknown>): Promise<unknown> {
  let isOver = false
  try {
    return await person.db.transaction().execute(async tx => {
      await othersOf(person).run({ ...opened, args, db: inParts(person.db, tx, () => isOver), later: never })
      throw new Rehearsed(undefined)
    })
  } catch (error) {
    return error instanceof Rehearsed ? undefined : error
  } finally {
    isOver = true
  }
}

/** All in one transaction, rolled back. Throws where something went wrong that cannot be taken back alone. */
async function together<T extends Rehearsal>(
  person: CallContext,
  opened: CallContext,
  rows: readonly T[],
  entity: Entity,
): Promise<Map<T, unknown>> {
  try {
    return await gathered(person.db, async (db, gathering) => {
      const call = { ...opened, db, later: never }
      await lookAhead(
        call,
        entity,
        rows.map(({ args }) => args),
      )
      const found = new Map<T, unknown>()
      for (const row of rows) {
        const error = await othersOf(person)
          .run({ ...call, args: row.args })
          .then(never, (thrown: unknown) => thrown)
        if (error !== undefined && !(error instanceof Refusal)) throw error
        if (gathering.isTorn) throw new Torn()
        found.set(row, error)
        await pause()
      }
      await gathering.send()
      throw new Rehearsed(found)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.found as Map<T, unknown>
    throw error
  }
}

/**
 * Makes the call of the form for each row, with all that it checks and follows from it, and rolls everything back; what
 * each was refused for, or undefined.
 */
export async function rehearse<T extends Rehearsal>(
  person: CallContext,
  { call: name, entity }: { call: string; entity: Entity },
  rows: readonly T[],
): Promise<Map<T, unknown>> {
  const opened = othersOf(person).open(name, {}, person.user)
  const sent = rows.map(({ args }) => args)
  await countTaken({ ...opened, db: person.db }, sent)
  const found = await together(person, opened, rows, entity).catch(() => new Map<T, unknown>())
  for (const row of rows) {
    if (found.has(row)) continue
    const error = await alone(person, opened, row.args)
    if (error !== undefined && unavailable(error as Error)) throw error
    found.set(row, error)
  }
  return found
}
