import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { LONG, takeTime } from '../limits.ts'
import type { Entity } from '../tables/models.ts'
import { quoted } from '../tables/province.ts'
import { chinaTime } from '../time.ts'
import { fillRollup } from './fill.ts'
import { rollupLock } from './lock.ts'
import { ROLLUP, rollupTables, type RollupPlan } from './plan.ts'
import { refusalOf, type RefusedRollup } from './refused.ts'
import { functionsOf, tablesFor, triggersFor, triggersOf } from './statements.ts'

export const ROLLUP_TABLES = [
  // `filled`: whether the roll-up says what the rows say; until then rows answer
  `create table if not exists ${ROLLUP} (
     name text primary key, plan text not null, filled smallint not null default 0, "when" timestamp(0) not null)`,
]

/** What the database keeps, and what it does not keep and why: there rows answer. */
export interface KeptRollups {
  usable: RollupPlan[]
  refused: RefusedRollup[]
}

interface Stored {
  plan: RollupPlan
  filled: boolean
}

/** All roll-ups that there are, by the name of their table. */
export async function storedRollups(db: Database): Promise<Map<string, Stored>> {
  const rows = await db.selectFrom(ROLLUP).select(['name', 'plan', 'filled']).execute()
  return new Map(
    rows.map(row => [
      String(row['name']),
      { plan: JSON.parse(String(row['plan'])) as RollupPlan, filled: row['filled'] === 1 },
    ]),
  )
}

/** How long a trigger that waits for one writer holds up the others, who are told to come again after a second. */
const LOCK_MS = 500
const TRIES = 40
const AGAIN_MS = 250
const [DEADLOCK, LOCKED] = ['40P01', '55P03']

/** A short transaction that changes tables while others write; again if one of them did not let it. */
async function changing(db: Database, work: (tx: Database) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await db.transaction().execute(async tx => {
        await takeTime(tx)
        await rollupLock(tx)
        await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(tx)
        await work(tx)
      })
      return
    } catch (error) {
      const { code } = error as { code?: unknown }
      if ((code !== LOCKED && code !== DEADLOCK) || tries === TRIES) throw error
      await pause(AGAIN_MS)
    }
  }
}

const run = async (tx: Database, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

/** Tables and triggers; from their commit on every change is noted. Writers wait for the triggers, not for the rows. */
const make = (db: Database, plan: RollupPlan, entity: Entity): Promise<void> =>
  changing(db, async tx => {
    const name = rollupTables(plan).base
    if ((await storedRollups(tx)).has(name)) return
    await run(tx, [...tablesFor(plan), ...triggersFor(plan, entity)])
    await tx
      .insertInto(ROLLUP)
      .values({ name, plan: JSON.stringify(plan), filled: 0, when: chinaTime() })
      .execute()
  })

const remove = (db: Database, plan: RollupPlan): Promise<void> => changing(db, tx => removeWithin(tx, plan))

async function removeWithin(tx: Database, plan: RollupPlan): Promise<void> {
  const { base, delta } = rollupTables(plan)
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass(${quoted(plan.table)}) is not null as there`.execute(tx)
  if (rows[0]?.there)
    await run(
      tx,
      triggersOf(plan).map(name => `drop trigger if exists ${name} on ${quoted(plan.table)}`),
    )
  await run(
    tx,
    functionsOf(plan).map(name => `drop function if exists ${name}()`),
  )
  await run(tx, [`drop table if exists ${quoted(base)}, ${quoted(delta)}`])
  await tx.deleteFrom(ROLLUP).where('name', '=', base).execute()
}

/** Takes the roll-ups of a table away, before its columns change their type; the next start makes them anew. */
export async function removeRollupsOf(tx: Database, table: string): Promise<void> {
  for (const { plan } of (await storedRollups(tx)).values()) if (plan.table === table) await removeWithin(tx, plan)
}

/**
 * Makes what the configuration wants and drops what it does not want any more. First tables and triggers, which takes
 * a moment; then, while everybody goes on writing, the roll-up becomes the rows less what has been noted since.
 */
export async function keepRollups(
  db: Database,
  plans: readonly RollupPlan[],
  entities: ReadonlyMap<string, Entity>,
): Promise<KeptRollups> {
  const kept: KeptRollups = { usable: [], refused: [] }
  const stored = await storedRollups(db)
  const wanted = new Set(plans.map(plan => rollupTables(plan).base))
  for (const plan of plans) {
    try {
      const entity = entities.get(plan.table)
      const refused = await refusalOf(db, plan, entity)
      if (refused) kept.refused.push(refused)
      else if (entity) {
        const known = stored.get(rollupTables(plan).base)
        if (!known) await make(db, plan, entity)
        if (!known?.filled) await fillRollup(db, plan)
        kept.usable.push(plan)
      }
    } catch (error) {
      // numbers come from rows, as they do without a roll-up: no reason not to start
      kept.refused.push({ name: plan.name, table: plan.table, why: 'failed', error })
    }
  }
  // the former ones answer until the new ones do
  for (const [name, { plan }] of stored) if (!wanted.has(name)) await remove(db, plan)
  return kept
}

/** Reads the roll-ups that say what the rows say, for whoever has no configuration at hand. */
export async function filledRollups(db: Database): Promise<RollupPlan[]> {
  const { rows } = await sql<{ there: boolean }>`${LONG}select to_regclass(${ROLLUP}) is not null as there`.execute(db)
  if (!rows[0]?.there) return []
  return [...(await storedRollups(db)).values()].filter(({ filled }) => filled).map(({ plan }) => plan)
}
