import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { extract } from 'tar'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pack } from '../../scripts/release/pack.ts'
import { PROGRAM_ENTRIES } from '../../scripts/release/programs.ts'
import { seal } from '../../scripts/release/seal.ts'
import { stage } from '../../scripts/release/stage.ts'
import { runningServer } from '../../src/cli/install/running.ts'
import { databaseOn } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres/pool.ts'
import { JUDGED } from '../../src/server/start/configuration/judged.ts'
import { DATABASE_FOLDER, EMPTY_DATABASE, makeDatabase } from '../../src/server/start/database/make-database.ts'
import { COMMAND_NAMES, npmCalls } from '../cli/install/npm-calls.ts'
import { structureOf } from '../cli/install/structure.ts'
import { copyFolder } from '../folders.ts'
import { prepared } from '../prepared.ts'
import { wholeIt } from '../whole.ts'
import { expectWhole, Person, Stream } from '../server/durability/writes.ts'
import { noPostgres, startPostgres } from '../server/support/postgres.ts'
import { accountOf, dataFolder, FIRST, launchBrowser, listed, logIn, temporaryFolder } from './harness.ts'

const NAME = 'wangjian-1.0.0'
const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

/** A folder with a release and a Node in it. */
let office: string
let made: string
let release: string
let data: string
let browser: Browser
const started: ChildProcess[] = []

beforeAll(async () => {
  made = temporaryFolder()
  const judgedIn = join(made, 'judged')
  mkdirSync(judgedIn)
  const known = prepared('demo')
  if (known !== undefined) copyFileSync(join(known, JUDGED), join(judgedIn, JUDGED))
  const folder = join(made, NAME)
  mkdirSync(folder)
  await stage({ into: folder, version: '1.0.0', made: new Date(0), key: privateKey, judgedIn, like: prepared('empty') })
  await pack(folder, join(made, `${NAME}.tar.gz`), new Date(0), 1)
  office = temporaryFolder()
  await extract({ file: join(made, `${NAME}.tar.gz`), cwd: office })
  release = join(office, NAME)
  data = dataFolder()
  // the embedded database compiled quickly rather than well: these servers live for seconds
  const node = `exec ${process.execPath} --liftoff-only --interrupt-budget=600000 "$@"`
  writeFileSync(join(office, 'node'), `#!/bin/sh\n${node}\n`, { mode: 0o755 })
  mkdirSync(join(office, 'bin'))
  for (const name of ['dirname', 'readlink']) symlinkSync(`/usr/bin/${name}`, join(office, 'bin', name))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  const left = runningServer(data)
  if (left) process.kill(left.pid)
  for (const child of started.filter(({ exitCode }) => exitCode === null)) {
    child.kill()
    await once(child, 'close')
  }
})

/** No npm, and nothing else but what the launcher calls. */
const environment = (): Record<string, string> => ({ PATH: join(office, 'bin'), PORT: '0', DATA_DIR: data })

/** The folder of the release itself, under another version. */
function renamed(version: string): string {
  const folder = join(made, `wangjian-${version}`)
  // a second attempt finds it renamed
  if (!existsSync(folder)) renameSync(join(made, NAME), folder)
  return folder
}
/** Of a release that holds nothing but one program. */
function small(version: string, program: string): string {
  const folder = join(made, `wangjian-${version}`)
  mkdirSync(join(folder, 'program'), { recursive: true })
  writeFileSync(join(folder, 'program/wangjian.mjs'), program)
  return folder
}
/** Signs a folder as a release of that version; `then` comes after the signature. */
async function archiveOf(folder: string, version: string, then: () => void = () => {}): Promise<string> {
  writeFileSync(join(folder, 'release.json'), JSON.stringify({ name: 'wangjian', version, node: '>=20.19' }))
  await seal(folder, privateKey)
  then()
  await pack(folder, `${folder}.tar.gz`, new Date(0), 1)
  return `${folder}.tar.gz`
}

interface Ended {
  status: number | null
  output: string
}
const wangjian = (...argv: string[]): Promise<Ended> => wangjianOn({}, ...argv)
async function wangjianOn(env: Record<string, string>, ...argv: string[]): Promise<Ended> {
  const current = existsSync(join(office, 'current')) ? join(office, 'current') : release
  const child = spawn(join(current, 'wangjian'), argv, { env: { ...environment(), ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output }
}

const start = async (): Promise<string> => (await startOn({})).url
async function startOn(env: Record<string, string>): Promise<{ url: string; output: string; child: ChildProcess }> {
  const child = spawn(join(release, 'wangjian'), ['start'], { env: { ...environment(), ...env }, cwd: '/' })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part))
  await expect.poll(() => child.exitCode ?? output).toContain('running at')
  return { url: /http:\/\/\S+/.exec(output)?.[0] ?? '', output, child }
}

describe('a release, unpacked where there is nothing but a Node', () => {
  it('carries neither sources nor what builds them', () => {
    expect(existsSync(join(release, 'scripts'))).toBe(false)
    for (const name of ['vite', 'tsx', 'typescript', 'react'])
      expect(existsSync(join(release, 'node_modules', name)), name).toBe(false)
    const licences = readFileSync(join(release, 'LICENCES.txt'), 'utf8')
    const { components } = JSON.parse(readFileSync(join(release, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string; version: string }[]
    }
    expect(components.length).toBeGreaterThan(100)
    // of the server, of the console, and as it is
    for (const name of ['fastify', 'react', '@electric-sql/pglite'])
      expect(components.map(one => one.name)).toContain(name)
    for (const { name, version } of components) expect(licences).toContain(`\n${name} ${version} (`)
  })

  it('starts without npm, and staff sign in and see a list', async () => {
    const url = await start()
    const account = accountOf(({ username }) => username === 'fj_fuzhou')
    const { page, context, problems } = await logIn(browser, url, account, FIRST)
    await listed(page)
    expect(problems).toEqual([])
    await context.close()
    // the release has judged its configuration: the server did not need to
    expect(readFileSync(join(data, JUDGED), 'utf8')).toBe(readFileSync(join(release, JUDGED), 'utf8'))
  })

  wholeIt('brings the tables that a start from nothing makes', async () => {
    const [unpacked, made] = [join(office, 'unpacked'), prepared('demo')]
    mkdirSync(unpacked)
    await makeDatabase(join(unpacked, DATABASE_FOLDER), { isReleased: true, archive: join(release, EMPTY_DATABASE) })
    const released = await structureOf(unpacked)
    expect(released.columns.length).toBeGreaterThan(1000)
    if (made !== undefined) {
      const demo = join(office, 'demo')
      copyFolder(made, demo)
      expect(released).toEqual(await structureOf(demo))
    }
    // other configurations begin with what a database has from nothing
    const bare = join(office, 'bare')
    mkdirSync(bare)
    await makeDatabase(join(bare, DATABASE_FOLDER), { isReleased: false, archive: join(release, EMPTY_DATABASE) })
    expect((await structureOf(bare)).columns).toEqual([])
  })

  it.each(Object.keys(PROGRAM_ENTRIES).filter(name => name !== 'wangjian'))(
    '%s, a process of its own, finds all that it needs',
    name => {
      const { status, stderr } = spawnSync(process.execPath, [join(release, 'program', `${name}.mjs`)])
      expect({ status, said: String(stderr) }).toEqual({ status: 0, said: '' })
    },
  )

  it('names its commands as they are called there', () => {
    const programs = readdirSync(join(release, 'program')).map(name => join(release, 'program', name))
    expect(programs.flatMap(file => npmCalls(readFileSync(file, 'utf8'), COMMAND_NAMES))).toEqual([])
  })

  it('tells a changed byte', async () => {
    appendFileSync(join(release, 'schemas/app.yaml'), '# edited\n')
    expect(await wangjian('verify')).toEqual({ status: 1, output: '文件与发布时不同：schemas/app.yaml\n' })
  })

  it('says what it can do, and that there is no such command', async () => {
    expect(await wangjian()).toMatchObject({ status: 0, output: expect.stringContaining('start') })
    expect(await wangjian('begin')).toMatchObject({
      status: 2,
      output: expect.stringContaining('./wangjian <command>'),
    })
  })
})

describe('the release after it', () => {
  it('takes its place while the server runs, and the one before comes back', async () => {
    const upgraded = await wangjian('upgrade', await archiveOf(renamed('1.0.1'), '1.0.1'), '--no-backup')
    expect(upgraded).toMatchObject({ status: 0, output: expect.stringContaining('服务已启动') })
    const status = await wangjian('status')
    expect(status).toMatchObject({ status: 0, output: expect.stringMatching(/wangjian-1\.0\.1[^]*健康 {2}正常/) })
    const server = runningServer(data)
    expect(server?.version).toBe('1.0.1')
    process.kill(server?.pid ?? 0)
    await expect.poll(() => runningServer(data)).toBeUndefined()
    expect(await wangjian('rollback', '--no-backup')).toMatchObject({ status: 0 })
    const back = await wangjian('status')
    expect(back.output).toContain('版本  1.0.0')
    expect(back.output).toContain('可回到  wangjian-1.0.1')
    expect(await wangjian('rollback', '--restore', join(office, 'nowhere'))).toMatchObject({
      status: 2,
      output: expect.stringContaining('里没有备份'),
    })
  })

  wholeIt('is not taken where it is not well: database and release are those from before', async () => {
    data = join(office, 'data')
    const like = prepared('empty')
    if (like !== undefined) copyFolder(like, data)
    // it has already been at the data when it fails
    const kept = join(data, 'files', 'kept.txt')
    mkdirSync(join(data, 'files'), { recursive: true })
    writeFileSync(kept, 'of before')
    const broken = small(
      '1.0.2',
      `import { writeFileSync } from 'node:fs'
      writeFileSync(${JSON.stringify(kept)}, 'of the new release')
      console.error('it does not work')
      process.exit(1)`,
    )
    const failed = await wangjian('upgrade', await archiveOf(broken, '1.0.2'))
    expect(failed.output).toMatch(/it does not work[^]*已恢复备份[^]*已回到原来的版本/)
    expect(failed.status).toBe(1)
    expect(readFileSync(kept, 'utf8')).toBe('of before')
    expect((await wangjian('status')).output).toContain('版本  1.0.0')
  })

  it('is not even laid beside it where somebody changed a byte, or it is no newer', async () => {
    const folder = small('1.0.3', '')
    const changed = await archiveOf(folder, '1.0.3', () => writeFileSync(join(folder, 'program/wangjian.mjs'), ' '))
    const refused = await wangjian('upgrade', changed)
    expect(refused).toMatchObject({ status: 2, output: expect.stringContaining('program/wangjian.mjs') })
    expect(existsSync(join(office, 'wangjian-1.0.3'))).toBe(false)
    const old = await wangjian('upgrade', await archiveOf(small('0.9.0', ''), '0.9.0'))
    expect(old.output).toContain('不比现用的 1.0.0 新')
  })
})

describe.skipIf(noPostgres !== undefined)('beside a second instance on one PostgreSQL', () => {
  it('an upgrade that fails takes nothing back of what the other acknowledged, and no restore does while it runs', async () => {
    const postgres = await startPostgres()
    const [here, there] = [temporaryFolder(), temporaryFolder()]
    const on = { DATABASE_URL: postgres.url, DEMO: '0', DATA_DIR: here }
    const second = await startOn({ ...on, DATA_DIR: there })
    const db = databaseOn(await openPostgres(postgres.url))
    try {
      const person = await new Person(second.url).first(second)
      const stream = new Stream([person, person])
      await stream.more(5)
      const broken = small('1.0.4', `console.error('it does not work')\nprocess.exit(1)`)
      const failed = await wangjianOn(on, 'upgrade', await archiveOf(broken, '1.0.4'))
      expect(failed.status).toBe(1)
      expect(failed.output).toMatch(
        /it does not work[^]*还有别的程序连着这个数据库[^]*数据保持现状[^]*已回到原来的版本/,
      )
      // both its own connections and those of this test, by what they are called
      expect(failed.output).toContain(`127.0.0.1：主机 ${hostname().slice(0, 30)} 进程 ${second.child.pid}，`)
      expect(failed.output).not.toContain('已恢复备份')
      await db.destroy()
      const [name = ''] = readdirSync(join(office, 'backups')).slice(-1)
      const backup = join(office, 'backups', name)
      expect(await wangjianOn(on, 'restore', backup, '--force')).toMatchObject({
        status: 1,
        output: expect.stringContaining(`进程 ${second.child.pid}，`),
      })
      await stream.more(5)
      await stream.stop()
      second.child.kill()
      await once(second.child, 'close')
      const after = databaseOn(await openPostgres(postgres.url))
      expect(stream.refused).toEqual([])
      await expectWhole(after, stream.acknowledged).finally(() => after.destroy())
      // alone by now, and somebody has changed something since
      const unsafe = await wangjianOn(on, 'restore', backup, '--force', '--if-unchanged')
      expect(unsafe).toMatchObject({ status: 1, output: expect.stringMatching(/备份之后有人改过数据 \d+ 次/) })
      expect(await wangjianOn(on, 'restore', backup, '--check')).toMatchObject({
        status: 0,
        output: expect.stringContaining('可以恢复'),
      })
    } finally {
      await postgres.stop()
    }
  })
})
