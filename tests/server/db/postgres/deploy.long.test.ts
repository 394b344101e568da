import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findPgBouncer } from '../../../../scripts/find-tools.ts'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import { DATA_LOCK } from '../../../../src/server/db/migrate/locks.ts'
import { LIMITS } from '../../../../src/server/db/limits.ts'
import { openPostgres } from '../../../../src/server/db/postgres/pool.ts'
import { PREPARED } from '../../../../src/server/db/postgres/prepared.ts'
import { inOneReading } from '../../../../src/server/db/reading.ts'
import { openDatabase } from '../../../../src/server/start/database/open-database.ts'
import { databaseFacts } from '../../../../src/server/start/database/database-facts.ts'
import { forget, ROOT, temporary } from '../../../folders.ts'
import { freePort, noPostgres, startPostgres, type Postgres } from '../../support/postgres.ts'
import { environment, ServerProcess } from '../../support/process.ts'
import { expectWhole, Person, Stream } from '../../durability/writes.ts'

const program = findPgBouncer()
const own = {} as { folder: string; postgres: Postgres; bouncer: ChildProcess; url: string; direct: string }
/** so few that a server cannot have one for each of its own */
const SHARED = 6

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporary('pooled-')
  return work(folder).finally(() => forget(folder))
}

/** The file that operators take, but for its places and passwords. */
function configuration(folder: string, postgres: URL, port: number): string {
  return readFileSync(join(ROOT, 'deploy/pgbouncer.ini'), 'utf8')
    .replaceAll('port=5432 dbname=wangjian', `port=${postgres.port} dbname=postgres`)
    .replace('default_pool_size = 20', `default_pool_size = ${SHARED}`)
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('scram-sha-256', 'trust')
    .replace('/etc/pgbouncer', folder)
}

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** The commands that the file gives to whoever sets the account up. */
const accountCommands = (): string[] =>
  [...readFileSync(join(ROOT, 'deploy/pgbouncer.ini'), 'utf8').matchAll(/^; {3}(alter role .*;)$/gm)].map(
    ([, command = '']) => command.replace('wangjian', 'postgres'),
  )

describe.skipIf(noPostgres !== undefined || program === undefined)('behind the PgBouncer of deploy/', () => {
  beforeAll(async () => {
    own.folder = temporary('bouncer-')
    chmodSync(own.folder, 0o755)
    own.postgres = await startPostgres()
    const client = new pg.Client({ connectionString: own.postgres.url })
    await client.connect()
    for (const command of accountCommands()) await client.query(command)
    await client.end()
    const port = await freePort()
    writeFileSync(join(own.folder, 'userlist.txt'), '"postgres" ""\n', { mode: 0o644 })
    const file = join(own.folder, 'pgbouncer.ini')
    writeFileSync(file, configuration(own.folder, new URL(own.postgres.url), port), { mode: 0o644 })
    const as = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
    own.bouncer = spawn(program ?? '', [...as, file], { stdio: 'ignore' })
    while (!(await answers(port))) {
      if (own.bouncer.exitCode !== null) throw new Error('PgBouncer has ended')
      await new Promise(resolve => setTimeout(resolve, 50))
    }
    own.url = `postgres://postgres@127.0.0.1:${port}/wangjian`
    own.direct = `${own.url}_direct`
  })
  afterAll(async () => {
    const ended = new Promise(resolve => own.bouncer.once('exit', resolve))
    own.bouncer.kill('SIGINT')
    await ended
    await own.postgres.stop()
    await forget(own.folder)
  })

  it('a server’s connections are taken, with the settings that they begin with', async () => {
    const { settings } = await databaseFacts(own.url)
    expect(settings).toMatchObject({ server_encoding: 'UTF8', fsync: expect.any(String) })
  })

  it('the account has the limits that PgBouncer does not hand on, for whoever comes next as well', async () => {
    for (let times = 0; times < 2; times++) {
      const client = new pg.Client({ connectionString: own.direct })
      await client.connect()
      const { rows } = await client.query(
        `select name, setting from pg_settings
          where name in ('statement_timeout', 'lock_timeout', 'jit', 'work_mem') order by name`,
      )
      expect(rows).toEqual([
        { name: 'jit', setting: 'off' },
        { name: 'lock_timeout', setting: '10000' },
        { name: 'statement_timeout', setting: '60000' },
        { name: 'work_mem', setting: '65536' },
      ])
      await client.query('set statement_timeout = 1')
      await client.end()
    }
  })

  describe('by transaction', () => {
    const opened = {} as { db: Database }
    beforeAll(async () => {
      opened.db = databaseOn(await openPostgres(own.url, { ...LIMITS, doubt: 100 }, true))
    })
    afterAll(() => opened.db.destroy())
    const together = async <T>(statement: RawBuilder<T>, db = opened.db): Promise<T[]> =>
      (await Promise.all(Array.from({ length: 30 }, () => statement.execute(db)))).flatMap(({ rows }) => rows)

    it('connections are shared, and what is planned once elsewhere is asked without a name', async () => {
      const asked = await together(sql<{ pid: number }>`${PREPARED}select pg_backend_pid() as pid, pg_sleep(0.01)`)
      expect(new Set(asked.map(({ pid }) => pid)).size).toBeLessThanOrEqual(SHARED)
      const { rows } = await sql`select 1 from pg_prepared_statements`.execute(opened.db)
      expect(rows).toEqual([])
    })

    it('a start that says nothing of it is refused in words, and one past it or pooled by session is not', async () => {
      const opening = (url: string, shared = false): Promise<string> =>
        withFolder(folder =>
          openDatabase(url, folder, { shared }).then(
            ({ close }) => close().then(() => 'opened'),
            (error: unknown) => (error as Error).message,
          ),
        )
      for (let times = 0; times < 5; times++)
        expect(await opening(own.url)).toMatch(/按事务共用连接[\s\S]*DATABASE_DIRECT_URL[\s\S]*by transaction/)
      expect(await Promise.all([opening(own.direct), opening(own.url, true), opening(own.postgres.url)])).toEqual(
        Array.from({ length: 3 }, () => 'opened'),
      )
    })

    it('what is read of one moment is, on several of them', async () => {
      const one = sql<{ moment: string; pid: number }>`select pg_current_snapshot()::text as moment,
        pg_backend_pid() as pid, pg_sleep(0.02)`
      const read = await inOneReading(opened.db, async db => {
        await one.execute(db)
        return together(one, db)
      })
      expect(new Set(read.map(({ moment }) => moment)).size).toBe(1)
      expect(new Set(read.map(({ pid }) => pid)).size).toBeGreaterThan(1)
    })

    it('a statement that takes long is known by its name, whichever connections had it before', async () => {
      await together(sql`select pg_sleep(0.01)`)
      const slow = together(sql<{ is: string }>`select 'there' as is, pg_sleep(0.6)`)
      expect(new Set((await slow).map(({ is }) => is))).toEqual(new Set(['there']))
    })

    it('a whole server of ours runs, makes its tables and indexes past it, and loses nothing', async () => {
      const env = { DATABASE_URL: own.url, DATABASE_DIRECT_URL: own.direct, RATE_LIMIT: '0' }
      const servers = [await new ServerProcess(await environment(env)).running()]
      try {
        const [first] = servers as [ServerProcess]
        const person = await new Person(first.url).first(first)
        const stream = new Stream(Array.from({ length: 12 }, () => person))
        await stream.more(60)
        // an index of a table with rows is made beside those who write, under a lock of a connection's own
        const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
          where tablename = 'website' and indexname ~ '_[0-9a-f]{12}$' order by 1 limit 1`.execute(opened.db)
        const index = rows[0]?.name ?? ''
        await sql`drop index ${sql.ref(index)}`.execute(opened.db)
        servers.push(await new ServerProcess(await environment(env)).running())
        const made = await sql`select from pg_indexes where indexname = ${index}`.execute(opened.db)
        expect(made.rows).toHaveLength(1)
        const beside = new Person(servers[1]?.url ?? '')
        beside.token = person.token
        await stream.more(20)
        const counts = await Promise.all(Array.from({ length: 30 }, () => beside.count()))
        await stream.stop()
        expect(Math.min(...counts)).toBeGreaterThanOrEqual(60)
        expect({ refused: stream.refused, unanswered: stream.unanswered }).toEqual({ refused: [], unanswered: 0 })
        await expectWhole(opened.db, stream.acknowledged)
        // but for those by which a restore knows of the two servers
        const locks =
          await sql`select from pg_locks where locktype = 'advisory' and classid <> ${DATA_LOCK[0]}`.execute(opened.db)
        expect(locks.rows).toEqual([])
      } finally {
        for (const server of servers) await server.stop()
      }
    })
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
it.skipIf(!hasSystemd)('systemd finds nothing wrong with the unit of deploy/', () => {
  const judged = spawnSync('systemd-analyze', ['verify', join(ROOT, 'deploy/wangjian.service')], { encoding: 'utf8' })
  expect({ status: judged.status, said: judged.stderr }).toEqual({ status: 0, said: '' })
  // of 100, which is a service that may do everything
  const exposed = ['security', '--offline=true', '--threshold=25', join(ROOT, 'deploy/wangjian.service')]
  expect(spawnSync('systemd-analyze', exposed, { encoding: 'utf8' })).toMatchObject({ status: 0 })
})
