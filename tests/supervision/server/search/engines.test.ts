import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askEngines } from '../../../../src/supervision/server/search/ask-engines.ts'
import type { EngineGround, SearchEngine } from '../../../../src/supervision/server/search/engine.ts'
import { httpEngine } from '../../../../src/supervision/server/search/http-engine.ts'
import { searchEngines } from '../../../../src/supervision/server/start/search-settings.ts'
import { asking, searchEngineContract } from './contract.ts'

const PAGES = [
  { title: '样例商行', url: 'https://a.example/', snippet: '卖样例', icp: '闽ICP备1号', subject: '样例公司', more: 1 },
  { title: '样例商行', url: 'https://a.example/' },
  { title: '样例二店', url: 'http://b.example/' },
  { title: '样例坏址', url: 'javascript:alert(1)' },
  { title: '', url: 'https://c.example/样例' },
  ...Array.from({ length: 60 }, (_, i) => ({ title: `样例${i}`, url: `https://many.example/${i}` })),
]
let server: Server
let base: string
beforeAll(async () => {
  server = createServer((request, answer) => {
    const url = new URL(request.url ?? '', 'http://x')
    if (url.pathname === '/slow') return
    if (url.pathname === '/moved') return void answer.writeHead(302, { location: '/' }).end()
    if (url.pathname === '/broken') return void answer.writeHead(500).end('{}')
    if (url.pathname === '/odd') return void answer.end('<html>')
    if (url.pathname === '/long') return void answer.end(`"${'x'.repeat(3_000_000)}"`)
    const [keyword = '', kinds] = [url.searchParams.get('keyword') ?? '', url.searchParams.get('kinds')]
    const results = kinds === 'no such kind' ? [] : PAGES.filter(({ title }) => title.includes(keyword))
    answer.end(JSON.stringify({ results: [...results, null, 'x'] }))
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const faults: unknown[] = []
const ground = { call: { fault: (error: unknown) => void faults.push(error) }, file: [] } as unknown as EngineGround

describe('an engine behind a gateway', () => {
  searchEngineContract(() =>
    Promise.resolve({ engine: httpEngine('2', `${base}/search?x=1`), ground, keyword: '样例' }),
  )

  it.each(['/moved', '/broken', '/odd', '/long'])('cannot search where the gateway answers as %s does', async path => {
    await expect(httpEngine('2', base + path).search(asking('样例'), ground)).rejects.toThrow()
  })

  it('ends when nobody waits any longer', async () => {
    const stop = new AbortController()
    const search = httpEngine('2', `${base}/slow`).search(asking('样例', { signal: stop.signal }), ground)
    stop.abort()
    await expect(search).rejects.toThrow()
  })
})

describe('several engines', () => {
  const finding = (key: string, url: string): SearchEngine => ({
    key,
    search: () => Promise.resolve([{ title: key, url, snippet: '', icp: '', subject: '' }]),
  })

  it('answer together, each address once, without those that fail or do not end', async () => {
    const never: SearchEngine = { key: 'never', search: () => new Promise(() => {}) }
    const all = [finding('a', 'https://x/'), httpEngine('b', `${base}/broken`), never, finding('c', 'https://x/')]
    const { results, failed } = await askEngines(all, asking('样例'), ground, 500)
    expect([results.map(({ title }) => title), failed]).toEqual([['a'], ['b', 'never']])
    expect(faults).toHaveLength(2)
    expect(await askEngines([], asking('样例'), ground, 1)).toEqual({ results: [], failed: [] })
  })

  it('are the own library and what the operator names', () => {
    const keysOf = (SEARCH_ENGINES?: string): string[] => searchEngines({ SEARCH_ENGINES }).map(({ key }) => key)
    expect(keysOf()).toEqual(['7'])
    expect(keysOf('2=https://g.example/a?b=c  4=http://10.0.0.1/')).toEqual(['7', '2', '4'])
    for (const bad of ['2', '=https://a.example', '2=ftp://a.example', '7=https://a.example', 'https://a.example'])
      expect(() => keysOf(bad)).toThrow(expect.objectContaining({ name: expect.any(String) }))
  })
})
