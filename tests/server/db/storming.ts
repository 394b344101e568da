import { seeded } from '../../chance.ts'
import { change, MARKET, MARKET_PLANS } from './storm.ts'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate/migrate.ts'
import { differences, fillRollup, foldRollup } from '../../../src/server/db/rollups/fill.ts'
import { keepRollups, type KeptRollups } from '../../../src/server/db/rollups/keep.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { startPostgres } from '../support/postgres.ts'

/** What was found while many write: roll-ups and rows compared so many times, and what differed. */
export interface Stormed {
  changes: number
  checks: number
  wrong: unknown[]
  kept: KeptRollups
}

export const MARKETS = new Map([[MARKET.name, MARKET]])

/** All roll-ups of the market with what they say wrong; nothing is well. */
export async function wrongOf(db: Database, plans = MARKET_PLANS): Promise<unknown[]> {
  const found: unknown[] = []
  for (const plan of plans)
    for (const difference of await differences(db, plan)) found.push({ plan: plan.name, ...difference })
  return found
}

/**
 * Roll-ups are made while four write, then one puts together and one makes anew beside them, `isEnough` says when, and
 * PostgreSQL is killed in the midst of it.
 */
export async function stormAndKill(isEnough: (checks: number) => boolean): Promise<Stormed> {
  const postgres = await startPostgres()
  const found: Stormed = { changes: 0, checks: 0, wrong: [], kept: { usable: [], refused: [] } }
  const check = async (db: Database): Promise<void> => {
    found.wrong.push(...(await wrongOf(db)))
    found.checks++
  }
  let db = databaseOn(await openPostgres(postgres.url))
  await migrate(db, [MARKET])
  let isOver = false
  // what the kill cuts short ends with an error, and only that
  const until = async (work: () => Promise<unknown>): Promise<void> => {
    while (!isOver)
      await work().catch((error: unknown) => {
        if (!isOver) throw error
      })
  }
  const writing = (seed: number): Promise<void> => {
    const random = seeded(seed)
    return until(() => change(db, random).then(() => found.changes++))
  }
  const busy = [1, 2, 3, 4].map(writing)
  found.kept = await keepRollups(db, MARKET_PLANS, MARKETS)
  const [first, second] = found.kept.usable
  if (first) busy.push(until(() => foldRollup(db, first, { waiting: 0 })))
  if (second) busy.push(until(() => fillRollup(db, second)))
  while (!isEnough(found.checks) && found.wrong.length === 0) await check(db)
  isOver = true
  await postgres.end('SIGKILL')
  await Promise.all(busy)
  await db.destroy().catch(() => undefined)
  await postgres.start()
  db = databaseOn(await openPostgres(postgres.url))
  await check(db)
  await change(db, seeded(5))
  await check(db)
  await db.destroy()
  await postgres.stop()
  return found
}
