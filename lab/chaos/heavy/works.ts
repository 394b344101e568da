import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../../tests/folders.ts'
import type { Person } from '../person.ts'
import { sleep } from '../report.ts'
import type { HeavyServer } from './server.ts'

/** One heavy thing: what is begun, and when it is over. `ready` is made before anybody measures. */
export interface HeavyWork {
  name: string
  run(server: HeavyServer, sizes: Sizes): Promise<string>
}
export interface Sizes {
  imported: number
  exported: number
  batched: number
}

interface Progress {
  id: string
  total: number
  done: number
  ok: number
  finished: boolean
  error?: string
  report?: { good: number; bad: number }
}

const LOOK_MS = 500
/** The region that imports, of the same customer as those who wait. */
const IMPORTER = 'huainan_fengtai'
const EXPORTER = 'huainan_zhidui'

export async function begun(person: Person, path: string, body: object): Promise<string> {
  const { body: answer } = await person.ask<{ id: string }>('POST', path, { body, patience: 600_000 })
  if (!answer.data) throw new Error(answer.resultMsg)
  return answer.data.id
}

export async function over(person: Person, path: string, id: string): Promise<Progress> {
  for (;;) {
    const { body } = await person.ask<Progress>('GET', `${path}?id=${id}`, { patience: 600_000 })
    if (body.data?.finished) return body.data
    await sleep(LOOK_MS)
  }
}

const IMPORTS = '/api-console/imports'
const BATCHES = '/api-console/batches'
const EXPORTS = '/api-console/exports'
const HEAD = '网站名称,域名,首页网址,所属地区,网站类型,主体名称,统一社会信用代码'
const AMONG = 20
const sheetOf = (round: string, count: number): string =>
  [
    HEAD,
    ...Array.from({ length: count }, (_, i) => {
      const domain = `${round}-${i}.example.cn`
      const url = i % AMONG === 0 ? domain : `https://${domain}`
      return `导入站${i},${domain},${url},凤台县,交易网站,某某公司,91340421MA2TXXXX1K`
    }),
  ].join('\r\n')

export async function uploaded(person: Person, name: string, content: Blob): Promise<string> {
  const { body } = await person.upload(name, content)
  if (!body.data) throw new Error(body.resultMsg)
  return body.data.url.split('/').at(-2) ?? ''
}

let round = 0
let checked = ''
let written = ''
const said = ({ total, done, ok, error, report }: Progress): string =>
  error ?? (report ? `${report.good} good, ${report.bad} bad` : `${ok} well of ${done} of ${total}`)

const COLUMNS = ['shopName', 'shopUrl', 'platformName', 'areaCode', 'subjectName', 'uscc_dim', 'updateTime']
const PAGES = ['index/home', 'statisticalAnalysis/dataSts', 'special/statisticalTable', 'statisticalAnalysis/workSts']

/** In the order in which they need each other. */
export const WORKS: readonly HeavyWork[] = [
  {
    name: 'upload of 50 MB',
    run: async server => {
      const person = await server.person(IMPORTER)
      const content = Buffer.alloc(49 * 1024 * 1024, 'a,b\n')
      for (let i = 0; i < 4; i++) await uploaded(person, `大${i}.csv`, new Blob([content]))
      return '4 files'
    },
  },
  {
    name: 'import, checked',
    run: async (server, { imported }) => {
      const person = await server.person(IMPORTER)
      const file = await uploaded(person, '网站.csv', new Blob([sheetOf(`r${Date.now()}${round++}`, imported)]))
      checked = await begun(person, IMPORTS, { route: 'dataCenter/website', file })
      return said(await over(person, IMPORTS, checked))
    },
  },
  {
    name: 'refused rows of the import',
    run: async server => {
      const person = await server.person(IMPORTER)
      const answer = await fetch(`${server.url}/prod-api${IMPORTS}/refused`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: checked }),
      })
      return `${(await answer.arrayBuffer()).byteLength} bytes, ${answer.status}`
    },
  },
  {
    name: 'import, written',
    run: async server => {
      const person = await server.person(IMPORTER)
      written = await begun(person, `${IMPORTS}/run`, { id: checked })
      return said(await over(person, BATCHES, written))
    },
  },
  {
    name: 'import, undone',
    run: async server => {
      const person = await server.person(IMPORTER)
      const id = await begun(person, `${BATCHES}/undo`, { id: written })
      return said(await over(person, BATCHES, id))
    },
  },
  {
    name: 'templates of an import',
    run: async server => {
      const person = await server.person(IMPORTER)
      for (let i = 0; i < 10; i++)
        await fetch(`${server.url}/prod-api${IMPORTS}/template`, {
          method: 'POST',
          headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ route: 'dataCenter/onlineShop' }),
        }).then(answer => answer.arrayBuffer())
      return '10'
    },
  },
  {
    name: 'batch',
    run: async (server, { batched }) => {
      const person = await server.person(EXPORTER)
      const { body } = await person.ask<{ id: string; count: number }>('POST', '/api-console/selections', {
        body: { call: 'eshop.list', args: {} },
        patience: 600_000,
      })
      if (!body.data) throw new Error(body.resultMsg)
      const list = await person.list('/api-im/eshop/eshopList', { pageRowNo: 1000 })
      const keys = (list.body.data?.list ?? []).map(row => String(row['uniqueId'])).slice(0, batched)
      for (let page = 2; keys.length < batched; page++) {
        const more = await person.list('/api-im/eshop/eshopList', { pageRowNo: 1000, pageNo: page })
        keys.push(...(more.body.data?.list ?? []).map(row => String(row['uniqueId'])).slice(0, batched - keys.length))
        if ((more.body.data?.list ?? []).length === 0) break
      }
      const id = await begun(person, BATCHES, { call: 'eshop.save', args: { remark: `批量${Date.now()}` }, keys })
      return said(await over(person, BATCHES, id))
    },
  },
  {
    name: 'export',
    run: async server => {
      const person = await server.person(EXPORTER)
      const columns = COLUMNS.map(name => ({ name }))
      const asked = { call: 'eshop.list', route: 'dataCenter/onlineShop', args: {}, columns, title: '网店' }
      const id = await begun(person, EXPORTS, asked)
      const end = await over(person, EXPORTS, id)
      const answer = await fetch(`${server.url}/prod-api${EXPORTS}/file`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id }),
      })
      const bytes = (await answer.arrayBuffer()).byteLength
      return end.error ?? `${end.done} of ${end.total}, ${bytes} bytes`
    },
  },
  {
    name: 'export with files',
    run: async server => {
      const person = await server.person('fj_fuzhou')
      const keys: string[] = []
      const list = await person.list('/api/evidence/list', { pageRowNo: 200 })
      keys.push(...(list.body.data?.list ?? []).map(row => String(row['id'])))
      const columns = ['evidenceNo', 'title'].map(name => ({ name }))
      const asked = {
        call: 'evidence.list',
        route: 'evidence/evidenceCenter',
        args: {},
        keys,
        columns,
        title: '证据',
        files: '1',
      }
      const id = await begun(person, EXPORTS, asked)
      return said(await over(person, EXPORTS, id))
    },
  },
  {
    name: 'dashboards',
    run: async server => {
      const person = await server.person(EXPORTER)
      let asked = 0
      for (let i = 0; i < 10; i++)
        for (const page of PAGES) {
          const { status } = await person.ask('POST', '/api-console/figures', { body: { page }, patience: 600_000 })
          if (status === 200) asked++
        }
      return `${asked} answers`
    },
  },
  {
    name: 'reports',
    run: async server => {
      const person = await server.person('fj_fuzhou')
      const wish = { reportKind: '3', period: '2026-10-17', areaCode: '350100', sections: 'overview,clues' }
      let done = 0
      for (let i = 0; i < 5; i++) {
        const { body } = await person.ask<string>('POST', '/api/report/save', { body: wish })
        await person.ask('POST', '/api/report/act', { body: { id: body.data, action: 'generate' } })
        for (;;) {
          const { body: now } = await person.ask<{ state: string }>('GET', `/api/report/one?id=${body.data}`)
          if (now.data?.state !== '1') {
            if (now.data?.state === '2') done++
            break
          }
          await sleep(100)
        }
      }
      return `${done} written`
    },
  },
  {
    name: 'descriptions of the API',
    run: async server => {
      const person = await server.person(EXPORTER)
      for (let i = 0; i < 5; i++)
        await fetch(`${server.url}/config/openapi.json`, { headers: { authorization: `Bearer ${person.token}` } }).then(
          answer => answer.arrayBuffer(),
        )
      return '5'
    },
  },
  {
    name: 'backup',
    run: server =>
      new Promise((resolve, reject) => {
        const child = spawn(
          process.execPath,
          ['--import', 'tsx', join(ROOT, 'scripts/backup.ts'), join(server.data, `backup-${Date.now()}`)],
          { cwd: ROOT, env: { ...process.env, ...server.settings } },
        )
        let output = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (data: Buffer) => {
            output += data
          })
        child.once('error', reject)
        child.once('close', code => (code === 0 ? resolve(output.trim()) : reject(new Error(output))))
      }),
  },
]
