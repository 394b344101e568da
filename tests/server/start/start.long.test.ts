import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PRODUCTS } from '../../../src/products.ts'
import { startServer } from '../../../src/server/start/start.ts'
import { readSettings } from '../../../src/server/start/settings/environment.ts'
import { StartRefusal } from '../../../src/server/start/settings/refusal.ts'
import { copyFolder, forget, ROOT, temporary } from '../../folders.ts'
import { copyOfConfiguration, environment, ServerProcess, type Ended } from '../support/process.ts'
import { SUBJECT } from '../support/site.ts'

const folders: string[] = []

/** Making a database takes seconds: it is made once, and every test begins with a copy of it. */
const made = { folder: '', password: '', output: '', syncs: 0 }

beforeAll(async () => {
  const [disk, syncs] = [pathToFileURL(join(ROOT, 'tests/server/support/disk.mjs')).href, join(temporary(), 'syncs')]
  folders.push(dirname(syncs))
  await writeFile(syncs, '')
  const env = await environment({ NODE_OPTIONS: `--import ${disk}`, DISK_SYNCS: syncs })
  // what a first start that was cut short leaves behind
  await mkdir(join(env['DATA_DIR'] ?? '', 'pg.new'))
  await writeFile(join(env['DATA_DIR'] ?? '', 'pg.new', 'PG_VERSION'), 'half')
  const server = await new ServerProcess(env).running()
  Object.assign(made, { folder: env['DATA_DIR'], password: oneTime(server) })
  await changePassword(server, await signIn(server, made.password))
  const { output } = await server.stop()
  Object.assign(made, { output, syncs: (await stat(syncs)).size })
})
afterAll(() => forget(made.folder))

async function dataFolder(
  env: Record<string, string>,
  { DATA_DIR: given }: Record<string, string>,
): Promise<Record<string, string>> {
  if (!given) copyFolder(made.folder, env['DATA_DIR'] ?? '')
  folders.push(env['DATA_DIR'] ?? '')
  return env
}

async function configuration(): Promise<string> {
  const folder = await copyOfConfiguration()
  folders.push(folder)
  return folder
}

afterEach(async () => {
  await Promise.all(
    folders
      .splice(0)
      .filter(folder => folder !== '')
      .map(forget),
  )
})

/** One clear line in each language, and nothing of the inside. */
function expectRefusal({ code, output }: Ended, chinese: RegExp, english: RegExp): void {
  expect(output).toMatch(chinese)
  expect(output).toMatch(english)
  expect(output).not.toMatch(/\n\s+at /)
  expect(code).toBe(1)
}

/** As `npm start` would be refused, without the seconds of a process of its own. */
async function refused(more: Record<string, string>): Promise<Ended> {
  const env = await dataFolder(await environment(more), more)
  const silent = { info: () => {}, error: () => {} }
  try {
    const running = await startServer(readSettings(env, ROOT), ROOT, silent, PRODUCTS)
    await running.close()
    throw new Error('it started')
  } catch (error) {
    if (!(error instanceof StartRefusal)) throw error
    return { code: error.exitCode, output: [error.message, ...error.details].join('\n') }
  }
}

const oneTime = (server: ServerProcess): string => /admin (\w{12})/.exec(server.output)?.[1] ?? ''

const CHANGED = 'Changed2025'

/** Nothing else is open before. */
async function changePassword(server: ServerProcess, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  await fetch(`${server.url}/prod-api/api-user/users/password`, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ oldPassword: made.password, newPassword: CHANGED }),
  })
}

async function signIn(server: ServerProcess, password = CHANGED): Promise<string> {
  const answer = await fetch(`${server.url}/prod-api/api-auth/oauth/user/token?username=admin&password=${password}`, {
    method: 'POST',
    headers: { 'client-id': 'webApp', 'client-secret': 'webApp' },
  })
  return ((await answer.json()) as { data: { access_token: string } }).data.access_token
}

async function post<T>(server: ServerProcess, token: string, path: string, body: object): Promise<T> {
  const answer = await fetch(`${server.url}/prod-api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as { data: T }).data
}

describe('what a product does by itself', () => {
  it('begins after the demonstration is loaded, which may hold the only connection of the embedded database', async () => {
    const env = await dataFolder(await environment({ DEMO: '1' }), {})
    const silent = { info: () => {}, error: () => {} }
    const { supervision } = PRODUCTS
    const begun: string[] = []
    const running = await startServer(readSettings(env, ROOT), ROOT, silent, {
      supervision: {
        ...supervision!,
        configure: () => async () => {
          begun.push('workers')
          return []
        },
        demonstration: {
          load: async () => {
            begun.push('demonstration')
            return false
          },
          account: async () => undefined,
        },
      },
    })
    await running.close()
    expect(begun).toEqual(['demonstration', 'workers'])
  })
})

describe('a start without syncs, for tests and demonstrations', () => {
  it('says what a power cut takes, and waits for the disk at no write', () => {
    expect(made.output).toMatch(/EMBEDDED_SYNC=0，.*断电.*会丢失.* \/ EMBEDDED_SYNC=0: .*power cut takes/)
    expect(made.syncs).toBe(0)
  })
})

describe('a start that cannot be', () => {
  it('says that the port is in use, before it touches its data', async () => {
    const other = createServer()
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const env = await environment({ PORT: String(port), DATA_DIR: temporary() })
    folders.push(env['DATA_DIR'] ?? '')
    expectRefusal(await new ServerProcess(env).ended, new RegExp(`端口 ${port} 已被占用`), /is in use/)
    expect(await readdir(env['DATA_DIR'] ?? '')).toEqual([])
    other.close()
  })

  it('says that the database cannot be reached, without its password', async () => {
    // nobody listens there who is not the system's administrator
    const { code, output } = await refused({
      DATABASE_URL: 'postgres://me:topsecret@127.0.0.1:1/db',
      DB_START_SECONDS: '1',
    })
    expectRefusal({ code, output }, /连接不上数据库/, /Cannot reach the database/)
    expect(output).not.toContain('topsecret')
  })

  it('shows where the configuration is broken', async () => {
    const folder = await configuration()
    await writeFile(join(folder, 'schemas/menu.yaml'), 'menu:\n  a: {title: "甲\n')
    await writeFile(join(folder, 'schemas/pages/dataCenter/onlineShop.yaml'), 'kind: list\ntitel: 网店\n')
    const ended = await refused({ CONFIG_DIR: folder })
    expectRefusal(ended, /配置有 \d+ 处错误/, /does not start/)
    expect(ended.output).toMatch(/schemas\/menu\.yaml:\d+:\d+ {2}error/)
    expect(ended.output).toMatch(/onlineShop\.yaml:2:1 {2}error/)
  })

  it('says which variable makes no sense, and that a folder holds no configuration', async () => {
    expectRefusal(await refused({ PORT: 'many', DATA_DIR: temporary() }), /PORT=many 不是端口号/, /no port number/)
    expectRefusal(
      await refused({ UPSTREAM_API: 'not an address', DATA_DIR: temporary() }),
      /UPSTREAM_API 不是有效的地址/,
      /no valid address/,
    )
    expectRefusal(
      await refused({ DB_LOCK_SECONDS: '0', DATA_DIR: temporary() }),
      /DB_LOCK_SECONDS=0 应为秒数/,
      /should be seconds/,
    )
    const empty = temporary()
    folders.push(empty)
    expectRefusal(await refused({ CONFIG_DIR: empty, DATA_DIR: temporary() }), /没有 schemas/, /no YAML files/)
  })

  it('refuses a field whose stored data has another type, and changes nothing', async () => {
    const folder = await configuration()
    const file = join(folder, 'schemas/entities/eshop.yaml')
    await writeFile(file, (await readFile(file, 'utf8')).replace(/score: .*/, 'score: {label: 店铺评分, kind: text}'))
    const ended = await refused({ CONFIG_DIR: folder })
    expectRefusal(ended, /字段的类型与已存的数据不一致/, /another type/)
    expect(ended.output).toContain('eshop.score: numeric → text')
  })

  it('refuses an edit by which nobody could manage users any more, and says how to go on', async () => {
    const folder = await configuration()
    await mkdir(join(folder, 'customers/areas/00'), { recursive: true })
    await writeFile(join(folder, 'customers/areas/00/area.yaml'), "area: '00'\nname: 试验\n")
    await writeFile(join(folder, 'customers/areas/00/menu.yaml'), 'menu:\n  caseClues: {children: {user: false}}\n')
    const ended = await refused({ CONFIG_DIR: folder })
    expectRefusal(ended, /将没有人能管理下列各方的用户和角色/, /the server does not start/)
    expect(ended.output).toContain('平台 / the platform')
    expect(ended.output).toContain('KEEP_MANAGERS=0')
  })
})

/** One server for all of these: a start takes longer than what they ask of it. */
describe('a running server', () => {
  const running: { server?: ServerProcess; folder: string; token: string } = { folder: '', token: '' }
  const server = (): ServerProcess => running.server as ServerProcess
  const booted = async (): Promise<{ page: { title: string; columns: { name: string }[] } }> => {
    const answer = await fetch(`${server().url}/config/boot?route=dataCenter/onlineShop`, {
      headers: { authorization: `Bearer ${running.token}` },
    })
    return (await answer.json()) as { page: { title: string; columns: { name: string }[] } }
  }
  /** What the server says after what has been done, and not before. */
  const saysAfter = async (said: string, work: () => Promise<void>): Promise<void> => {
    server().output = server().output.replaceAll(said, '')
    await work()
    await server().until(said)
  }

  beforeAll(async () => {
    running.folder = await copyOfConfiguration()
    running.server = await new ServerProcess(
      await environment({ CONFIG_DIR: running.folder, DATA_DIR: made.folder }),
    ).running()
    running.token = await signIn(server())
  })
  afterAll(async () => {
    await running.server?.stop('SIGKILL')
    await forget(running.folder)
  })

  it('without demonstration makes one account, whose password it shows once', async () => {
    expect(made.password).toHaveLength(12)
    expect(oneTime(server())).toBe('')
    expect(await post<{ totalRecord: number }>(server(), running.token, '/api-im/eshop/eshopList', {})).toMatchObject({
      totalRecord: 0,
    })
  })

  it('is named to whoever would use its data folder too, and goes on', async () => {
    const ended = await refused({ DATA_DIR: made.folder })
    folders.length = 0
    expectRefusal(ended, new RegExp(`数据目录 .* 正被进程 ${server().child.pid}`), /in use by process \d+/)
    expect((await fetch(`${server().url}/healthz`)).status).toBe(200)
  })

  it('takes over an edit, and keeps the last good configuration when one is broken', async () => {
    const file = join(running.folder, 'schemas/pages/dataCenter/onlineShop.yaml')
    const text = await readFile(file, 'utf8')
    await saysAfter('configuration updated', () => writeFile(file, text.replace('title: 网店', 'title: 网站')))
    expect((await booted()).page.title).toBe('网站')
    await saysAfter('last good configuration stays', () => writeFile(file, text.replace('title: 网店', 'titel: 网店')))
    expect(server().output).toMatch(/onlineShop\.yaml:\d+:\d+ {2}error/)
    expect((await booted()).page.title).toBe('网站')
    await saysAfter('configuration updated', () => writeFile(file, text))
  })

  it.each([
    [
      '5 MB',
      `title: 大\n${'# 说明：这一行没有什么用处\n'.repeat(200_000)}`,
      /large\.yaml:1:1 {2}error {2}file-size {2}文件有/,
    ],
    ['17 MB', 'x'.repeat(17 * 1024 * 1024), /large\.yaml:1:1 {2}error {2}file-unreadable {2}.*字节/],
    ['brackets in brackets', `a: ${'['.repeat(9_000)}${']'.repeat(9_000)}\n`, /large\.yaml:\d+:\d+ {2}error {2}yaml-/],
    [
      'a thousand steps in',
      Array.from({ length: 700 }, (_, i) => `${' '.repeat(i % 400)}a:\n`).join(''),
      /large\.yaml:\d+:\d+ {2}error/,
    ],
  ])('refuses a file of %s, and answers all the while', async (_, text, told) => {
    const file = join(running.folder, 'schemas/pages/large.yaml')
    let isOver = false
    const answers: number[] = []
    const asked = (async () => {
      while (!isOver) answers.push((await fetch(`${server().url}/healthz`)).status)
    })()
    await saysAfter('last good configuration stays', () => writeFile(file, text))
    expect((await booted()).page.title).toBe('网店')
    await saysAfter('again what is in force', () => rm(file))
    isOver = true
    await asked
    expect(server().output).toMatch(told)
    expect(new Set(answers)).toEqual(new Set([200]))
  })

  it('makes the column of a new field, and an overlay in a new folder, without a restart', async () => {
    const file = join(running.folder, 'schemas/entities/website.yaml')
    const text = await readFile(file, 'utf8')
    await saysAfter('configuration updated', () =>
      writeFile(file, text.replace('fields:', 'fields:\n  newField: {label: 备注, kind: int}')),
    )
    // what a form shows may be saved
    const form = join(running.folder, 'schemas/pages/dataCenter/websiteForm.yaml')
    const shown = (await readFile(form, 'utf8')).replace('      siteType:\n', '      siteType:\n      newField:\n')
    await saysAfter('configuration updated', () => writeFile(form, shown))
    const id = await post<string>(server(), running.token, '/api-im/website/save', {
      siteName: '有新字段',
      domain: 'new.example',
      siteUrl: 'https://new.example/',
      siteType: '1',
      ...SUBJECT,
      areaCode: '340402',
      newField: 7,
    })
    expect(await post(server(), running.token, '/api-im/website/queryOne', { uniqueId: id })).toMatchObject({
      newField: 7,
    })
    await saysAfter('configuration updated', async () => {
      await mkdir(join(running.folder, 'customers/areas/00/pages/dataCenter'), { recursive: true })
      await writeFile(join(running.folder, 'customers/areas/00/area.yaml'), "area: '00'\nname: 试验\n")
      await writeFile(
        join(running.folder, 'customers/areas/00/pages/dataCenter/onlineShop.yaml'),
        'columns:\n  labelNames: false\n',
      )
    })
    expect((await booted()).page.columns.map(column => column.name)).not.toContain('labelNames')
  })

  it('stops cleanly and gives the data folder back', async () => {
    expect((await server().stop()).code).toBe(0)
    await expect(readFile(join(made.folder, 'lock.json'))).rejects.toThrow()
  })
})
