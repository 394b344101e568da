import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Refusal } from '../answer/refusal.ts'
import { arrayOf } from '../db/arrays.ts'
import type { Database } from '../db/database.ts'
import { ticks } from '../time/ticks.ts'

/** Different whole values of masked fields that one person may ask for within an hour. */
const MOST = 60
const HOUR = 3_600_000

/** Value that is looked for behind a mask → the field with the mask. */
export type Guessed = Map<string, string>

/** Who has asked for all that they may, as the database last said. */
interface Full {
  until: number
  prints: ReadonlySet<string>
}

/** Kept instead of the value, which may be somebody's telephone. */
const printOf = (userId: string, value: string): string =>
  createHash('sha256').update(`${userId}\0${value}`).digest('base64url').slice(0, 22)

/**
 * Whoever knows a whole number may look for it, though the list shows it masked. Of a masked number four digits are
 * unknown: trying them all is no looking for. Counted in the database, for all instances together, before any row is
 * compared: what is refused was not worked out, and parallel guesses take their numbers one after another.
 */
export class Guesses {
  readonly #full = new Map<string, Full>()

  /**
   * Counts what is looked for, in one statement; throws 429 with the seconds to wait where it is too much. What was
   * asked before within the hour may be asked again.
   */
  async count(db: Database, userId: string, guessed: Guessed): Promise<void> {
    if (guessed.size === 0) return
    const prints = new Map([...guessed].map(([value, field]) => [printOf(userId, value), field]))
    this.#refuseKnown(userId, prints)
    const { rows } = await sql<{ prints: string[]; left: string }>`
      insert into sys_guess as g ("userId", since, prints)
        values (${userId}, (extract(epoch from clock_timestamp()) * 1000)::bigint,
          (${arrayOf([...prints.keys()])}::text[])[1:${sql.lit(MOST)}])
      on conflict ("userId") do update set
        since = case when g.since <= excluded.since - ${sql.lit(HOUR)} then excluded.since else g.since end,
        prints = case when g.since <= excluded.since - ${sql.lit(HOUR)} then excluded.prints
          else (g.prints || array(select p from unnest(excluded.prints) p where p <> all(g.prints)))[1:${sql.lit(MOST)}]
          end
      returning prints, since + ${sql.lit(HOUR)} - (extract(epoch from clock_timestamp()) * 1000)::bigint as left
    `.execute(db)
    const kept = new Set(rows[0]?.prints)
    const field = [...prints].find(([print]) => !kept.has(print))?.[1]
    if (field === undefined) return
    const left = Number(rows[0]?.left ?? HOUR)
    this.#full.set(userId, { until: ticks() + left, prints: kept })
    throw tooMany(left, field)
  }

  /** What is known to be too much does not ask the database. */
  #refuseKnown(userId: string, prints: ReadonlyMap<string, string>): void {
    const full = this.#full.get(userId)
    if (!full) return
    if (full.until <= ticks()) return void this.#full.delete(userId)
    const field = [...prints].find(([print]) => !full.prints.has(print))?.[1]
    if (field !== undefined) throw tooMany(full.until - ticks(), field)
  }
}

function tooMany(left: number, field: string): Refusal {
  const seconds = Math.ceil(left / 1000)
  const text = `一小时内最多按 ${MOST} 个不同的脱敏值查找，请${Math.ceil(seconds / 60)}分钟后再试`
  return new Refusal(
    429,
    `参数 ${field}：${text}`,
    { [field]: text },
    { retryAfter: seconds },
    { 'retry-after': String(seconds) },
  )
}

const guesses = new Guesses()

/** Counts what a call is about to look for behind masks, for whoever makes it; throws 429 where it is too much. */
export async function countGuesses(
  { user, primary, db }: { user: { id: string } | undefined; primary?: Database; db: Database },
  guessed: Guessed,
): Promise<void> {
  if (user) await guesses.count(primary ?? db, user.id, guessed)
}
