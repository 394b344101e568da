import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OutcomeUnknown } from '../../../../src/server/answer/unavailable.ts'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import { LIMITS, LONG } from '../../../../src/server/db/limits.ts'
import { openPglite } from '../../../../src/server/db/pglite/pool.ts'
import { copyFolder, forget, temporary } from '../../../folders.ts'
import { prepared } from '../../../prepared.ts'

/** Its worker is ended when a statement takes longer than it may. */
describe('the embedded database that ends at a commit', () => {
  const own = {} as { folder: string; db: Database }
  beforeAll(async () => {
    own.folder = temporary('outcome-')
    const like = prepared('empty')
    if (like !== undefined) copyFolder(like, own.folder)
    own.db = databaseOn(await openPglite(`${own.folder}/pg`, { limits: { ...LIMITS, statement: 3000 } }))
    await sql`${LONG}create table kept (name text)`.execute(own.db)
    await sql`${LONG}create function slowly() returns trigger language plpgsql as 'begin perform pg_sleep(600); return null; end'`.execute(
      own.db,
    )
    await sql`${LONG}create constraint trigger slowly after insert on kept deferrable initially deferred
      for each row when (new.name = 'slow') execute function slowly()`.execute(own.db)
  })
  afterAll(async () => {
    await own.db.destroy()
    await forget(own.folder)
  })
  const insert = (db: Database, name: string): Promise<unknown> => sql`insert into kept values (${name})`.execute(db)
  const names = async (): Promise<string[]> =>
    (await sql<{ name: string }>`${LONG}select name from kept`.execute(own.db)).rows.map(({ name }) => name)

  it('does not say that nothing was saved', async () => {
    await expect(own.db.transaction().execute(tx => insert(tx, 'slow'))).rejects.toBeInstanceOf(OutcomeUnknown)
    // what stands alone is a transaction of its own
    await expect(insert(own.db, 'slow')).rejects.toBeInstanceOf(OutcomeUnknown)
    expect(await names()).toEqual([])
  })

  it('says so of what it was not at a commit of, or refused', async () => {
    const before = own.db.transaction().execute(async tx => {
      await insert(tx, 'quick')
      await sql`select pg_sleep(600)`.execute(tx)
    })
    await expect(before).rejects.not.toBeInstanceOf(OutcomeUnknown)
    await expect(before).rejects.toMatchObject({ code: '57P03' })
    await expect(sql`insert into kept values (1/0)`.execute(own.db)).rejects.toMatchObject({ code: '22012' })
    expect(await names()).toEqual([])
  })
})
