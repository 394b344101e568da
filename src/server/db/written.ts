import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from './database.ts'

/** What a replica must have for somebody to read there what they have written, as their session says. */
export interface Wrote {
  /** in the primary's log: all of it lies before; null where nothing is known to have been written */
  place: string | null
  /** of the primary: the time in which no such place was lost; null until it has been named */
  incarnation: string | null
}

/** What one call has written so far, whatever its work is divided into. */
interface Trace {
  hasWritten: boolean
  /** whose it is; a sign-in knows only when it has succeeded */
  userId: string | undefined
}
const traces = new AsyncLocalStorage<Trace>()

/** A word too many, in a name or for a lock, only has somebody read the primary for a moment. */
const WRITES = /\b(?:insert|update|delete|merge|truncate|copy)\b/i

export const mayWrite = (text: string): boolean => WRITES.test(text)

/** Told of every statement that is sent to a PostgreSQL. */
export function noteStatement(text: string): void {
  const trace = traces.getStore()
  if (trace && !trace.hasWritten) trace.hasWritten = mayWrite(text)
}

/** The call in progress acts for this person, who was not known when it began. */
export function actsFor(userId: string): void {
  const trace = traces.getStore()
  if (trace) trace.userId = userId
}

/** Does the work, and says who has written in it; also if it fails, because parts of it may be kept. */
export async function traced<T>(
  userId: string | undefined,
  work: () => Promise<T>,
  then: (userId: string) => Promise<void>,
): Promise<T> {
  const trace: Trace = { hasWritten: false, userId }
  try {
    return await traces.run(trace, work)
  } finally {
    if (trace.hasWritten && trace.userId !== undefined) await then(trace.userId)
  }
}

/** All that is committed lies before it. */
export const END_OF_LOG = sql.raw('pg_current_wal_insert_lsn()')

/**
 * Keeps for these people (rows of user and place) what a replica must have reached before they read there. A place
 * beyond the end of the log is of another database, whose tables were copied into this one.
 */
export const keepPlaces = (people: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into sys_written as w ("userId", position) ${people}
    on conflict ("userId") do update set position = case when w.position > ${END_OF_LOG} then excluded.position
    else greatest(w.position, excluded.position) end`

/** Called after the commit. It waits for no disk: the log ends before what a power cut would lose. */
export async function noteWritten(db: Database, userId: string): Promise<void> {
  const quick = sql`(select set_config('synchronous_commit', 'off', true)) as quick`
  await keepPlaces(sql`select ${userId}, ${END_OF_LOG} from ${quick}`).execute(db)
}
