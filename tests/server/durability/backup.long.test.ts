import { spawn } from 'node:child_process'
import { chmodSync, readdirSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { filesFacts } from '../../../src/cli/install/facts.ts'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { PRODUCTS } from '../../../src/products.ts'
import { readSettings } from '../../../src/server/start/settings/environment.ts'
import { openDatabase } from '../../../src/server/start/database/open-database.ts'
import { readBackup } from '../../../src/server/start/folders/backup-folder.ts'
import { restore } from '../../../src/server/start/restore.ts'
import { lostAt, recorded, recording, type FileEvent } from '../support/power-cut.ts'
import { expectPrivate } from '../support/private.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { empty, environment, ServerProcess } from '../support/process.ts'
import { some } from '../../whole.ts'
import { expectWhole, Person, Stream } from './writes.ts'

const clean: (() => unknown)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step()
})

type Env = Record<string, string>

async function folder(): Promise<string> {
  const made = temporary()
  clean.push(() => forget(made))
  return made
}

/** `npm run backup`, as an operator runs it. */
function backup(env: Env, to: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(ROOT, 'scripts/backup.ts'), to], {
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output += data
    })
  return new Promise(resolve => child.once('close', code => resolve({ code, output })))
}

const dataOf = (env: Env): string => env['DATA_DIR'] ?? ''

async function reading<T>(env: Env, read: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(env['DATABASE_URL'] || undefined, dataOf(env))
  return read(db).finally(close)
}
const names = (db: Database): Promise<string[]> =>
  db
    .selectFrom('website')
    .select('siteName')
    .execute()
    .then(rows => rows.map(row => String(row['siteName'])))

async function upload(person: Person): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob(['证据']), '证据.txt')
  const answer = await fetch(`${person.url}/prod-api/api-im/file/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}` },
    body,
  })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** It takes a minute each. */
const tried = some(['PGlite', 'PostgreSQL'] as const, 1)

describe.each(tried)('backup and restore on %s', kind => {
  it.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(
    'take everything while the server runs, and bring it back whole or not at all',
    async () => {
      const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
      if (postgres) clean.push(() => postgres.stop())
      const env = await environment({
        DATABASE_URL: postgres?.url ?? '',
        DATA_DIR: await empty(await folder()),
        RATE_LIMIT: '0',
      })
      // where its files and its backups lie
      const [served, backedUp] = [join(await folder(), 'log'), join(await folder(), 'log')]
      const server = new ServerProcess({ ...env, ...recording(tmpdir(), served) })
      clean.push(() => server.stop('SIGKILL'))
      await server.running()
      const person = await new Person(server.url).first(server)
      await upload(person)
      const stream = new Stream([person, person])
      await stream.more(30)
      const before = [...stream.acknowledged]
      const kept = join(await folder(), 'kept')
      const { code, output } = await backup({ ...env, ...recording(tmpdir(), backedUp) }, kept)
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringMatching(/backed up \d+ tables, \d+ rows, 1 files/) as string,
      })
      await stream.more(5)
      await stream.stop()
      expect(stream.refused).toEqual([])
      // its control socket too, and what was laid open before
      expectPrivate(dataOf(env))
      expectPrivate(kept)
      // as a backup is that was carried on a disk without permissions
      for (const entry of readdirSync(join(kept, 'files'), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644)
      // as where the folder of files is not mounted: what could be saved is, and nobody takes it for the whole
      await rm(join(dataOf(env), 'files'), { recursive: true })
      expect(await filesFacts(readSettings(env, ROOT))).toMatchObject({ count: 1, first: [{ name: '证据.txt' }] })
      const partly = join(await folder(), 'partly')
      expect(await backup(env, partly)).toMatchObject({
        code: 3,
        output: expect.stringMatching(/0 files[\s\S]*备份不完整[\s\S]*lacks 1 files[\s\S]*证据\.txt/) as string,
      })
      await server.stop()
      expectNothingLost(recorded(served), join(dataOf(env), 'files'))
      expectNothingLost(recorded(backedUp), kept)

      const other: Env = {
        ...env,
        DATA_DIR: await empty(await folder()),
        ...(postgres ? { DATABASE_URL: await secondDatabase(postgres.url) } : {}),
      }
      const settings = readSettings(other, ROOT)
      expect((await readBackup(partly)).manifest.lacking?.first).toMatchObject([{ name: '证据.txt' }])
      expect((await restore(settings, kept, false, PRODUCTS)).lacking?.count).toBe(0)
      expect(
        readdirSync(join(dataOf(other), 'files'), { recursive: true, withFileTypes: true }).filter(entry =>
          entry.isFile(),
        ),
      ).toHaveLength(1)
      expectPrivate(dataOf(other))
      await reading(other, async db => {
        // one moment of the stream: all that was acknowledged before, and no row without its audit entry
        await expectWhole(db, before)
        expect(await db.selectFrom('sys_session').selectAll().execute()).toEqual([])
        await db.updateTable('website').set({ siteName: '后来改的' }).execute()
      })

      await expect(restore(settings, kept, false, PRODUCTS)).rejects.toThrow(/--force/)
      await damage(join(kept, 'manifest.json'))
      await expect(restore(settings, kept, true, PRODUCTS)).rejects.toThrow(/备份已损坏/)
      expect(new Set(await reading(other, names))).toEqual(new Set(['后来改的']))
      await damage(join(kept, 'manifest.json'))
      await restore(settings, kept, true, PRODUCTS)
      await reading(other, async db => {
        await expectWhole(db, before)
        await numbersGoOn(db)
      })
    },
  )
})

/** What the database itself does is proved elsewhere; of these files, and of its copy for a backup, nobody is told. */
const OTHERS = /\/pg(\/|$)|\.database(\/|$)|\.reserve$|\/lock\.json$|\/server\.json$/
/** A backup that is under way while others are answered. */
const UNDER_WAY = /\/(kept|partly)(\.part)?(\/|$)/

/** At each answer, and in the end, all that there was by then is on the disk: a power cut would take nothing of it. */
function expectNothingLost(events: readonly FileEvent[], among: string): void {
  expect(events.filter(({ what, paths }) => what === 'rename' && paths[1]?.startsWith(among)).length).toBeGreaterThan(0)
  const states = lostAt(
    [...events, { what: 'kept the end', paths: [] }],
    ({ what }) => /answer|kept/.test(what),
    OTHERS,
  )
  const lost = states.flatMap(([what, paths]) => paths.filter(path => what !== 'answer' || !UNDER_WAY.test(path)))
  expect(lost).toEqual([])
}

/** Another checksum of the shops' websites; twice is once not. */
async function damage(manifest: string): Promise<void> {
  const text = await readFile(manifest, 'utf8')
  const read = JSON.parse(text) as { tables: { name: string; sha256: string }[] }
  for (const table of read.tables) if (table.name === 'website') table.sha256 = [...table.sha256].reverse().join('')
  await writeFile(manifest, JSON.stringify(read))
}

/** Numbers of the audit trail go on behind the last one. */
async function numbersGoOn(db: Database): Promise<void> {
  const last = await db.selectFrom('sys_audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  await db.insertInto('sys_audit').values({ time: '2025-01-01 00:00:00', action: 'a', entity: 'none' }).execute()
  const next = await db.selectFrom('sys_audit').select('id').where('entity', '=', 'none').executeTakeFirst()
  expect(Number(next?.['id'])).toBeGreaterThan(Number(last?.['id']))
}

async function secondDatabase(url: string): Promise<string> {
  const db = databaseOn(await openPostgres(url))
  await sql`create database second`.execute(db)
  await db.destroy()
  return url.replace(/postgres$/, 'second')
}
