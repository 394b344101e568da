/**
 * Makes a database as an earlier version of this repository left it: `npx tsx tests/server/upgrades/make.ts <commit>`.
 * See README.md beside it.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { postgresBinaries } from '../../../scripts/find-tools.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { freePort, startPostgres } from '../support/postgres.ts'
import { ask, enter } from './enter.ts'

const git = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trim()
}

/** That version's files, with the libraries of today, under which all of them start. */
function checkout(commit: string): string {
  const folder = temporary('upgrade-')
  const tar = spawnSync('sh', ['-c', `git archive ${commit} | tar x -C ${folder}`], { cwd: ROOT, encoding: 'utf8' })
  if (tar.status !== 0) throw new Error(tar.stderr)
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/^(demo|customers)\/.*\.yaml$/.test(file)) fewer(join(folder, file))
  return folder
}

/** Every kind of record that the demonstration of that version has, but few of each. */
function fewer(file: string): void {
  const text = readFileSync(file, 'utf8')
  const less = text.replaceAll(
    /\b(eshop|website|clues|illegalResult): (\d+)/g,
    (_, what: string, n: string) => `${what}: ${Math.max(1, Math.round(Number(n) / 100))}`,
  )
  if (less !== text) writeFileSync(file, less)
}

async function untilServed(server: ChildProcess, url: string): Promise<void> {
  while (server.exitCode === null) {
    const answer = await fetch(`${url}/prod-api/api-auth/oauth/userinfo`).catch(() => undefined)
    if (answer) return
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  throw new Error('that version does not start')
}

async function serve<T>(folder: string, database: string, data: string, work: (url: string) => Promise<T>): Promise<T> {
  const port = String(await freePort())
  const server = spawn(process.execPath, ['--import', 'tsx', 'scripts/start.ts', '--no-build'], {
    cwd: folder,
    stdio: 'inherit',
    env: { ...process.env, HOST: '127.0.0.1', PORT: port, DATA_DIR: data, DATABASE_URL: database },
  })
  const ended = new Promise(resolve => server.once('exit', resolve))
  try {
    await untilServed(server, `http://127.0.0.1:${port}`)
    return await work(`http://127.0.0.1:${port}`)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
}

const KEPT: ReadonlySet<string> = new Set(['user', 'role', 'org'])

/** Of each kind of record the first and the last ones, which are those that were entered, are enough. */
async function thin(database: string): Promise<void> {
  const client = new Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and left(tablename, 4) <> 'sys_'`,
  )
  for (const { name } of rows.filter(row => !KEPT.has(row.name)))
    await client.query(`delete from "${name}" where ctid not in (select ctid from "${name}" order by 1 limit 8)
      and ctid not in (select ctid from "${name}" order by 1 desc limit 4)`)
  await client.end()
}

/** The files that records or their evidence do not need, which the demonstration brought, are left out. */
function uploaded(data: string, url: string): Record<string, string> {
  const inFolder = readdirSync(join(data, 'files'), { recursive: true, encoding: 'utf8' })
  const path = inFolder.find(name => basename(name).length > 2 && url.includes(basename(name)))
  if (path === undefined) throw new Error(`${url} lies nowhere`)
  return { [path]: readFileSync(join(data, 'files', path), 'base64') }
}

/** What psql alone understands, and settings that the embedded database has not got, are left out. */
function dumped(database: string): string {
  const args = ['-d', database, '--no-owner', '--no-privileges', '--rows-per-insert=200', '--schema=public']
  const { status, stdout, stderr } = spawnSync(join(postgresBinaries() ?? '', 'pg_dump'), args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(stderr)
  return stdout.replaceAll(/^(\\(un)?restrict .*|SET .*;|--.*|CREATE SCHEMA public;|COMMENT ON SCHEMA .*;)\n/gm, '')
}

const commit = git('rev-parse', '--short=8', process.argv[2] ?? 'HEAD')
const day = git('log', '-1', '--format=%cd', '--date=format:%Y%m%d-%H%M', commit)
const folder = checkout(commit)
const postgres = await startPostgres()
const data = temporary('upgrade-data-')
try {
  const file = await serve(folder, postgres.url, data, enter)
  await thin(postgres.url)
  const answers = await serve(folder, postgres.url, data, ask)
  const made = join(import.meta.dirname, 'made', `${day}-${commit}`)
  mkdirSync(dirname(made), { recursive: true })
  writeFileSync(`${made}.sql.gz`, gzipSync(dumped(postgres.url), { level: 9 }))
  const kept = { file, files: uploaded(data, file), answers }
  writeFileSync(`${made}.json.gz`, gzipSync(JSON.stringify(kept), { level: 9 }))
  console.log(made)
} finally {
  await postgres.stop()
  await forget(folder)
  await forget(data)
}
