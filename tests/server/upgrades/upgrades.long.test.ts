import { ALL_GRANTED, DUTIES } from '../../../src/core/model/roles.ts'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { compileJudged, type CompiledConfiguration } from '../../../src/server/config/live.ts'
import { databaseOn, type Database, type TableRow } from '../../../src/server/db/database.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { entitiesOf } from '../../../src/server/db/tables/models.ts'
import { passwordMatches } from '../../../src/server/session/secrets/passwords.ts'
import { readConfigFolder } from '../../../src/server/start/configuration/config-folder.ts'
import { prepareTables } from '../../../src/server/start/database/open-database.ts'
import { SUPERVISION } from '../../../src/supervision/server/product.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { apiOn } from '../support/api.ts'
import { noPostgres, startPostgres } from '../support/postgres.ts'
import { some, wholeIt } from '../../whole.ts'
import { answered, UPLOADED } from './enter.ts'

const MADE = join(import.meta.dirname, 'made')
const VERSIONS = readdirSync(MADE)
  .filter(name => name.endsWith('.sql.gz'))
  .map(name => name.replace('.sql.gz', ''))
  .sort()
const kept = (name: string): string => gunzipSync(readFileSync(join(MADE, name))).toString()
const textOf = (version: string): string => kept(`${version}.sql.gz`)

/** What else that version left: the file that was uploaded, where it lay, and what it answered. */
interface Left {
  file: string
  files: Record<string, string>
  answers: Record<string, unknown>
}
const leftBy = (version: string): Left => JSON.parse(kept(`${version}.json.gz`)) as Left

interface Opened {
  db: Database
  close(): Promise<unknown>
}

async function onPostgres(text: string): Promise<Opened> {
  const postgres = await startPostgres()
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(text)
  await client.end()
  const db = databaseOn(await openPostgres(postgres.url))
  return { db, close: () => db.destroy().finally(() => postgres.stop()) }
}

async function onPglite(text: string): Promise<Opened> {
  const folder = temporary('upgraded-')
  await (await openPglite(join(folder, 'pg'))).end()
  const pglite = await PGlite.create(join(folder, 'pg'))
  await pglite.exec(text)
  await pglite.close()
  const db = databaseOn(await openPglite(join(folder, 'pg')))
  return { db, close: () => db.destroy().finally(() => forget(folder)) }
}

/** Tables that say what was done to tables, and roll-ups, which are made of the rows. */
const isData = (name: string): boolean => !name.startsWith('sys_rollup') && name !== 'sys_schema_change'

async function everything(db: Database): Promise<Map<string, TableRow[]>> {
  const { rows: tables } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname = current_schema() order by 1`.execute(db)
  const found = new Map<string, TableRow[]>()
  for (const { name } of tables.filter(table => isData(table.name))) {
    const { rows } = await sql<{ row: TableRow }>`select to_jsonb(t) as row from ${sql.table(name)} t
      order by to_jsonb(t)::text`.execute(db)
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}

/**
 * What later versions change by intention: these held the key of a view (DATA_CHANGES of the product), and roles
 * granted all that they did not name (role-grants.ts).
 */
const OWN_KEYS: ReadonlySet<string> = new Set(['randomSample', 'specialRecord'])
const asMeant = (name: string, row: TableRow): TableRow =>
  OWN_KEYS.has(name)
    ? { ...row, objectId: String(row['objectId']).replace(`${String(row['objectKind'])}-`, '') }
    : name === 'role'
      ? { ...row, buttons: [...((row['buttons'] ?? []) as string[]), ALL_GRANTED, ...DUTIES] }
      : row

/**
 * What is no longer there, or has another value than before; a row is known by all that it held, but for what the
 * server counts anew.
 */
function lost(
  before: Map<string, TableRow[]>,
  after: Map<string, TableRow[]>,
  entities: CompiledConfiguration['entities'],
): string[] {
  return [...before].flatMap(([name, rows]) => {
    const columns = Object.keys(rows[0] ?? {}).filter(one => !entities.get(name)?.byName.get(one)?.counted)
    const part = (row: TableRow): string => JSON.stringify(columns.map(column => row[column]))
    const left = new Map<string, number>()
    for (const row of after.get(name) ?? []) left.set(part(row), (left.get(part(row)) ?? 0) + 1)
    return rows.flatMap(written => {
      const row = asMeant(name, written)
      const n = left.get(part(row)) ?? 0
      left.set(part(row), n - 1)
      return n > 0 ? [] : [`${name}: ${part(row)}`]
    })
  })
}

let compiled: Promise<CompiledConfiguration> | undefined
const today = (): Promise<CompiledConfiguration> =>
  (compiled ??= readConfigFolder(ROOT).then(files => compileJudged(files)))

async function start(db: Database): Promise<void> {
  const { configuration } = await today()
  await prepareTables(db, { entities: entitiesOf(configuration), configuration }, SUPERVISION.tables)
}

/** Records once said of each empty field that it was empty, and of what nobody had counted nothing. */
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** All that was answered is answered the same; later versions may say more. */
function differing(before: unknown, now: unknown, at: string): string[] {
  if (Array.isArray(before) && Array.isArray(now))
    return before.length === now.length
      ? before.flatMap((one, i) => differing(one, now[i], `${at}[${i}]`))
      : [`${at}: ${before.length} → ${now.length}`]
  if (typeof before === 'object' && before !== null && typeof now === 'object' && now !== null)
    return Object.entries(before).flatMap(([name, one]) => differing(one, (now as TableRow)[name], `${at}.${name}`))
  return Object.is(before, now) || (isNothing(before) && (isNothing(now) || now === 0))
    ? []
    : [`${at}: ${JSON.stringify(before)} → ${JSON.stringify(now)}`]
}

/** The server of today on that database, in front of the files as they lay. */
async function servedFrom(db: Database, { file, files, answers }: Left): Promise<void> {
  const folder = temporary('upgraded-files-')
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'files', path)), { recursive: true })
    writeFileSync(join(folder, 'files', path), Buffer.from(content, 'base64'))
  }
  const api = await apiOn(db, folder)
  try {
    const token = await api.token('huainan_admin', 'Wangjian2025')
    const download = await api.app.inject({ url: file, headers: { authorization: `Bearer ${token}` } })
    expect({ status: download.statusCode, content: download.body }).toEqual({ status: 200, content: UPLOADED })
    const now = await answered(async (path, args) => (await api.ask('POST', path, token, args)).body.data)
    expect(Object.keys(now).length).toBeGreaterThan(3)
    expect(differing(answers, now, '')).toEqual([])
  } finally {
    await api.close()
    await forget(folder)
  }
}

const CHANGES = 'select count(*)::int as n from sys_schema_change'

async function upgraded(open: (text: string) => Promise<Opened>, version: string): Promise<void> {
  const { db, close } = await open(textOf(version))
  const changes = async (): Promise<unknown> => (await sql.raw(CHANGES).execute(db)).rows
  try {
    const before = await everything(db)
    await start(db)
    const after = await everything(db)
    expect(lost(before, after, entitiesOf((await today()).configuration))).toEqual([])
    const { rows } = await sql<{ hash: string }>`select c.hash from sys_credential c
      join "user" u on u.id = c."userId" where u.username = 'huainan_admin'`.execute(db)
    expect(await passwordMatches('Wangjian2025', rows[0]?.hash ?? '')).toBe(true)
    const made = await changes()
    await start(db)
    expect(await everything(db)).toEqual(after)
    expect(await changes()).toEqual(made)
    await servedFrom(db, leftBy(version))
  } finally {
    await close()
  }
}

describe('a database of an earlier version', () => {
  it.skipIf(noPostgres !== undefined).each(some(VERSIONS, 1))('starts under this one without loss: %s', version =>
    upgraded(onPostgres, version),
  )
  wholeIt('does so on the embedded database', () => upgraded(onPglite, VERSIONS[0] ?? ''))
})
