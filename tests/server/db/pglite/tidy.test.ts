import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import { LIMITS, takeTime } from '../../../../src/server/db/limits.ts'
import { openPglite, type PglitePool } from '../../../../src/server/db/pglite/pool.ts'
import { keepTidy, tidy } from '../../../../src/server/db/pglite/tidy.ts'
import { apart } from '../../../../src/server/db/transactions.ts'
import { copyFolder, forget, temporary } from '../../../folders.ts'
import { prepared } from '../../../prepared.ts'

const QUIET = { quietMs: () => 60_000, isAwaited: () => false }

describe('the embedded database', () => {
  let pool: PglitePool
  let db: Database
  beforeAll(async () => {
    pool = await openPglite()
    db = databaseOn(pool)
    await sql`create table shop (id int primary key, name text)`.execute(db)
  })
  afterAll(() => db.destroy())

  /** How many rows its plans reckon with, and how many pages an index alone may answer for. */
  const believed = async (): Promise<{ rows: number; pages: number } | undefined> =>
    (
      await sql<{
        rows: number
        pages: number
      }>`select reltuples as rows, relallvisible as pages from pg_class where relname = 'shop'`.execute(db)
    ).rows[0]

  it('looks again at a table that was filled, when nobody asks', async () => {
    await sql`insert into shop select i, 'shop ' || i from generate_series(1, 2000) as i`.execute(db)
    expect((await believed())?.rows).toBe(-1)
    const rest = keepTidy(db, QUIET, 5, 1)
    await expect.poll(believed).toMatchObject({ rows: 2000 })
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

describe('an embedded database that does not come to an end of something', () => {
  const forever = sql`select count(*) from generate_series(1, 1000000000000) as i`

  it('is opened again: who asked is told, who comes next is answered, and nothing that was kept is lost', async () => {
    const folder = temporary('pglite-')
    const like = prepared('empty')
    if (like !== undefined) copyFolder(join(like, 'pg'), join(folder, 'pg'))
    // hasty only where that is what the test is about: everything else takes as long as it takes
    const limits = { ...LIMITS }
    const hasty = 500
    const db = databaseOn(await openPglite(join(folder, 'pg'), { limits }))
    await sql`create table kept (id int)`.execute(db)
    await sql`insert into kept values (1)`.execute(db)
    await expect(
      db.transaction().execute(async tx => {
        await sql`insert into kept values (2)`.execute(tx)
        limits.statement = hasty
        await forever.execute(tx)
      }),
    ).rejects.toMatchObject({ code: '57P03' })
    limits.statement = LIMITS.statement
    const kept = sql`select id from kept`
    expect((await kept.execute(db)).rows).toEqual([{ id: 1 }])
    // work of the server's own takes its time, and whoever waits behind it is told
    const held = db.transaction().execute(async tx => {
      await takeTime(tx)
      limits.statement = hasty
      await expect(apart(() => kept.execute(db))).rejects.toMatchObject({ code: '57P03' })
      await sql`insert into kept select 3 from pg_sleep(${(2 * hasty) / 1000})`.execute(tx)
      limits.statement = LIMITS.statement
    })
    await held
    expect((await kept.execute(db)).rows).toEqual([{ id: 1 }, { id: 3 }])
    await db.destroy()
    await forget(folder)
  })
})
