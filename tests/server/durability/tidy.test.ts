import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPglite, type PglitePool } from '../../../src/server/db/pglite-pool.ts'
import { keepTidy, tidy } from '../../../src/server/db/tidy.ts'

const QUIET = { quietMs: () => 60_000, isAwaited: () => false }

describe('the embedded database', () => {
  let pool: PglitePool
  let db: Database
  beforeAll(async () => {
    pool = await openPglite()
    db = databaseOn(pool)
    await sql`create table shop (id int primary key, name text)`.execute(db)
  }, 60_000)
  afterAll(() => db.destroy())

  /** How many rows its plans reckon with, and how many pages an index alone may answer for. */
  const believed = async (): Promise<{ rows: number; pages: number } | undefined> =>
    (await sql<{ rows: number; pages: number }>`select reltuples as rows, relallvisible as pages from pg_class where relname = 'shop'`.execute(db)).rows[0]

  it('looks again at a table that was filled, when nobody asks', async () => {
    await sql`insert into shop select i, 'shop ' || i from generate_series(1, 2000) as i`.execute(db)
    expect((await believed())?.rows).toBe(-1)
    const rest = keepTidy(db, QUIET, 5, 1)
    await vi.waitFor(async () => expect(await believed()).toMatchObject({ rows: 2000 }), { timeout: 20_000 })
    await rest()
    expect((await believed())?.pages).toBeGreaterThan(0)
  })

  it('does so again after many changes only', async () => {
    await sql`update shop set name = 'another' where id <= 20`.execute(db)
    expect(await tidy(db)).toEqual([])
    await sql`delete from shop where id > 1000`.execute(db)
    expect(await tidy(db, () => true)).toEqual([])
    expect(await tidy(db)).toEqual(['shop'])
    expect((await believed())?.rows).toBe(1000)
    expect(await tidy(db)).toEqual([])
  })

  it('leaves it while somebody works or waits', async () => {
    const looks = vi.fn(() => false)
    const rest = keepTidy(db, { quietMs: () => 0, isAwaited: looks }, 1, 1000)
    await sql`delete from shop where id > 500`.execute(db)
    const holder = await pool.connect()
    const second = pool.connect()
    expect([pool.isAwaited(), pool.quietMs() < 60_000]).toEqual([true, true])
    holder.release()
    ;(await second).release()
    expect(pool.isAwaited()).toBe(false)
    await rest()
    expect((await believed())?.rows).toBe(1000)
  })
})
