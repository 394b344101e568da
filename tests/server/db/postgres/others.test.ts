import { spawn, type ChildProcess } from 'node:child_process'
import { hostname } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DATA_LOCK } from '../../../../src/server/db/migrate/locks.ts'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import { OthersConnected, whileAlone } from '../../../../src/server/db/postgres/others.ts'
import { openPostgres } from '../../../../src/server/db/postgres/pool.ts'
import { noPostgres, startPostgres, type Postgres } from '../../support/postgres.ts'
import { ROOT } from '../../../folders.ts'

const CONNECT_MS = 5000
const clean: (() => unknown)[] = []

describe.skipIf(noPostgres !== undefined)('whoever replaces data', () => {
  const own = {} as { postgres: Postgres; db: Database }
  beforeAll(async () => {
    own.postgres = await startPostgres()
    own.db = databaseOn(await openPostgres(own.postgres.url))
  })
  // a connection that was ended is seen for a moment longer
  afterEach(async () => {
    for (const step of clean.splice(0).reverse()) await step()
    await expect.poll(() => alone(async () => 'alone').catch(() => 'others')).toBe('alone')
  })
  afterAll(async () => {
    await own.db?.destroy()
    await own.postgres?.stop()
  })

  async function connected(name: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: own.postgres.url, application_name: name })
    client.on('error', () => undefined)
    await client.connect()
    clean.push(() => client.end())
    return client
  }
  /** A process that is present as a server is; `said` is what it has said by now. */
  function server(): { child: ChildProcess; said: () => string } {
    const program = join(ROOT, 'tests/server/db/postgres/present.mjs')
    const child = spawn(process.execPath, ['--import', 'tsx', program, own.postgres.url], { cwd: ROOT })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data))
    const ended = new Promise(resolve => child.once('close', resolve))
    clean.push(async () => {
      child.stdin.end()
      await ended
    })
    return { child, said: () => said }
  }
  const alone = <T>(work: (look: () => Promise<void>) => Promise<T>): Promise<T> =>
    whileAlone(own.postgres.url, CONNECT_MS, work)
  const refused = async (): Promise<OthersConnected['others']> => {
    const error: unknown = await alone(async () => 'nobody is there').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(OthersConnected)
    return (error as OthersConnected).others
  }
  it('is not refused for the connections of its own process, and is alone once', async () => {
    await own.db.selectNoFrom(eb => eb.val(1).as('one')).execute()
    await alone(async look => {
      await look()
      expect(await refused()).toEqual([])
    })
  })

  it.each(['psql', '', 'wangjian deadbeef 12'])('is refused where "%s" is connected, whatever it does', async name => {
    await connected(name)
    const [other, ...more] = await refused()
    expect(more).toEqual([])
    expect(other).toMatchObject({
      address: '127.0.0.1',
      name: name.startsWith('wangjian') ? 'wangjian deadbeef' : name,
      connections: 1,
      since: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
    })
  })

  it('is told of a server once, with all its connections, its machine and process', async () => {
    const { child, said } = server()
    await expect.poll(said).toContain('present')
    const tag = String((await refused())[0]?.name)
    await connected(`${tag} 7`)
    expect(await refused()).toEqual([
      expect.objectContaining({
        place: `${hostname().slice(0, 30)} ${child.pid}`,
        connections: 2,
        pids: [1, 2].map(() => expect.any(Number) as number),
      }),
    ])
  })

  it('is refused also where somebody comes while it works, before they are locked out', async () => {
    await expect(
      alone(async look => {
        await connected('wangjian deadbeef 1')
        await look()
      }),
    ).rejects.toThrow(OthersConnected)
  })

  it('lets no server begin meanwhile: it waits, in words, and counts as nobody', async () => {
    const coming = await alone(async look => {
      const one = server()
      await expect.poll(one.said).toContain('waits')
      await look()
      expect(one.said()).not.toContain('present')
      return one
    })
    await expect.poll(coming.said).toContain('present')
    expect(await refused()).toHaveLength(1)
  })

  it('still knows of a server that has lost its connection, and no more of one that has ended', async () => {
    const { child, said } = server()
    await expect.poll(said).toContain('present')
    const client = await connected('cutter')
    const holders = async (): Promise<number[]> =>
      (
        await client.query<{ pid: number }>(
          `select pid from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2 and granted`,
          [...DATA_LOCK],
        )
      ).rows.map(({ pid }) => pid)
    const [before] = await holders()
    await client.query('select pg_terminate_backend($1)', [before])
    await expect.poll(async () => (await holders()).filter(pid => pid !== before)).toHaveLength(1)
    child.kill('SIGKILL')
    await expect.poll(holders).toEqual([])
  })
})
