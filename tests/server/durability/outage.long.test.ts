import { randomUUID } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OUTCOME_UNKNOWN } from '../../../src/core/contract/api.ts'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { LIMITS, takeTime } from '../../../src/server/db/limits.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { Firewall } from '../support/firewall.ts'
import { noPostgres, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { forget } from '../../folders.ts'
import { copyOfConfiguration, environment, ServerProcess } from '../support/process.ts'
import { expectClear, expectWhole, Person, SAVE, site, Stream, type Reply } from './writes.ts'

const AWAY = /数据库暂时不可用，请稍后重试/
const UNSURE = /^不确定是否已保存：.*再按一次时系统会核对，不会重复保存$/
/** All connections, but that of whoever asks. */
const CUT = `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
  and backend_type = 'client backend'`
const UPLOADS = '/api-im/file/uploads'
const HELD = /系统繁忙，本次操作没有保存，请重试/
const OTHERS = ['/api-im/eshop/eshopList', '/api-im/wechat/wechatList']

/** A server under load whose database goes away and comes back: it goes on by itself. */
describe.skipIf(noPostgres !== undefined)('a PostgreSQL that goes away under load', () => {
  const own: {
    postgres?: OwnPostgres
    firewall?: Firewall
    server?: ServerProcess
    db?: Database
    person?: Person
    folder?: string
    config?: string
  } = {}
  const all: string[] = []
  /** they have entries of their own in the audit trail */
  const batches: string[] = []
  beforeAll(async () => {
    // with fsync, as in production
    own.postgres = await startPostgres([])
    own.config = await copyOfConfiguration()
    own.firewall = await new Firewall(own.postgres.url).start()
    const env = await environment({
      DB_CONNECT_SECONDS: '20',
      DATABASE_URL: own.firewall.url,
      CONFIG_DIR: own.config,
      RATE_LIMIT: '0',
      DB_LOCK_SECONDS: '4',
    })
    own.folder = env['DATA_DIR'] ?? ''
    own.server = await new ServerProcess(env).running()
    own.person = await new Person(own.server.url).first(own.server)
    own.db = databaseOn(await openPostgres(own.postgres.url))
    await sql`create role keeper superuser login`.execute(own.db)
  })
  afterAll(async () => {
    await own.server?.stop()
    await own.db?.destroy()
    await own.firewall?.stop()
    await own.postgres?.stop()
    await forget(own.folder ?? '')
    await forget(own.config ?? '')
  })

  const healthy = async (): Promise<number> => (await fetch(`${own.server?.url}/healthz`)).status

  /** Load, trouble, load again; what was said meanwhile, and what is there in the end. */
  async function through(trouble: (stream: Stream) => Promise<void>): Promise<Stream> {
    const person = own.person as Person
    const stream = new Stream([person, person, person, person])
    await stream.more(40)
    await trouble(stream)
    await stream.more(40)
    await stream.stop()
    all.push(...stream.acknowledged)
    expect(stream.unanswered).toBe(0)
    expectClear(stream.refused, AWAY)
    expect(await healthy()).toBe(200)
    await expectWhole(own.db as Database, all, batches)
    return stream
  }

  it('loses connections: each request in flight is refused in words, the next ones are served', async () => {
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
      and backend_type = 'client backend'`
    await through(async stream => {
      for (let i = 0; i < 10; i++) {
        await cut.execute(own.db as Database)
        await stream.more(1)
      }
    })
  })

  it('is restarted: requests are refused in words meanwhile, nothing is lost, and the server goes on by itself', async () => {
    const stream = await through(async running => {
      await own.postgres?.end('SIGINT')
      await running.until(() => running.refused.length > 5)
      expect(await healthy()).toBe(503)
      await appendFile(join(own.config ?? '', 'schemas/pages/dataCenter/onlineShop.yaml'), '# edited\n')
      await own.server?.until('is tried again')
      await own.postgres?.start()
    })
    expect(stream.refused.length).toBeGreaterThan(5)
    // an edit that was made meanwhile is not forgotten
    await own.server?.until('configuration updated')
  })

  it('is killed with kill -9, all its processes: no acknowledged row is lost', async () => {
    const stream = await through(async running => {
      await own.postgres?.end('SIGKILL')
      await running.until(() => running.refused.length > 5)
      await own.postgres?.start()
    })
    expect(stream.refused.length).toBeGreaterThan(5)
  })

  it.each([
    ['lets the account in no more', ['alter role postgres nologin'], ['alter role postgres login']],
    [
      'is closed',
      ['alter database postgres allow_connections false'],
      ['alter database postgres allow_connections true'],
    ],
    [
      'has another name',
      ['alter database postgres allow_connections false', CUT, 'alter database postgres rename to put_aside'],
      ['alter database put_aside rename to postgres', 'alter database postgres allow_connections true'],
    ],
  ])(
    '%s: requests are refused in words, a batch waits, and all goes on when it is as before',
    async (_, close, open) => {
      const keeper = databaseOn(
        await openPostgres(own.postgres?.url.replace('postgres@', 'keeper@').replace(/postgres$/, 'template1') ?? ''),
      )
      const order = async (statements: string[]): Promise<void> => {
        for (const statement of statements) await sql.raw(statement).execute(keeper)
      }
      const keys = all.slice(0, 4)
      const remark = `批量 ${_}`
      try {
        await through(async running => {
          await order([...close, CUT])
          await running.until(() => running.refused.length > 5)
          expect(await healthy()).toBe(503)
          await order(open)
          const batch = { call: 'website.save', args: { remark }, keys }
          await expect
            .poll(async () => {
              const { status, text } = await (own.person as Person).ask('/api-console/batches', batch)
              if (status === 200) batches.push((JSON.parse(text) as { data: { id: string } }).data.id)
              return status
            })
            .toBe(200)
          // in the middle of the batch
          await order([...close, CUT])
          await running.until(() => running.refused.length > 10)
          await order(open)
        })
        const done = async (): Promise<unknown> =>
          (own.db as Database)
            .selectFrom('sys_job')
            .select(['finished', 'error'])
            .where('id', '=', batches.at(-1))
            .execute()
        await expect.poll(done).toEqual([{ finished: 1, error: null }])
        const rows = await (own.db as Database)
          .selectFrom('website')
          .select('remark')
          .where('uniqueId', 'in', keys)
          .execute()
        expect(rows).toEqual(keys.map(() => ({ remark })))
      } finally {
        await keeper.destroy()
      }
    },
  )

  describe('whose connection ends at a commit', () => {
    const firewall = (): Firewall => own.firewall as Firewall
    const person = (): Person => own.person as Person
    const stored = async (name: string): Promise<string[]> =>
      (await (own.db as Database).selectFrom('website').select('uniqueId').where('siteName', '=', name).execute()).map(
        row => String(row['uniqueId']),
      )
    const save = async (
      name: string,
      key?: string,
    ): Promise<{ status: number; resultMsg?: string; data?: unknown }> => {
      const { status, text } = await person().ask(SAVE, site(name, 10), key)
      return { status, ...(JSON.parse(text) as { resultMsg?: string; data?: unknown }) }
    }
    /** Nothing of it is left over for the next test. */
    const cutOnce = async (work: () => Promise<void>): Promise<void> => {
      const before = firewall().cuts
      await work()
      expect(firewall().cuts).toBe(before + 1)
    }

    it('is asked what became of it: what is kept is answered as such, once, with a key and without', async () => {
      for (const [name, key] of [
        ['提交后断开', randomUUID()],
        ['没有编号时提交后断开', undefined],
      ] as const)
        await cutOnce(async () => {
          firewall().cutCommits(name, 'answer')
          const { status, data } = await save(name, key)
          expect([status, await stored(name)]).toEqual([200, [data]])
          if (key !== undefined) expect(await save(name, key)).toMatchObject({ status: 200, data })
          all.push(String(data))
        })
    })

    it('says that nothing was saved where it never heard of the commit', async () => {
      const [name, key] = ['没有提交', randomUUID()]
      await cutOnce(async () => {
        firewall().cutCommits(name, 'question')
        const refused = await save(name, key)
        expect(refused).toMatchObject({ status: 503, resultMsg: expect.stringMatching(/^数据库暂时不可用/) as string })
        expect(refused.data ?? null).toBeNull()
        expect(await stored(name)).toEqual([])
      })
      const { status, data } = await save(name, key)
      expect([status, await stored(name)]).toEqual([200, [data]])
      all.push(String(data))
    })

    it('says that it does not know where it cannot ask, and finds out when the same is sent again', async () => {
      const [name, key] = ['问不到', randomUUID()]
      let frozen: number[] = []
      await cutOnce(async () => {
        const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where pid <> 0`.execute(
          own.db as Database,
        )
        frozen = rows.map(({ pid }) => pid)
        firewall().cutCommits(name, 'answer', { whenCut: () => own.postgres?.freeze(frozen) })
        try {
          expect(await save(name, key)).toMatchObject({
            status: 503,
            resultMsg: expect.stringMatching(UNSURE) as string,
            data: { reason: OUTCOME_UNKNOWN },
          })
        } finally {
          own.postgres?.freeze(frozen, false)
        }
      })
      await expect.poll(healthy).toBe(200)
      const { status, data } = await save(name, key)
      expect([status, await stored(name)]).toEqual([200, [data]])
      all.push(String(data))
    })

    it('does not speak of a save to whoever uploads or signs in: the same again does no harm', async () => {
      const upload = async (): Promise<number> => {
        const body = new FormData()
        body.append('file', new Blob(['证据']), '提交时断开.txt')
        const headers = { authorization: `Bearer ${person().token}` }
        const answer = await fetch(`${person().url}/prod-api${UPLOADS}`, { method: 'POST', headers, body })
        expect(await answer.text()).not.toContain('不确定')
        return answer.status
      }
      await cutOnce(async () => {
        firewall().cutCommits('提交时断开.txt', 'answer')
        expect(await upload()).toBe(503)
      })
      expect(await upload()).toBe(200)
    })

    it('does each row of a batch once', async () => {
      const keys = all.slice(0, 6)
      const remark = '批量中断开'
      const before = firewall().cuts
      firewall().cutCommits(remark, 'answer', { times: 3 })
      const { text } = await person().ask('/api-console/batches', { call: 'website.save', args: { remark }, keys })
      const { data } = JSON.parse(text) as { data: { id: string } }
      batches.push(data.id)
      const audits = async (): Promise<{ objectId: string; n: number }[]> =>
        (
          await sql<{ objectId: string; n: number }>`select "objectId", count(*) as n from sys_audit
          where "objectId" = any(${keys}) and after ->> 'remark' = ${remark} group by 1`.execute(own.db as Database)
        ).rows
      await expect
        .poll(async () => {
          const answer = await fetch(`${person().url}/prod-api/api-console/batches?id=${data.id}`, {
            headers: { authorization: `Bearer ${person().token}` },
          })
          return ((await answer.json()) as { data?: { finished: boolean; ok: number } }).data
        })
        .toMatchObject({ finished: true, ok: keys.length })
      expect(firewall().cuts).toBe(before + 3)
      expect((await audits()).map(({ n }) => Number(n))).toEqual(keys.map(() => 1))
    })
  })

  const PEOPLE = 60
  /** Sixty signed in, each with a session of their own. */
  const crowd = (): Promise<Person[]> =>
    Promise.all(Array.from({ length: PEOPLE }, () => new Person(own.server?.url ?? '').borrow(own.db as Database)))
  const list = (person: Person, path: string): Promise<number> =>
    person.ask(path, { pageNo: 1, pageRowNo: 5, pageFlag: 1 }).then(({ status }) => status)

  it('is forgotten by a firewall, all connections at once: whoever reads next is answered, whoever was saving is told in words', async () => {
    const people = await crowd()
    const all200 = people.map(() => 200)
    expect(await Promise.all(people.map(person => list(person, OTHERS[0] ?? '')))).toEqual(all200)
    expect(own.firewall?.forget()).toBeGreaterThan(5)
    expect(await Promise.all(people.map((person, i) => list(person, OTHERS[i % 2] ?? '')))).toEqual(all200)
    expect(own.firewall?.forget()).toBeGreaterThan(0)
    // it is given three seconds, which a busy machine may need for more than this
    await expect.poll(healthy).toBe(200)
    await through(async running => {
      own.firewall?.forget()
      await running.more(10)
      own.firewall?.forget(1)
      await running.more(10)
    })
  })

  it('stands still: everybody is told in words, the health too, and goes on when it does', async () => {
    const people = await crowd()
    await through(async running => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where pid <> 0`.execute(
        own.db as Database,
      )
      const backends = rows.map(({ pid }) => pid)
      own.postgres?.freeze(backends)
      try {
        const [said, health] = await Promise.all([
          Promise.all(people.map(person => person.ask(OTHERS[0] ?? '', {}))),
          healthy(),
        ])
        expectClear(said, AWAY)
        expect(said).toHaveLength(PEOPLE)
        expect(health).toBe(503)
        await running.until(() => running.refused.length > 0)
      } finally {
        own.postgres?.freeze(backends, false)
      }
    })
  })

  it('has one table that somebody holds: whoever needs it is told in words, and nobody else waits behind them', async () => {
    const people = await crowd()
    let stopped = false
    const refused: Reply[] = []
    const stream = new Stream(people.slice(0, 10))
    await stream.more(5)
    await (own.db as Database).transaction().execute(async tx => {
      await sql`lock table website in access exclusive mode`.execute(tx)
      const reading = people.slice(10, 40).map(async person => {
        while (!stopped)
          refused.push(await person.ask('/api-im/website/websiteList', { pageNo: 1, pageRowNo: 5, pageFlag: 1 }))
      })
      try {
        await stream.until(() => refused.length > 0 && stream.refused.length > 0)
        for (let round = 0; round < 3; round++)
          expect(
            new Set(await Promise.all(people.slice(40).map((person, i) => list(person, OTHERS[i % 2] ?? '')))),
          ).toEqual(new Set([200]))
        await expect.poll(healthy).toBe(200)
      } finally {
        stopped = true
        await Promise.all(reading)
      }
    })
    await stream.more(10)
    await stream.stop()
    expectClear([...stream.refused, ...refused], HELD)
    expect(stream.unanswered).toBe(0)
    all.push(...stream.acknowledged)
    await expectWhole(own.db as Database, all, batches)
  })

  it("ends what takes too long, or waits too long for a lock; work of the server's own takes its time", async () => {
    const limited = databaseOn(await openPostgres(own.postgres?.url ?? '', { ...LIMITS, statement: 300, lock: 100 }))
    try {
      await expect(sql`select pg_sleep(60)`.execute(limited)).rejects.toMatchObject({ code: '57014' })
      await (own.db as Database).transaction().execute(async tx => {
        await sql`lock table eshop in access exclusive mode`.execute(tx)
        await expect(limited.selectFrom('eshop').selectAll().execute()).rejects.toMatchObject({ code: '55P03' })
      })
      await limited.transaction().execute(async tx => {
        await takeTime(tx)
        await sql`select pg_sleep(0.5)`.execute(tx)
      })
      await expect(sql`select pg_sleep(60)`.execute(limited)).rejects.toMatchObject({ code: '57014' })
    } finally {
      await limited.destroy()
    }
  })

  it('does not hold up the end of the server when it answers nothing', async () => {
    own.firewall?.forget()
    expect((await own.server?.stop())?.code).toBe(0)
  })
})
