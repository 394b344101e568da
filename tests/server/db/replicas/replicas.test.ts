import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/server/db/database.ts'
import { LIMITS } from '../../../../src/server/db/limits.ts'
import { inOneReading } from '../../../../src/server/db/reading.ts'
import { begin } from '../../../../src/server/jobs/jobs.ts'
import type { Replicas } from '../../../../src/server/db/replicas/replicas.ts'
import { embeddedApp } from '../../../../src/server/http/app.ts'
import { openReplicas } from '../../../../src/server/start/database/open-replicas.ts'
import { StartRefusal } from '../../../../src/server/start/settings/refusal.ts'
import { startApi, type Api } from '../../support/api.ts'
import { noPostgres, startPostgres } from '../../support/postgres.ts'
import { Standby, urlOf } from '../../support/standby.ts'
import { ended } from '../../support/wait.ts'

const SITES = '/api-im/website/websiteList'
const EXPORTS = '/api-console/exports'
const BATCHES = '/api-console/batches'
const NOBODY = 'postgres://postgres@127.0.0.1:9/postgres'

interface Own {
  api: Api
  primary: string
  standby: Standby
  /** instances behind a load balancer */
  instances: { app: FastifyInstance; replicas: Replicas }[]
}

describe.skipIf(noPostgres !== undefined)('replicas', () => {
  const own = {} as Own
  const told: string[] = []
  const log = { info: (line: string) => void told.push(line), error: (line: string) => void told.push(line) }
  const db = (): Database => own.api.db
  const opened: (() => Promise<unknown>)[] = []
  const open = async (urls: string[], lag = 600_000): Promise<Replicas> =>
    (await openReplicas(
      { databaseReplicas: urls, replicaLag: lag, databaseLimits: LIMITS, databaseDirectUrl: undefined },
      own.api.services.db,
      log,
      opened,
    )) as Replicas

  beforeAll(async () => {
    own.api = await startApi('PostgreSQL')
    own.primary = await urlOf(own.api.services.db)
    own.standby = await Standby.of(own.primary)
    own.instances = []
    for (let i = 0; i < 2; i++) {
      const replicas = await open([own.standby.url])
      const services = { ...own.api.services, replicas }
      // a batch works on the first instance
      if (i === 0) own.api.services.replicas = replicas
      own.instances.push({ app: await embeddedApp(services, { log: { level: 'fatal' } }), replicas })
    }
  })
  afterAll(async () => {
    for (const { app } of own.instances ?? []) await app.close()
    for (const close of opened) await close()
    await own.standby?.postgres.stop()
    await own.api?.close()
  })

  const at = (instance: number): Api => {
    own.api.app = own.instances[instance]?.app as FastifyInstance
    return own.api
  }
  /** What somebody's list says of a record's address. */
  const listed = async (token: string, key: unknown, instance = 0): Promise<unknown> =>
    (await at(instance).first(SITES, token, { uniqueId: key }))['regAddress']
  /** Somebody writes whom no server of ours knows. */
  const change = (key: unknown, value: string): Promise<unknown> =>
    db().updateTable('website').set({ regAddress: value }).where('uniqueId', '=', key).execute()
  /** Does it while the replica stands where it is. */
  const whilePaused = async (work: () => Promise<void>): Promise<void> => {
    await own.standby.reach(db())
    await own.standby.pause()
    try {
      await work()
    } finally {
      await own.standby.goOn()
      await own.standby.reach(db())
    }
  }
  const mine = async (token: string): Promise<unknown> => (await at(0).first(SITES, token))['uniqueId']

  it('answer lists, counts and numbers, and none of what people decide by', async () => {
    const token = await own.api.token('huainan_fengtai')
    const key = await mine(token)
    const asked = { call: 'website.list', args: {}, tabs: { all: { regAddress: '只在主库' } } }
    await whilePaused(async () => {
      await change(key, '只在主库')
      expect(await listed(token, key)).not.toBe('只在主库')
      const tabs = await at(0).ask<{ all: { number: number } }>('POST', '/api-console/tabs', token, asked)
      expect(tabs.body.data?.all.number).toBe(0)
      const one = await at(0).ask<object>('POST', '/api-im/website/queryOne', token, { uniqueId: key })
      expect(one.body.data).toMatchObject({ regAddress: '只在主库' })
    })
    expect(await listed(token, key)).toBe('只在主库')
  })

  it('show everybody what they have written, on whichever instance, and others a moment later', async () => {
    const [writer, reader] = [await own.api.token('huainan_fengtai'), await own.api.token('huainan_admin')]
    const key = await mine(writer)
    await whilePaused(async () => {
      const before = await listed(reader, key)
      const saved = await at(0).ask('POST', '/api-im/website/save', writer, { uniqueId: key, regAddress: '刚写的' })
      expect(saved.status).toBe(200)
      for (const instance of [0, 1]) {
        expect(await listed(writer, key, instance)).toBe('刚写的')
        expect(await listed(reader, key, instance)).toBe(before)
      }
    })
    expect(await listed(reader, key)).toBe('刚写的')
    // what they wrote is there, so the replica answers them again
    await whilePaused(async () => {
      await change(key, '又改了')
      expect(await listed(writer, key)).toBe('刚写的')
    })
  })

  it('show what a batch has done to whoever began it', async () => {
    const token = await own.api.token('huainan_fengtai')
    const key = await mine(token)
    await whilePaused(async () => {
      await sql`delete from sys_written`.execute(db())
      const request = { call: 'website.save', args: { regAddress: '批量改的' } }
      const order = { userId: 'user-huainan_fengtai', kind: 'batch', ip: '', request, keys: [String(key)] } as const
      // by another instance, so that no call of hers has written anything
      const id = await begin(db(), order, () => Promise.resolve())
      expect(await ended(at(0), token, BATCHES, id)).toMatchObject({ ok: 1 })
      expect(await listed(token, key, 1)).toBe('批量改的')
    })
  })

  it('find what an export is of, also within the transaction of its key, and what somebody has written in their own', async () => {
    const [writer, reader] = [await own.api.token('huainan_fengtai'), await own.api.token('huainan_admin')]
    const key = await mine(writer)
    const order = { call: 'website.list', route: 'dataCenter/website', columns: [{ name: 'siteName' }], title: '网站' }
    const found = async (token: string, address: string): Promise<number | undefined> => {
      const asked = await at(0).app.inject({
        method: 'POST',
        url: `/prod-api${EXPORTS}`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        payload: { ...order, args: { regAddress: address } },
      })
      const { data } = asked.json<{ data?: { id: string; total: number } }>()
      // there may be two of each person at a time
      if (data) await ended(at(0), token, EXPORTS, data.id)
      return data?.total
    }
    await whilePaused(async () => {
      await change(key, '还没到的地址')
      expect(await found(reader, '还没到的地址')).toBe(0)
      const save = { uniqueId: key, regAddress: '自己写的地址' }
      expect((await at(0).ask('POST', '/api-im/website/save', writer, save)).status).toBe(200)
      expect(await found(writer, '自己写的地址')).toBe(1)
    })
    expect(await found(reader, '自己写的地址')).toBe(1)
  })

  it('show a sign-in to whoever has signed in', async () => {
    await whilePaused(async () => {
      const token = await at(0).token('huainan_admin', 'Wangjian2025')
      const { rows } = await sql`select 1 from sys_written where "userId" = 'user-huainan_admin'`.execute(db())
      expect(rows).toHaveLength(1)
      expect((await at(1).list(SITES, token)).totalRecord).toBeGreaterThan(0)
    })
  })

  it('refuse with the words of the primary, which is asked before anybody is told no', async () => {
    const token = await own.api.token('huainan_fengtai')
    expect((await at(0).ask('POST', SITES, token, { pageRowNo: 0 })).body.resultMsg).toContain('pageRowNo')
    const { replicas } = own.instances[0] as Own['instances'][0]
    const asked: boolean[] = []
    const isReplica = async (on: Database): Promise<boolean> =>
      (await sql<{ it: boolean }>`select pg_is_in_recovery() as it`.execute(on)).rows[0]?.it === true
    const answered = await replicas.read(undefined, async on => {
      asked.push(await isReplica(on))
      if (asked.length === 1) throw new Error('not there yet')
      return 'there'
    })
    expect({ answered, asked }).toEqual({ answered: 'there', asked: [true, false] })
  })

  it('read numbers of one moment on one of them, over several connections', async () => {
    const { replicas } = own.instances[0] as Own['instances'][0]
    const ask = sql<{ pid: number; moment: string; it: boolean }>`select pg_backend_pid() as pid,
      pg_current_snapshot()::text as moment, pg_is_in_recovery() as it, pg_sleep(0.05)`
    const read = await replicas.read(undefined, on =>
      inOneReading(on, async within => {
        const first = await ask.execute(within)
        const others = await Promise.all([1, 2, 3, 4, 5].map(() => ask.execute(within)))
        return [first, ...others].flatMap(({ rows }) => rows)
      }),
    )
    expect(new Set(read.map(({ it: isReplica }) => isReplica))).toEqual(new Set([true]))
    expect(new Set(read.map(({ moment }) => moment)).size).toBe(1)
    expect(new Set(read.map(({ pid }) => pid)).size).toBeGreaterThan(1)
  })

  it('ask the primary where the replica cancels a statement, because what it reads is changed by the primary', async () => {
    const { replicas } = own.instances[0] as Own['instances'][0]
    await sql`create table for_conflict (n int)`.execute(db())
    await own.standby.ask("alter system set max_standby_streaming_delay = '0'")
    await own.standby.ask('select pg_reload_conf()')
    await own.standby.reach(db())
    let times = 0
    const read = await replicas.read(undefined, on =>
      inOneReading(on, async within => {
        const count = sql<{ n: number; it: boolean }>`select count(*) as n, pg_is_in_recovery() as it from for_conflict`
        await count.execute(within)
        // a lock that the replica must not wait for
        if (times++ === 0) {
          await sql`alter table for_conflict add column m int`.execute(db())
          await own.standby.reach(db())
        }
        return (await count.execute(within).catch(() => undefined))?.rows
      }),
    )
    await own.standby.ask('alter system reset max_standby_streaming_delay')
    await own.standby.ask('select pg_reload_conf()')
    expect({ read, times }).toEqual({ read: [{ n: 0, it: false }], times: 2 })
    await expect.poll(() => replicas.states).toEqual(['ready'])
  })

  it('are left aside while too far behind, and taken again', async () => {
    const replicas = await open([own.standby.url], 100)
    const token = await own.api.token('huainan_fengtai')
    const key = await mine(token)
    let changes = 0
    await whilePaused(async () => {
      await expect
        .poll(async () => {
          await change(key, `落后 ${++changes}`)
          return replicas.states
        })
        .toEqual(['late'])
      await change(key, '现在的')
      const read = await replicas.read(undefined, on =>
        on.selectFrom('website').select('regAddress').where('uniqueId', '=', key).execute(),
      )
      expect(read).toEqual([{ regAddress: '现在的' }])
    })
    await expect.poll(() => replicas.states).toEqual(['ready'])
    expect(told.filter(line => line.includes('落后主库太多'))).toHaveLength(1)
  })

  it('may die in the middle: everybody is answered, and it is read again when it is back', async () => {
    const token = await own.api.token('huainan_fengtai')
    const { app, replicas } = own.instances[0] as Own['instances'][0]
    let isOver = false
    const answers: number[] = []
    const people = Array.from({ length: 6 }, async () => {
      while (!isOver) answers.push((await at(0).ask('POST', SITES, token, { pageNo: 1, pageRowNo: 5 })).status)
    })
    const more = async (): Promise<void> => {
      const now = answers.length
      await expect.poll(() => answers.length).toBeGreaterThan(now + 30)
    }
    try {
      await more()
      await own.standby.postgres.end('SIGKILL')
      await more()
      await expect.poll(() => replicas.states).toEqual(['away'])
      const health = (await app.inject({ url: '/healthz' })).json() as object
      expect(health).toMatchObject({ status: 'ok', replicas: { ready: 0, of: 1 } })
      await expect.poll(() => told.some(line => line.includes('没有应答，暂由主库应答'))).toBe(true)
      await own.standby.postgres.start()
      await expect.poll(() => replicas.states, { timeout: 20_000 }).toEqual(['ready'])
      await more()
    } finally {
      isOver = true
      await Promise.all(people)
    }
    expect(new Set(answers)).toEqual(new Set([200]))
  })

  it('that do not answer at the start hold nothing up, and are no fault of the server', async () => {
    const replicas = await open([NOBODY, own.standby.url])
    expect(replicas.states).toEqual(['away', 'ready'])
  })

  it('that are none are refused at the start: the primary itself, another cluster, another database', async () => {
    const other = await startPostgres()
    try {
      await sql`create database other`.execute(db())
      await own.standby.reach(db())
      const another = own.standby.url.replace(/postgres$/, 'other')
      for (const url of [own.primary, other.url, another]) {
        const refused = open([own.standby.url, url])
        await expect(refused).rejects.toThrow(StartRefusal)
        await expect(refused).rejects.toThrow(`${new URL(url).port}${new URL(url).pathname}`)
      }
    } finally {
      await other.stop()
    }
  })
})
