import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Row } from '../../../src/core/contract/api.ts'
import { copyFolder, temporary } from '../../folders.ts'
import { prepared } from '../../prepared.ts'
import { copyOfConfiguration, environment, ServerProcess } from '../support/process.ts'
import { OneConnection } from './one-connection.ts'

const PASSWORD = 'Wangjian2025'
/** The limit does not hold for root: the server is somebody else who may read and write all the same. */
const KEPT = '+dac_override,+dac_read_search'
const NOBODY = '65534'
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, '--clear-groups', `--inh-caps=${KEPT}`, `--ambient-caps=${KEPT}`]
const through = process.getuid?.() === 0 ? AS_NOBODY : []
const noLimits =
  !existsSync('/proc/self/limits')
  || spawnSync('prlimit', ['--version']).status !== 0
  || (through.length > 0 && spawnSync('setpriv', [...AS_NOBODY.slice(1), 'true']).status !== 0)

const clean: (() => unknown)[] = []
afterEach(async () => {
  for (const step of clean.splice(0).reverse()) await step()
})

interface Told {
  finished?: boolean
  error?: string
}

class Clerk extends OneConnection {
  /** A spreadsheet that is made while one waits. */
  template = () => this.call('POST', '/api-console/imports/template', { route: 'dataCenter/website' })
  list = () => this.call('POST', '/api-im/eshop/eshopList', { pageRowNo: 1 })

  /** A spreadsheet that is made in the background: what it ends with. */
  async exported(): Promise<string> {
    const columns = [{ name: 'shopName', label: '', kind: 'text', width: 120 }]
    const body = { call: 'eshop.list', args: {}, route: 'dataCenter/onlineShop', title: '网店', filterSummary: '' }
    const begun = await this.call<{ id: string }>('POST', '/api-console/exports', { ...body, columns })
    if (begun.status !== 200) return begun.text
    const look = () => this.call<Told>('GET', `/api-console/exports?id=${begun.data?.id}`)
    await expect.poll(async () => (await look()).data?.finished, { timeout: 60_000 }).toBe(true)
    return (await look()).data?.error ?? ''
  }

  /** A page of this server itself, captured: the record of it, when it is over. */
  async captured(page: string): Promise<string> {
    const { data: id, text } = await this.call<string>('POST', '/api-im/evidence/capture', {
      targetUrl: page,
      title: '一页',
    })
    if (id === undefined) return text
    const look = async () => (await this.call<Row>('GET', `/api-im/evidence/queryOne?id=${id}`)).data
    await expect.poll(async () => (await look())?.['captureState'], { timeout: 90_000 }).not.toBeOneOf(['1', '2'])
    return JSON.stringify(await look())
  }
}

const SHORTAGES = [
  { what: 'processes', none: '--nproc=1:', enough: '--nproc=4000:', words: '服务器的进程过多' },
  { what: 'files', none: '--nofile=10:', enough: '--nofile=4000:', words: '服务器同时打开的文件和连接过多' },
]

describe.skipIf(noLimits).each(SHORTAGES)('a server that may have no more $what', ({ none, enough, words }) => {
  it('says so in words wherever some are needed, answers all else, and does all again as soon as it may', async () => {
    const [DATA_DIR, CONFIG_DIR] = [temporary(), await copyOfConfiguration()]
    const like = prepared('demo')
    if (like !== undefined) copyFolder(like, DATA_DIR)
    if (through.length > 0) spawnSync('chown', ['-R', NOBODY, DATA_DIR])
    const more = { DATA_DIR, CONFIG_DIR, DEMO: '1', RATE_LIMIT: '0', CAPTURE_SANDBOX: '0', HOME: temporary() }
    const server = new ServerProcess(
      await environment({ ...more, CAPTURE_ALLOW: '127.0.0.1' }),
      false,
      undefined,
      through,
    )
    clean.push(() => server.stop('SIGKILL'))
    await server.running()
    const limit = (flag: string): void => {
      const [command = '', ...argv] = [...through, 'prlimit', '--pid', String(server.child.pid), flag]
      const { status, stderr } = spawnSync(command, argv, { encoding: 'utf8' })
      expect(stderr).toBe('')
      expect(status).toBe(0)
    }
    const clerk = await new Clerk(server.url).signIn('huainan_fengtai', PASSWORD)
    clean.push(() => clerk.close())
    limit(none)
    const template = await clerk.template()
    expect([template.status, template.text]).toEqual([503, expect.stringContaining(words)])
    expect(await clerk.exported()).toContain(words)
    expect(await clerk.captured(`${server.url}/login`)).toContain(words)
    appendFileSync(join(CONFIG_DIR, 'schemas/app.yaml'), '# nothing\n')
    await expect
      .poll(() => server.output, { timeout: 30_000 })
      .toMatch(new RegExp(`(check-failed|file-unreadable).*${words}`))
    const { status, text } = await clerk.list()
    // the embedded database may need a file for it
    if (status !== 200) expect(text).toContain(words)
    limit(enough)
    expect((await clerk.list()).status).toBe(200)
    expect((await clerk.template()).status).toBe(200)
    expect(await clerk.exported()).toBe('')
    expect(await clerk.captured(`${server.url}/login`)).toContain(`"captureState":"3"`)
    await expect.poll(() => server.output, { timeout: 90_000 }).toContain('配置已更新')
  })
})
