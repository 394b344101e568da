import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic } from '../../../../src/supervision/server/probe/addresses.ts'
import { readPage } from '../../../../src/supervision/server/probe/read-page.ts'
import { probe } from '../../../../src/supervision/server/probe/probe.ts'

const OPEN = { timeLimit: 120_000, mayAsk: () => true }
let server: Server
let base: string
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/slow') return
    if (request.url === '/moved') return void answer.writeHead(302, { location: '/here' }).end()
    if (request.url === '/round') return void answer.writeHead(302, { location: '/round' }).end()
    if (request.url === '/get' && request.method === 'HEAD') return void answer.writeHead(405).end()
    answer.writeHead(request.url === '/gone' ? 404 : request.url === '/guarded' ? 403 : 200).end('x')
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('a probe', () => {
  it.each([
    ['/here', true, 200],
    ['/gone', false, 404],
    ['/guarded', true, 403],
    ['/moved', true, 200],
    ['/get', true, 200],
  ] as const)('%s', async (path, ok, status) => {
    expect(await probe(base + path, OPEN)).toEqual({ ok, status })
  })
  it('gives up going round, and waiting', async () => {
    expect((await probe(`${base}/round`, OPEN)).status).toBe(302)
    expect(await probe(`${base}/slow`, { ...OPEN, timeLimit: 300 })).toEqual({
      ok: false,
      status: null,
      problem: '网站没有在限定时间内应答',
    })
  })
  it('asks nothing within the own network unless it is allowed to', async () => {
    asked.length = 0
    for (const url of [base, base.replace('127.0.0.1', 'localhost'), base.replace('127.0.0.1', '[::1]')]) {
      expect(await probe(url)).toEqual({ ok: false, status: null, problem: '网址指向内部地址，不予访问' })
    }
    expect(asked).toEqual([])
  })
  it('follows no redirect into the own network', async () => {
    const onlyFirst = {
      timeLimit: 120_000,
      mayAsk: (() => {
        let first = true
        return () => {
          const may = first
          first = false
          return may
        }
      })(),
    }
    expect((await probe(`${base}/moved`, onlyFirst)).problem).toBe('网址指向内部地址，不予访问')
  })
  it('takes no other kind of address', async () => {
    expect((await probe('ftp://127.0.0.1/', OPEN)).ok).toBe(false)
    expect((await probe('not an address', OPEN)).ok).toBe(false)
  })
})

describe('a page that is read', () => {
  it('is what stands after the redirects, and nothing of one that is gone', async () => {
    expect(await readPage(`${base}/moved`, OPEN)).toEqual({ ok: true, status: 200, text: 'x' })
    expect(await readPage(`${base}/gone`, OPEN)).toMatchObject({ ok: false, status: 404 })
    expect(await readPage(`${base}/slow`, { ...OPEN, timeLimit: 300 })).toMatchObject({ ok: false, text: '' })
  })
  it('lies on the internet, and no name is asked for that nobody can have', async () => {
    asked.length = 0
    expect(await readPage(base)).toMatchObject({ ok: false, problem: '网址指向内部地址，不予访问', text: '' })
    expect(await readPage('https://www.site.example/', OPEN)).toMatchObject({ problem: '域名无法解析' })
    expect(asked).toEqual([])
  })
})

it.each([
  ['8.8.8.8', true],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['::1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', true],
  ['2400:3200::1', true],
  ['', false],
  ['example.com', false],
])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected))
