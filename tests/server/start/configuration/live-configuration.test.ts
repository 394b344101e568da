import { spawnSync } from 'node:child_process'
import { appendFile, cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inSlices } from '../../../../src/server/time/slices.ts'
import type { LiveConfiguration } from '../../../../src/server/config/live.ts'
import { Checker } from '../../../../src/server/start/configuration/checker.ts'
import { readConfigFiles } from '../../../../src/server/start/configuration/config-files.ts'
import type { Watching } from '../../../../src/server/start/configuration/config-folder.ts'
import { confirmFolder } from '../../../../src/server/start/configuration/confirmation.ts'
import { firstConfiguration, followEdits } from '../../../../src/server/start/configuration/live-configuration.ts'
import { forget, ROOT, temporary } from '../../../folders.ts'

const PAGE = 'schemas/pages/books.yaml'
const AREA = 'customers/areas/110101'
const own: { folder: string; live?: LiveConfiguration; watching?: Watching; said: string[]; page: string } = {
  folder: '',
  said: [],
  page: '',
}
const live = (): LiveConfiguration => own.live as LiveConfiguration
const at = (path: string): string => join(own.folder, path)
const title = (): string | undefined => live().configuration.scope({}).page('books')?.title
const entitled = (name: string): string => own.page.replace('title: 图书', `title: ${name}`)
const faults: unknown[] = []

const until = (what: string | RegExp): Promise<void> =>
  expect.poll(() => own.said.some(line => line.match(what))).toBe(true)

beforeAll(async () => {
  own.folder = temporary('live-')
  // the smaller product: each edit is judged whole
  await cp(join(ROOT, 'examples/library'), own.folder, { recursive: true })
  own.page = await readFile(at(PAGE), 'utf8')
  own.live = await firstConfiguration(own.folder)
  const log = { info: (line: string) => void own.said.push(line), error: (line: string) => void own.said.push(line) }
  own.watching = await followEdits(
    own.folder,
    live(),
    async () => {
      if (faults.length > 0) throw faults.shift()
    },
    log,
  )
})
beforeEach(() => {
  own.said = []
})
afterAll(async () => {
  await own.watching?.close()
  await forget(own.folder)
})

describe('a configuration folder that is edited while the server runs', () => {
  it.each([
    [
      'a link to itself',
      'customers/areas/loop.yaml',
      (path: string) => symlink(path, path),
      /customers\/areas\/loop\.yaml:1:1 {2}error {2}file-unreadable {2}.*循环/,
    ],
    [
      'a link that leads nowhere',
      'schemas/pages/gone.yaml',
      (path: string) => symlink('/nowhere', path),
      /schemas\/pages\/gone\.yaml:1:1 {2}error {2}file-unreadable {2}.*不存在/,
    ],
    [
      'a pipe',
      'schemas/pages/pipe.yaml',
      async (path: string) => void spawnSync('mkfifo', [path]),
      /schemas\/pages\/pipe\.yaml:1:1 {2}error {2}file-unreadable {2}.*不是普通文件/,
    ],
    [
      'a folder linked into itself',
      'customers/areas/again',
      (path: string) => symlink('..', path),
      /customers\/areas\/again:1:1 {2}warning {2}file-unreadable {2}.*上层文件夹/,
    ],
    [
      'more brackets than anything can read',
      'schemas/pages/deep.yaml',
      (path: string) => writeFile(path, `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`),
      /schemas\/pages\/.*\.yaml:\d+:\d+ {2}error {2}(check-failed|yaml-\w+)/,
    ],
  ])('with %s goes on, and says where', async (_what, path, make, told) => {
    await make(at(path))
    // a link is no file of a name that somebody saved: it is found with the next save
    await writeFile(at(PAGE), entitled('网站'))
    await until(told)
    own.said = []
    await rm(at(path))
    await writeFile(at(PAGE), own.page)
    await until(/configuration updated|again what is in force/)
    await expect.poll(title).toBe('图书')
  })

  it.each(['customers', 'schemas', 'customers/areas', 'customers/areas/110101', 'schemas/entities'])(
    'keeps what is in force when %s is not there any more',
    async part => {
      const { version } = live().configuration
      await rename(at(part), at('elsewhere'))
      await until(new RegExp(`${part}:1:1 {2}error {2}folder-gone`))
      expect(live().configuration.version).toBe(version)
      await rename(at('elsewhere'), at(part))
      await until('again what is in force')
      expect(live().configuration.version).toBe(version)
    },
  )

  it('waits with a file that ends in its middle, until it is whole or another text', async () => {
    const { version } = live().configuration
    const lines = own.page.split('\n')
    for (const cut of [
      '',
      own.page.slice(0, Math.floor(0.6 * own.page.length)),
      `${lines.slice(0, Math.floor(0.6 * lines.length)).join('\n')}\n`,
      entitled('平台').slice(0, Math.floor(0.6 * own.page.length)),
    ]) {
      own.said = []
      await writeFile(at(PAGE), cut)
      await until(/schemas\/pages\/books\.yaml:\d+:1 {2}error {2}file-cut/)
      expect(live().configuration.version).toBe(version)
    }
    // as a copy goes on
    await appendFile(at(PAGE), entitled('平台').slice(Math.floor(0.6 * own.page.length)))
    await until('configuration updated')
    expect(title()).toBe('平台')
    await writeFile(at(PAGE), own.page)
    await expect.poll(title).toBe('图书')
  })

  it('takes the deletion of a page over at once', async () => {
    const { version } = live().configuration
    await rename(at(`${AREA}/pages/books.yaml`), at('elsewhere'))
    await until('configuration updated')
    expect(live().configuration.version).not.toBe(version)
    await rename(at('elsewhere'), at(`${AREA}/pages/books.yaml`))
    await expect.poll(() => live().configuration.version).toBe(version)
  })

  it('takes a loss over that is confirmed, and no other one', async () => {
    await rename(at(AREA), at('elsewhere'))
    await until('npm run confirm')
    const { version } = live().configuration
    await confirmFolder(own.folder)
    await until('configuration updated')
    expect(live().configuration.version).not.toBe(version)
    await rename(at('elsewhere'), at(AREA))
    await expect.poll(() => live().configuration.version).toBe(version)
    own.said = []
    await writeFile(at(PAGE), '')
    await until('file-cut')
    expect(live().configuration.version).toBe(version)
    await writeFile(at(PAGE), own.page)
    await until('again what is in force')
  })

  it('takes an edit over that the database could not take, as soon as it can', async () => {
    faults.push(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    await writeFile(at(PAGE), entitled('网站'))
    await until('is tried again')
    await until('configuration updated')
    expect(title()).toBe('网站')
  })

  it('gives an edit up that waits when a newer one comes, and takes over the newest of many', async () => {
    faults.push(...Array.from({ length: 2 }, () => new Error('away')))
    await writeFile(at(PAGE), entitled('平台'))
    await until('is tried again')
    faults.length = 0
    for (const name of ['图书', '网站', '角色', '用户']) await writeFile(at(PAGE), entitled(name))
    await until('configuration updated')
    await expect.poll(title).toBe('用户')
  })
})

describe('a check of a configuration', () => {
  it('that does not come to its end is ended, and the next one is made', async () => {
    const { files } = await readConfigFiles(own.folder)
    const limits = [1, 600_000]
    const checker = new Checker(undefined, () => limits.shift() ?? 0)
    const late = await checker.judge(files, [PAGE])
    expect(late.diagnostics).toMatchObject([{ code: 'check-failed', severity: 'error', origin: { file: PAGE } }])
    const { diagnostics, trees } = await checker.judge(files, [PAGE])
    expect(diagnostics.filter(one => one.severity === 'error')).toEqual([])
    // what the process read is what the server would have read
    expect(trees.get(PAGE)?.()).toEqual((await firstConfiguration(own.folder)).tree(PAGE))
    await checker.close()
  })

  /** The processes that check, as the system lists them. */
  const checking = (): number[] =>
    spawnSync('pgrep', ['-P', String(process.pid), '-f', 'check-process'], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
      .map(Number)
      .filter(pid => !others.has(pid))
  const others = new Set<number>()

  it('is made again where its process was killed, and told when that happens each time', async () => {
    const { files } = await readConfigFiles(own.folder)
    for (const pid of checking()) others.add(pid)
    const checker = new Checker()
    const once = checker.judge(files, [PAGE])
    await expect.poll(checking).not.toEqual([])
    for (const pid of checking()) process.kill(pid, 'SIGKILL')
    expect((await once).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])

    await checker.close()

    await expect.poll(checking).toEqual([])
    // a process that has judged these files before would have answered before it is found
    const other = new Checker()
    const killed = new Set<number>()
    let isOver = false
    const each = other.judge(files, [PAGE]).finally(() => (isOver = true))
    while (!isOver) {
      for (const pid of checking()) {
        process.kill(pid, 'SIGKILL')
        killed.add(pid)
      }
      await new Promise(resolve => setImmediate(resolve))
    }
    expect((await each).diagnostics).toMatchObject([
      { code: 'check-failed', message: expect.stringContaining('SIGKILL') as string },
    ])
    expect(killed.size).toBe(3)
    await other.close()
  })

  it('is taken in between turns of the loop, each piece in one of its own', async () => {
    let [turns, isOver] = [0, false]
    const turn = (): void => {
      turns++
      if (!isOver) setImmediate(turn)
    }
    setImmediate(turn)
    const seen: number[] = []
    function* work(): Generator<void, string> {
      for (let i = 0; i < 5; i++) {
        seen.push(turns)
        yield
      }
      return 'done'
    }
    expect(await inSlices(work(), 0)).toBe('done')
    isOver = true
    expect(new Set(seen).size).toBe(5)
  })

  it('leaves nothing to make for who asks first', async () => {
    const { configuration } = await firstConfiguration(ROOT)
    const pieces = [...configuration.warm([{ customer: '87190', area: '340402' }])].length
    expect(pieces).toBeGreaterThan(100)
    expect([...configuration.warm([{ customer: '87190', area: '340402' }])].length).toBe(3)
  })
})
