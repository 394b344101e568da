import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardOf } from '../../../../src/supervision/server/probe/guard.ts'
import { isPublic } from '../../../../src/supervision/server/probe/addresses.ts'
import { readPage } from '../../../../src/supervision/server/probe/read-page.ts'
import { probe } from '../../../../src/supervision/server/probe/probe.ts'

const OPEN = { timeLimit: 120_000, guard: guardOf(['127.0.0.1']) }
let server: Server
let base: string
const asked: string[] = []

beforeAll(async () => {
  server = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.url === '/slow') return
    if (request.url === '/moved') return void answer.writeHead(302, { location: '/here' }).end()
    if (request.url === '/inside') return void answer.writeHead(302, { location: 'http://localhost:1/' }).end()
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
    const onlyThis = { timeLimit: 120_000, guard: guardOf([new URL(base).host]) }
    asked.length = 0
    expect((await probe(`${base}/inside`, onlyThis)).problem).toBe('网址指向内部地址，不予访问')
    expect((await readPage(`${base}/inside`, onlyThis)).problem).toBe('网址指向内部地址，不予访问')
    expect(asked).toEqual(['HEAD /inside', 'GET /inside'])
  })
  it('judges the name at each connection, and connects to the address that was judged', async () => {
    const found = [['127.0.0.1'], ['10.0.0.1'], ['127.0.0.1', '10.0.0.1']]
    const { port } = new URL(base)
    const guard = guardOf([`127.0.0.1:${port}`], () => Promise.resolve(found.shift() ?? []))
    const ask = (): Promise<unknown> => probe(`http://flips.example:${port}/here`, { timeLimit: 120_000, guard })
    expect(await ask()).toEqual({ ok: true, status: 200 })
    for (const _ of ['changed', 'mixed']) expect(await ask()).toMatchObject({ problem: '网址指向内部地址，不予访问' })
  })
  it('and a page that is read do not ask this machine by its public addresses either, as captures do not', async () => {
    let own = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946']
    const guard = guardOf(
      [],
      name => Promise.resolve(name === 'own.example' ? own : []),
      () => own,
    )
    const hosts = ['93.184.216.34', '[::ffff:93.184.216.34]', `[${own[1]}]`, 'own.example', '[::ffff:5db8:d822]']
    for (const host of hosts)
      for (const ask of [probe, readPage])
        expect((await ask(`http://${host}:1/`, { timeLimit: 120_000, guard })).problem).toMatch(/内部地址|无法解析/)
    for (const host of hosts) await expect(guard.addressFor(host, 80), host).rejects.toThrow()
    // an address that the machine has been given since
    own = ['93.184.216.35']
    expect(await guard.addressFor('93.184.216.34', 80)).toBe('93.184.216.34')
    await expect(guard.addressFor('93.184.216.35', 80)).rejects.toThrow()
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
  ['192.88.99.1', false],
  ['2001:10::1', false],
  ['3fff::1', false],
  ['', false],
  ['example.com', false],
])('%s is public: %s', (address, expected) => expect(isPublic(address)).toBe(expected))
