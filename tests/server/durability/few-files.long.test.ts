import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { refuseFewOpenFiles } from '../../../src/server/start/settings/open-files.ts'
import { ROOT } from '../../folders.ts'
import { empty, environment, ServerProcess } from '../support/process.ts'
import { JSON_TYPE, OneConnection } from './one-connection.ts'

const clean: (() => unknown)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step()
})

const WORDS = '服务器同时打开的文件和连接过多'
const noLimits = !existsSync('/proc/self/limits') || spawnSync('prlimit', ['--version']).status !== 0

class Caller extends OneConnection {
  /** With a password in place of the one-time one. */
  async first(oldPassword: string): Promise<this> {
    await this.signIn('admin', oldPassword)
    const body = JSON.stringify({ oldPassword, newPassword: 'Changed2025' })
    await this.ask('PUT', '/prod-api/api-user/users/password', JSON_TYPE, body)
    return this.signIn('admin', 'Changed2025')
  }

  upload = () =>
    this.ask(
      'POST',
      '/prod-api/api-im/file/uploads',
      { 'content-type': 'multipart/form-data; boundary=part' },
      '--part\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n证据\r\n--part--\r\n',
    )
  list = () => this.ask('POST', '/prod-api/api-im/website/websiteList', JSON_TYPE, '{"pageRowNo":1}')
  script = () => this.ask('GET', `/assets/${readdirSync(join(ROOT, 'dist/assets')).find(name => name.endsWith('.js'))}`)
}

describe.skipIf(noLimits)('a server that may open no more files', () => {
  it('says so in words, still answers what needs none, and does all again as soon as it may', async () => {
    const env = await environment({ RATE_LIMIT: '0' })
    await empty(env['DATA_DIR'] ?? '')
    const server = new ServerProcess(env)
    clean.push(() => server.stop('SIGKILL'))
    await server.running()
    const caller = await new Caller(server.url).first(/admin (\w{12})/.exec(server.output)?.[1] ?? '')
    clean.push(() => caller.close())
    const pid = String(server.child.pid)
    const limited = (soft: number): void => {
      expect(spawnSync('prlimit', ['--pid', pid, `--nofile=${soft}:`]).status).toBe(0)
    }
    const asked = [caller.upload, caller.script, caller.list]
    for (const ask of asked) expect((await ask()).status).toBe(200)
    limited(10)
    const [upload, script, list] = [await caller.upload(), await caller.script(), await caller.list()]
    for (const { status, text } of [upload, script]) {
      expect(status).toBe(503)
      expect(text).toContain(WORDS)
      expect(text).not.toContain('EMFILE')
    }
    expect(list.status).toBe(200)
    limited(4096)
    for (const ask of asked) expect((await ask()).status).toBe(200)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  })

  it('does not start where they are too few, and says how many it needs', async () => {
    const env = await environment()
    const begun = ['--import', 'tsx', join(ROOT, 'scripts/start.ts'), '--no-build']
    const child = spawn('prlimit', ['--nofile=400:400', process.execPath, ...begun], {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (data: Buffer) => (said += data.toString()))
    const code = await new Promise(resolve => child.once('close', resolve))
    expect(said).toContain('系统只允许本服务同时打开 400 个文件和连接，至少需要 512 个')
    expect(code).toBe(1)
    expect(() => refuseFewOpenFiles(512)).not.toThrow()
  })
})
