import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres-pool.ts'
import { noPostgres, startPostgres, type OwnPostgres } from '../support/postgres.ts'
import { forget } from '../../folders.ts'
import { environment, ServerProcess } from '../support/process.ts'
import { expectClear, expectWhole, Person, Stream } from './writes.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 })

const AWAY = /数据库暂时不可用，请稍后重试/

/** A server under load whose database goes away and comes back: it goes on by itself. */
describe.skipIf(noPostgres !== undefined)('a PostgreSQL that goes away under load', () => {
  const own: { postgres?: OwnPostgres; server?: ServerProcess; db?: Database; person?: Person; folder?: string } = {}
  const all: string[] = []
  beforeAll(async () => {
    // with fsync, as in production
    own.postgres = await startPostgres([])
    const env = await environment({ DATABASE_URL: own.postgres.url, RATE_LIMIT: '0' })
    own.folder = env['DATA_DIR'] ?? ''
    own.server = await new ServerProcess(env).running()
    own.person = await new Person(own.server.url).first(own.server)
    own.db = databaseOn(await openPostgres(own.postgres.url))
  })
  afterAll(async () => {
    await own.server?.stop()
    await own.db?.destroy()
    await own.postgres?.stop()
    await forget(own.folder ?? '')
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
    await expectWhole(own.db as Database, all)
    return stream
  }

  it('loses connections: each request in flight is refused in words, the next ones are served', async () => {
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`
    await through(async (stream) => {
      for (let i = 0; i < 10; i++) {
        await cut.execute(own.db as Database)
        await stream.more(1)
      }
    })
  })

  it('is restarted: requests are refused in words meanwhile, nothing is lost, and the server goes on by itself', async () => {
    const stream = await through(async (running) => {
      await own.postgres?.end('SIGINT')
      await running.until(() => running.refused.length > 5)
      expect(await healthy()).toBe(503)
      await own.postgres?.start()
    })
    expect(stream.refused.length).toBeGreaterThan(5)
  })

  it('is killed with kill -9, all its processes: no acknowledged row is lost', async () => {
    const stream = await through(async (running) => {
      await own.postgres?.end('SIGKILL')
      await running.until(() => running.refused.length > 5)
      await own.postgres?.start()
    })
    expect(stream.refused.length).toBeGreaterThan(5)
  })
})
