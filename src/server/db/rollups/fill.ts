import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { takeTime } from '../limits.ts'
import { quoted } from '../tables/province.ts'
import { rollupLock, rollupLockIfFree } from './lock.ts'
import { ROLLUP, rollupTables, type RollupPlan } from './plan.ts'
import { difference, filling, folding } from './statements.ts'

/**
 * Makes a roll-up anew of the rows, beside writers and readers: what the rows are in one moment, less what is noted of
 * changes in the same moment. Readers have the old one until it is done.
 */
export async function fillRollup(db: Database, plan: RollupPlan): Promise<void> {
  const { base } = rollupTables(plan)
  await db.transaction().execute(async tx => {
    await takeTime(tx)
    await rollupLock(tx)
    // in the order of whoever truncates the table
    await sql.raw(`lock table ${quoted(plan.table)} in access share mode`).execute(tx)
    await sql.raw(`delete from ${quoted(base)}`).execute(tx)
    await sql.raw(filling(plan)).execute(tx)
    await sql.raw(`analyze ${quoted(base)}`).execute(tx)
    await tx.updateTable(ROLLUP).set({ filled: 1 }).where('name', '=', base).execute()
  })
}

/** Changes that wait before they are put together: so many more rows are read for each number. */
const WAITING = 1000

/**
 * Changes that are put together at once, about two minutes of work: ten million shops that are read in are not one
 * transaction of many minutes, of which nothing is left when the server stops.
 */
const AT_ONCE = 1_000_000

interface Folding {
  waiting?: number
  atOnce?: number
}

/** Puts together what has changed, if much has; false: little has, or another instance is at it. */
export async function foldRollup(
  db: Database,
  plan: RollupPlan,
  { waiting = WAITING, atOnce = AT_ONCE }: Folding = {},
): Promise<boolean> {
  const { delta } = rollupTables(plan)
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select from ${sql.table(delta)} limit ${waiting + 1}) as noted`.execute(db)
  if (Number(rows[0]?.n ?? 0) <= waiting) return false
  return db.transaction().execute(async tx => {
    await takeTime(tx)
    if (!(await rollupLockIfFree(tx))) return false
    for (const statement of folding(plan, atOnce)) await sql.raw(statement).execute(tx)
    return true
  })
}

/** A group of which roll-up and rows say different things: its keys, and the rows' numbers less the roll-up's. */
export type Difference = Record<string, unknown>

const MOST = 20

/** Compares a roll-up with the rows, of one and the same moment; the first differences. */
export async function differences(db: Database, plan: RollupPlan): Promise<Difference[]> {
  return db.transaction().execute(async tx => {
    await takeTime(tx)
    const { rows } = await sql.raw<Difference>(`${difference(plan)} limit ${MOST}`).execute(tx)
    return rows
  })
}
