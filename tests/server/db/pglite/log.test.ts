import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import { openPglite } from '../../../../src/server/db/pglite/pool.ts'
import { copyFolder, forget, temporary } from '../../../folders.ts'
import { prepared } from '../../../prepared.ts'

const MB = 1024 * 1024
const SEGMENT = 16 * MB
/** What a start after a power cut reads again at most, and what one statement here adds to it. */
const [AT_MOST, STATEMENT] = [64 * MB, 12 * MB]

describe('the log of the embedded database', () => {
  const folder = temporary('log-')
  const data = join(folder, 'pg')
  let db: Database
  beforeAll(async () => {
    const like = prepared('empty')
    if (like !== undefined) copyFolder(join(like, 'pg'), data)
    db = databaseOn(await openPglite(data, { isSynced: false }))
  })
  afterAll(async () => {
    await db.destroy()
    await forget(folder)
  })

  const write = (on: Database): Promise<unknown> =>
    sql`select count(pg_logical_emit_message(false, 'test', repeat('x', ${MB})))
      from generate_series(1, ${sql.lit(STATEMENT / MB)})`.execute(on)
  const growth = async (on: Database): Promise<number> => {
    const { rows } = await sql<{ bytes: number }>`
      select pg_current_wal_insert_lsn() - redo_lsn as bytes from pg_control_checkpoint()`.execute(on)
    return Number(rows[0]?.bytes)
  }
  const size = (): number => {
    const segments = readdirSync(join(data, 'pg_wal')).filter(name => /^[\dA-F]{24}$/.test(name))
    return segments.length * SEGMENT
  }

  /** Four times as much as it may keep. */
  async function writeMuch(on: Database): Promise<void> {
    for (let written = 0; written < 4 * AT_MOST; written += STATEMENT) {
      await write(on)
      expect(await growth(on)).toBeLessThanOrEqual(AT_MOST + 2 * STATEMENT)
    }
    // what is read again, and as much again to be written next
    expect(size()).toBeLessThanOrEqual(2 * AT_MOST + 2 * SEGMENT)
  }

  it('stays short, however much is written by one after another', () => writeMuch(db))

  it('and within one transaction', () => db.transaction().execute(writeMuch))

  it('is begun anew in a quiet moment, long before it has to be', async () => {
    await sql`checkpoint`.execute(db)
    await write(db)
    await write(db)
    const control = join(data, 'global/pg_control')
    const { mtimeMs } = statSync(control)
    // looked for from outside: a statement would end the quiet
    await expect.poll(() => statSync(control).mtimeMs).toBeGreaterThan(mtimeMs)
    expect(await growth(db)).toBeLessThan(MB)
  })
})
