import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../../src/core/contract/api.ts'
import type { FileStore } from '../../../src/server/files/store.ts'
import { claim } from '../../../src/supervision/server/collect/queue.ts'
import { work } from '../../../src/supervision/server/collect/run.ts'
import { some } from '../../whole.ts'
import { Browser, equip, reaches, take } from '../../supervision/server/evidence/taking.ts'
import type { Api } from '../support/api.ts'
import { ended, type Progress } from '../support/wait.ts'

const EXPORTS = '/api-console/exports'
const IMPORTS = '/api-console/imports'
const BATCHES = '/api-console/batches'
const SITE = ['网站名称', '域名', '首页网址', '所属地区', '网站类型', '主体名称', '统一社会信用代码']
const CSV = [
  SITE,
  ['故障站', 'fault.example', 'https://fault.example', '凤台县', '交易网站', '某某公司', '91340421MA2TXXXX1K'],
]

/** What each fault of the machine is called to people. */
const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: '服务器磁盘空间不足',
  EDQUOT: '服务器磁盘空间不足',
  EROFS: '服务器的数据目录不可写',
  EIO: '服务器的磁盘读写出错',
  EMFILE: '服务器同时打开的文件和连接过多',
}
const CODES = Object.keys(WORDS)
/** Each is told by the same words: for what takes longer some of them are drawn. */
const SOME = some(CODES, 2)

const faultOf = (code: string): Error => Object.assign(new Error(`${code}: raw words of the system, write`), { code })

/** The real store on a machine that fails: in the middle of what is written, and at once of what is read. */
class FailingStore implements FileStore {
  writing: string | undefined
  reading: string | undefined
  readonly #store: FileStore

  constructor(store: FileStore) {
    this.#store = store
  }

  put: FileStore['put'] = (id, content) => {
    const { writing } = this
    if (writing === undefined) return this.#store.put(id, content)
    const half = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        yield chunk.subarray(0, Math.ceil(chunk.length / 2))
        throw faultOf(writing)
      }
    }
    return this.#store.put(id, half())
  }
  open: FileStore['open'] = id =>
    this.reading === undefined ? this.#store.open(id) : Promise.reject(faultOf(this.reading))
  size: FileStore['size'] = id => this.#store.size(id)
  remove: FileStore['remove'] = id => this.#store.remove(id)
  settled: FileStore['settled'] = () => this.#store.settled()
  lying: FileStore['lying'] = () => this.#store.lying()
}

/** Ids of what lies there, but for those; what an earlier test began may still be cleared away meanwhile. */
async function stored(store: FileStore, but: readonly string[] = []): Promise<string[]> {
  const ids: string[] = []
  for await (const some of store.lying()) ids.push(...some.map(({ id }) => id))
  return ids.filter(id => !but.includes(id))
}

export function machineFaultContract(api: () => Api): void {
  const own = (): Promise<string> => api().token('huainan_fengtai')
  const begun = async (path: string, token: string, body: object): Promise<string> => {
    const { status, body: answer } = await api().ask<{ id: string }>('POST', path, token, body)
    expect({ status, said: answer.resultMsg }).toMatchObject({ status: 200 })
    return answer.data?.id ?? ''
  }
  const exported = async (): Promise<Progress> => {
    const token = await own()
    const body = { call: 'eshop.list', args: {}, route: 'dataCenter/onlineShop', title: '网店', filterSummary: '' }
    const columns = [{ name: 'shopName', label: '', kind: 'text', width: 120 }]
    return ended(api(), token, EXPORTS, await begun(EXPORTS, token, { ...body, columns }))
  }
  const uploaded = async (token: string): Promise<string> =>
    api().upload(token, '网站.csv', CSV.map(row => row.join(',')).join('\r\n'))
  const checked = async (token: string, address: string): Promise<Progress> => {
    const file = address.split('/').at(-2)
    return ended(api(), token, IMPORTS, await begun(IMPORTS, token, { route: 'dataCenter/website', file }))
  }

  describe('work in the background, of a machine that fails', () => {
    let store: FailingStore
    let real: FileStore
    beforeEach(() => {
      real = api().services.files
      api().services.files = store = new FailingStore(real)
    })
    afterEach(() => {
      api().services.files = real
    })

    it.each(CODES)('%s: an export ends in words, leaves nothing, and goes well afterwards', async code => {
      const before = await stored(real)
      store.writing = code
      expect((await exported()).error).toContain(WORDS[code])
      expect(await stored(real, before)).toEqual([])
      store.writing = undefined
      expect((await exported()).error).toBeUndefined()
    })

    it('an export that is stopped for its length each time is not begun for ever', async () => {
      store.writing = '57014'
      expect((await exported()).error).toContain('请缩小范围后重试')
    })

    it.each(['EIO', 'EMFILE'])('%s: an export that cannot be opened is no lost one', async code => {
      const { id } = await exported()
      const token = await own()
      const download = async () =>
        api().app.inject({
          method: 'POST',
          url: `/prod-api${EXPORTS}/file`,
          payload: { id },
          headers: { authorization: `Bearer ${token}` },
        })
      store.reading = code
      const refused = await download()
      expect([refused.statusCode, refused.body]).toEqual([503, expect.stringContaining(WORDS[code] ?? '')])
      store.reading = undefined
      expect((await download()).statusCode).toBe(200)
    })

    it.each(SOME)('%s: the check of a spreadsheet, and the import of it, end in words', async code => {
      const token = await own()
      const address = await uploaded(token)
      const before = await stored(real)
      store.writing = code
      expect((await checked(token, address)).error).toContain(WORDS[code])
      expect(await stored(real, before)).toEqual([])
      store.writing = undefined
      store.reading = code
      expect((await checked(token, address)).error).toContain(WORDS[code])
      store.reading = undefined
      const check = await checked(token, address)
      expect(check.error).toBeUndefined()
      // begins when the file of the check can be read, and is worked off when it cannot
      const { open } = store
      let opened = 0
      store.open = id => (opened++ === 0 ? open(id) : Promise.reject(faultOf(code)))
      const batch = await ended(api(), token, BATCHES, await begun(`${IMPORTS}/run`, token, { id: check.id }))
      expect(batch).toMatchObject({ ok: 0, error: expect.stringContaining(WORDS[code] ?? '') as string })
    })

    it.each(SOME)('%s: a report fails in words, and is written afterwards', async code => {
      const token = await api().token('fj_fuzhou')
      const wish = { reportKind: '3', period: '2026-10-17', areaCode: '350100', sections: 'overview' }
      const { body } = await api().ask<string>('POST', '/api/report/save', token, wish)
      const id = body.data ?? ''
      const one = async (): Promise<Row> =>
        (await api().ask<Row>('GET', `/api/report/one?id=${id}`, token)).body.data ?? {}
      const generate = () => api().ask('POST', '/api/report/act', token, { id, action: 'generate' })
      store.writing = code
      expect((await generate()).status).toBe(200)
      await expect.poll(async () => (await one())['failText']).toContain(WORDS[code])
      await expect.poll(async () => (await one())['state']).not.toBe('1')
      store.writing = undefined
      expect((await generate()).status).toBe(200)
      await expect.poll(async () => (await one())['state']).toBe('2')
    })

    it.each(SOME)('%s: a capture fails in words, leaves no file, and can be taken again', async code => {
      const captures = equip(api(), new Browser())
      try {
        const token = await api().token('fj_gulou')
        const before = await stored(real)
        store.writing = code
        const id = await take(api(), token)
        const row = await reaches(api(), id, 'captureState', '4')
        expect(row['failReason']).toContain(WORDS[code])
        expect(await stored(real, before)).toEqual([])
        store.writing = undefined
        const again = await api().ask('POST', '/api-im/evidence/again', token, { id })
        expect(again.status).toBe(200)
        await reaches(api(), id, 'captureState', '3')
      } finally {
        await captures.close()
        delete api().services.evidence
      }
    })

    it.each(SOME)('%s: collecting ends in words, and goes on afterwards', async code => {
      const token = await api().token('fj_gulou')
      const file = await api().upload(token, 'a.csv', '名称,网址\n采集站,https://collected.example/')
      const { services } = api()
      const off = async (): Promise<void> => {
        for (let run = await claim(services.db); run; run = await claim(services.db))
          await work(services, run, new AbortController().signal, () => {})
      }
      const task = {
        taskName: `故障${code}`,
        source: '1',
        objectKind: '1',
        seeds: '店',
        freq: '2',
        areaCode: '350102',
        file,
      }
      const { body } = await api().ask<string>('POST', '/api-console/collectTasks/save', token, task)
      const taskId = String(body.data)
      const logs = async (): Promise<Row[]> =>
        (await api().ask<Row[]>('GET', `/api-console/collectTasks/logs?taskId=${taskId}`, token)).body.data ?? []
      await api().ask('POST', '/api-console/workflow/collect', token, { taskId, action: 'start' })
      store.reading = code
      await api().ask('POST', '/api-console/collectTasks/run', token, { taskId })
      await off()
      const fault = { ok: 0, message: expect.stringContaining(WORDS[code] ?? '') as string }
      expect(await logs()).toEqual([expect.objectContaining(fault)])
      store.reading = undefined
      await api().ask('POST', '/api-console/collectTasks/run', token, { taskId })
      await off()
      expect((await logs()).filter(({ ok }) => ok === 1)).toHaveLength(1)
    })
  })
}
