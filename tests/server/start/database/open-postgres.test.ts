import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../src/server/db/limits.ts'
import { openDatabase } from '../../../../src/server/start/database/open-database.ts'
import { StartRefusal } from '../../../../src/server/start/settings/refusal.ts'
import { forget, temporary } from '../../../folders.ts'
import { freePort, noPostgres, OwnPostgres } from '../../support/postgres.ts'

describe.skipIf(noPostgres !== undefined)('a start on a PostgreSQL', () => {
  const own = {} as { postgres: OwnPostgres; folder: string }
  const told: string[] = []
  const open = (url: string, ms = 600_000) =>
    openDatabase(url, own.folder, { limits: LIMITS, waiting: { ms, tell: line => told.push(line) } })
  beforeAll(async () => {
    own.folder = temporary('data-')
    own.postgres = new OwnPostgres(temporary('pg-'), await freePort(), ['-F'])
  })
  afterAll(async () => {
    await own.postgres.stop()
    await forget(own.folder)
  })

  it('gives up a database that does not come, after the time that it was given', async () => {
    const refused = open(own.postgres.url, 1)
    await expect(refused).rejects.toThrow(StartRefusal)
    await expect(refused).rejects.toThrow('连接不上数据库')
  })

  it('waits for one that is not up yet, and says so', async () => {
    told.length = 0
    const opening = open(own.postgres.url)
    await expect.poll(() => told.length).toBeGreaterThan(0)
    expect(told[0]).toMatch(/还没有应答，等待中（已等 \d+ 秒，最多 600 秒）/)
    await own.postgres.start()
    const { db, close } = await opening
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    await close()
  })

  it('does not wait for what will not come: a wrong name, a wrong database', async () => {
    told.length = 0
    const { url } = own.postgres
    for (const wrong of [url.replace('postgres@', 'nobody@'), url.replace(/postgres$/, 'nowhere')])
      await expect(open(wrong)).rejects.toThrow('连接不上数据库')
    expect(told).toEqual([])
  })

  it('takes the one of several addresses that answers and takes changes', async () => {
    const { host } = new URL(own.postgres.url)
    const { db, close } = await open(`postgres://postgres@127.0.0.1:9,${host}/postgres?target_session_attrs=read-write`)
    const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db)
    expect(rows[0]?.port).toBe(new URL(own.postgres.url).port)
    await close()
  })
})
