import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { forget } from '../../folders.ts'
import { noPostgres, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { environment, dataFolder, ServerProcess } from '../support/process.ts'
import { Standby } from '../support/standby.ts'
import { Person, SAVE, site } from './writes.ts'

const SITES = '/api-im/website/websiteList'
const REPLACED = /数据库已切换到另一台机器，本服务连的不是现在的主库/
const USER = 'postgres://postgres@'
/** Replicas are read however far behind they are: whether they have somebody's own writes is decided by these alone. */
const PATIENT = { REPLICA_LAG_SECONDS: '999999', RATE_LIMIT: '0', LOG_LEVEL: 'silent' }

interface Health {
  code: number
  status: string
  replicas?: { ready: number; of: number }
}

const hostOf = (url: string): string => new URL(url).host

/**
 * A primary with two replicas, and two instances: one knows the primary and its replicas, the other both machines that
 * may be it.
 */
describe.skipIf(noPostgres !== undefined)('a primary that is lost, and comes back', () => {
  const own = {} as {
    first: OwnPostgres
    second: Standby
    third: Standby
    data: string
    one: ServerProcess
    several: ServerProcess
    person: Person
  }
  const clean: (() => unknown)[] = []
  const started = async (env: Record<string, string>): Promise<ServerProcess> => {
    const server = new ServerProcess(await environment({ ...PATIENT, ...env }))
    clean.push(() => server.stop('SIGKILL'))
    return server
  }
  const asked = async <T>(url: string, ask: (db: Database) => Promise<T>): Promise<T> => {
    const db = databaseOn(await openPostgres(url))
    return ask(db).finally(() => db.destroy())
  }
  const at = (server: ServerProcess): Person => Object.assign(new Person(server.url), { token: own.person.token })
  const save = async (server: ServerProcess, name: string): Promise<{ status: number; text: string }> =>
    at(server).ask(SAVE, site(name, 5), randomUUID())
  const found = async (server: ServerProcess, name: string): Promise<number | undefined> => {
    const { status, text } = await at(server).ask(SITES, { pageNo: 1, pageRowNo: 5, pageFlag: 1, siteName: name })
    return status === 200 ? (JSON.parse(text) as { data: { totalRecord: number } }).data.totalRecord : undefined
  }
  const names = (url: string): Promise<string[]> =>
    asked(url, async db =>
      (await db.selectFrom('website').select('siteName').execute()).map(row => String(row['siteName'])),
    )
  const health = async ({ url }: ServerProcess): Promise<Health> => {
    const answer = await fetch(`${url}/healthz`)
    return { ...((await answer.json()) as Health), code: answer.status }
  }

  beforeAll(async () => {
    // so that a place that is noted without waiting for the disk is surely lost with the server
    own.first = await startPostgres(['-F', '-c', 'wal_writer_delay=10000'])
    clean.push(() => own.first.stop())
    own.second = await Standby.of(own.first.url)
    own.third = await Standby.of(own.first.url)
    clean.push(
      () => own.second.postgres.stop(),
      () => own.third.postgres.stop(),
    )
    own.data = dataFolder()
    clean.push(() => forget(own.data))
    own.one = await started({
      DATABASE_URL: own.first.url,
      DATABASE_REPLICAS: `${own.second.url},${own.third.url}`,
    })
    await own.one.running()
    own.several = await started({
      DATABASE_URL: `${USER}${hostOf(own.first.url)},${hostOf(own.second.url)}/postgres?target_session_attrs=read-write`,
      DATA_DIR: own.data,
    })
    await own.several.running()
    own.person = await new Person(own.one.url).first(own.one)
  })
  afterAll(async () => {
    for (const step of clean.reverse()) await step()
  })

  it('that takes no changes for a while: lists go on, saves and the health say so', async () => {
    const set = (value: string): Promise<unknown> =>
      asked(own.first.url, async db => {
        await sql.raw(`alter system ${value}`).execute(db)
        await sql`select pg_reload_conf()`.execute(db)
      })
    await set('set default_transaction_read_only = on')
    try {
      await expect.poll(() => health(own.one)).toMatchObject({ code: 503, status: 'read-only' })
      const refused = await save(own.one, 'read-only')
      expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('数据库当前是只读的')])
      expect(await found(own.one, 'read-only')).toBe(0)
    } finally {
      await set('reset default_transaction_read_only')
    }
    await expect.poll(() => health(own.one)).toMatchObject({ code: 200 })
    expect((await save(own.one, 'writable')).status).toBe(200)
  })

  it('that is killed and started again: whoever has written reads it, though what was known of it is lost', async () => {
    await expect.poll(async () => (await health(own.one)).replicas).toEqual({ ready: 2, of: 2 })
    for (const standby of [own.second, own.third]) await standby.pause()
    try {
      for (let round = 0; round < 3; round++) {
        const name = `${randomUUID().slice(0, 8)}`
        expect((await save(own.one, name)).status).toBe(200)
        await own.first.end('SIGKILL')
        await own.first.start()
        const said: (number | undefined)[] = []
        await expect
          .poll(async () => {
            said.push(await found(own.one, name))
            return said.filter(count => count !== undefined).length
          })
          .toBeGreaterThan(20)
        expect(new Set(said.filter(count => count !== undefined))).toEqual(new Set([1]))
      }
    } finally {
      for (const standby of [own.second, own.third]) await standby.goOn()
    }
    await expect.poll(async () => (await health(own.one)).replicas).toEqual({ ready: 2, of: 2 })
  })

  it('whose replica takes its place is followed by whoever knows both addresses, and nothing that was acknowledged is lost', async () => {
    expect((await save(own.several, 'before-failover')).status).toBe(200)
    await asked(own.first.url, db => own.second.reach(db))
    await own.first.end('SIGKILL')
    expect((await save(own.several, 'while-none')).status).toBe(503)
    expect((await health(own.several)).code).toBe(503)
    await own.second.ask('select pg_promote()')
    await expect.poll(async () => (await save(own.several, 'after-failover')).status).toBe(200)
    expect(await health(own.several)).toMatchObject({ code: 200, status: 'ok' })
    expect(await names(own.second.url)).toEqual(expect.arrayContaining(['before-failover', 'after-failover']))
  })

  it('that comes back is written to by nobody who can know, and said to be the former one', async () => {
    await own.first.start()
    await asked(own.first.url, db => sql`update website set "regAddress" = '旧主库'`.execute(db))
    for (let i = 0; i < 20; i++) {
      const refused = await save(own.one, `stale-${i}`)
      expect(refused.status).toBe(503)
      expect(refused.text).toMatch(REPLACED)
      expect((await save(own.several, `new-${i}`)).status).toBe(200)
    }
    expect(await health(own.one)).toMatchObject({ code: 503, status: 'replaced' })
    expect((await names(own.first.url)).filter(name => name.startsWith('stale') || name.startsWith('new'))).toEqual([])
    expect((await names(own.second.url)).filter(name => name.startsWith('new'))).toHaveLength(20)
  })

  it('is no database to start on for whoever has seen the new one', async () => {
    const alone = await started({ DATABASE_URL: own.first.url, DATA_DIR: own.data })
    const { code, output } = await alone.ended
    expect(code).toBe(1)
    expect(output).toMatch(/不是现在的主库.*请把 DATABASE_URL 指向新的主库/)
    expect(output).toMatch(/delete \S+primary\.json first/)
    const withReplica = await started({ DATABASE_URL: own.first.url, DATABASE_REPLICAS: own.second.url })
    expect((await withReplica.ended).output).toMatch(/如果它刚被提升为主库，请让 DATABASE_URL 指向它/)
  })

  it('has a replica that still follows it: it is not read', async () => {
    const server = await started({ DATABASE_URL: own.second.url, DATABASE_REPLICAS: own.third.url })
    await server.running()
    await asked(own.first.url, async db => {
      await sql`update website set "siteName" = 'foreign' where "siteName" = 'before-failover'`.execute(db)
      await own.third.reach(db)
    })
    expect((await save(server, 'own')).status).toBe(200)
    for (let i = 0; i < 20; i++) expect([await found(server, 'own'), await found(server, 'foreign')]).toEqual([1, 0])
    expect((await health(server)).replicas).toEqual({ ready: 0, of: 1 })
  })

  it('does not leave a replica to be read whose own primary was replaced, once that follows the new one it is', async () => {
    await own.third.postgres.end('SIGINT')
    await own.first.end('SIGINT')
    const anew = await Standby.of(own.second.url)
    clean.push(() => anew.postgres.stop())
    const server = await started({
      DATABASE_URL: `${USER}${hostOf(own.first.url)},${hostOf(own.second.url)}/postgres`,
      DATABASE_REPLICAS: `${own.second.url},${anew.url}`,
    })
    await server.running()
    await expect.poll(async () => (await health(server)).replicas).toEqual({ ready: 1, of: 2 })
    expect((await save(server, 'in-the-end')).status).toBe(200)
    expect(await found(server, 'in-the-end')).toBe(1)
    // both take changes now, and no connection has ended: the former one is left as soon as the other is heard of
    await anew.ask('select pg_promote()')
    await expect.poll(async () => (await save(server, 'nowhere')).text).toMatch(REPLACED)
    expect(await health(server)).toMatchObject({ code: 503, status: 'replaced' })
  })
})
