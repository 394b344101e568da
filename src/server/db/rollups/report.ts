import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { LONG } from '../limits.ts'
import { differences, fillRollup, type Difference } from './fill.ts'
import { filledRollups } from './keep.ts'
import { rollupTables, type RollupPlan } from './plan.ts'

/** What an operator hears of one roll-up. */
export interface RollupReport {
  name: string
  table: string
  /** groups that are put together */
  rows: number
  /** none: it says what the rows say */
  differences: Difference[]
}

const plansNamed = async (db: Database, name: string | undefined): Promise<RollupPlan[]> =>
  (await filledRollups(db)).filter(plan => name === undefined || plan.name === name)

async function reportOf(db: Database, plan: RollupPlan): Promise<RollupReport> {
  const { rows } = await sql<{
    n: number
  }>`${LONG}select count(*) as n from ${sql.table(rollupTables(plan).base)}`.execute(db)
  return { name: plan.name, table: plan.table, rows: Number(rows[0]?.n), differences: await differences(db, plan) }
}

/** Compares roll-ups with the rows, all or those of one name. */
export async function checkRollups(db: Database, name?: string): Promise<RollupReport[]> {
  const reports: RollupReport[] = []
  for (const plan of await plansNamed(db, name)) reports.push(await reportOf(db, plan))
  return reports
}

/** Makes them anew of the rows, and compares. */
export async function rebuildRollups(db: Database, name?: string): Promise<RollupReport[]> {
  for (const plan of await plansNamed(db, name)) await fillRollup(db, plan)
  return checkRollups(db, name)
}
