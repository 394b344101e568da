import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

const WINDOW_MS = 10 * 60_000
/** A whole agency may stand behind one address; five wrong passwords lock each of its accounts long before. */
const WRONG_ONES = 100
const NAME_LENGTH = 60

/** In the database, so that asking another instance starts no new count. */
async function count(db: Database, client: string, now: number): Promise<number> {
  const { rows } = await sql<{ tries: number }>`insert into sys_throttle as t (client, tries, since) values (${client}, 1, ${now})
    on conflict (client) do update set tries = case when t.since < ${now - WINDOW_MS} then 1 else t.tries + 1 end,
      since = case when t.since < ${now - WINDOW_MS} then ${now} else t.since end
    returning tries`.execute(db)
  return Number(rows[0]?.tries ?? 0)
}

/** Guesses at a name that nobody has, of the last minutes. */
export const guessesAt = (db: Database, name: string, now: number): Promise<number> => count(db, `name ${name.slice(0, NAME_LENGTH)}`, now)

/**
 * Counts a sign-in for its address before it is judged, so that many at once count too; `well` takes it back when the
 * password was right.
 */
export async function throttled(db: Database, ip: string, now: number): Promise<{ well(): Promise<void> }> {
  const client = `login ${ip}`
  if (await count(db, client, now) > WRONG_ONES) throw new Refusal(218, '您的访问过于频繁，请售后再试')
  return {
    well: async () => {
      await sql`update sys_throttle set tries = greatest(tries - 1, 0) where client = ${client}`.execute(db)
      await sql`delete from sys_throttle where since < ${now - WINDOW_MS}`.execute(db)
    },
  }
}
