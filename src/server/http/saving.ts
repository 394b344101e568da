import { sql } from 'kysely'
import type { Services } from '../call/context.ts'
import type { Database } from '../db/database.ts'
import { DATABASE_NOW } from '../db/time.ts'
import { ticks } from '../time/ticks.ts'

/** A read-only database answers lists and takes no save. The code is PostgreSQL's for a save that it refuses. */
class ReadOnly extends Error {
  readonly code = '25006'
}

export async function refuseReadOnly(db: Database): Promise<void> {
  const { rows } = await sql<{ isReadOnly: boolean }>`select exists (select 1 from sys_meta) as "isThere",
    current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "isReadOnly"`.execute(db)
  if (rows[0]?.isReadOnly) throw new ReadOnly()
}

/** However often the health is asked for, so much is written at most. */
const EVERY_MS = 3000
/** Swept with the keys of submissions. */
const ID = 'health'

interface Trial {
  done: Promise<void>
  /** when it was done; one under way is waited for */
  at: number | undefined
}
const trials = new WeakMap<object, Trial>()

/** Whoever asks in between is told the same. */
function seldom(what: object, work: () => Promise<void>): Promise<void> {
  const before = trials.get(what)
  if (before && (before.at === undefined || ticks() - before.at < EVERY_MS)) return before.done
  const trial: Trial = { at: undefined, done: work().finally(() => (trial.at = ticks())) }
  trials.set(what, trial)
  return trial.done
}

/** Whether there is room beside an embedded database, which would be opened anew each time that it finds none. */
export async function tryDisk({ tryDisk: work }: Services): Promise<void> {
  if (work) await seldom(work, work)
}

/** Does what every save does, as little of it as will tell. */
export const trySaving = (services: Services): Promise<void> => seldom(services.db, () => save(services))

/**
 * Each save notes its key and enters the audit trail, so both have to be open to it, and its commit has to be answered.
 * The row is mostly written where it stood; that there is room for more of them, the file of an exported snapshot
 * tells, which the server takes away itself.
 */
async function save({ db, tryDisk: isEmbedded }: Services): Promise<void> {
  await db.transaction().execute(async tx => {
    await sql`lock table sys_once, sys_audit in row exclusive mode`.execute(tx)
    if (!isEmbedded) await sql`select pg_export_snapshot()`.execute(tx)
    await sql`insert into sys_once (id, print, "createdAt") values (${ID}, '', ${DATABASE_NOW})
      on conflict (id) do update set "createdAt" = excluded."createdAt"`.execute(tx)
  })
}
