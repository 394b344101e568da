import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { createSocket } from 'node:dgram'
import { createServer, request, type RequestListener, type Server } from 'node:http'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { some } from '../../../whole.ts'
import { temporary } from '../../../folders.ts'
import { findChromium } from '../../../../scripts/find-tools.ts'
import type { Captured, CaptureStep } from '../../../../src/supervision/server/capture/order.ts'
import { guardOf } from '../../../../src/supervision/server/probe/guard.ts'
import { judge, type Place } from '../../../../src/supervision/server/capture/place.ts'
import { byProxy } from '../../../../src/supervision/server/capture/outward.ts'
import { startProxy } from '../../../../src/supervision/server/capture/proxy.ts'
import { browserGroup } from '../../../../src/supervision/server/start/browser-group.ts'
import { sweepCaptureFolders } from '../../../../src/supervision/server/start/capture-folder.ts'
import { runnable } from '../../../../src/supervision/server/start/find-browser.ts'
import { captureBy, type Standing } from '../../../../src/supervision/server/start/browser-process.ts'
import { evidenceSettings } from '../../../../src/supervision/server/start/evidence-settings.ts'

const browser = findChromium()
if (!browser) console.warn('No Chromium: capturing real pages is not tested')

const PAGE =
  '<!doctype html><meta charset="utf-8"><title>一家网店</title><h1>特价药品</h1><input placeholder="搜索"><button onclick="this.after(document.querySelector(\'input\').value)">查询</button><div style="height:2400px"></div><p>页脚</p>'
const reached: string[] = []

/** Scripts of pages that demand something of their visitor: in a capture there is none. */
const DEMANDING = {
  print: 'print()',
  'print-again': 'setInterval(() => print(), 20)',
  'print-otherwise': "document.execCommand('print')",
  alert: "alert('满18岁了吗')",
  'alert-again': 'setInterval(() => alert(1), 20)',
  'alert-for-ever': 'for (;;) alert(1)',
  confirm: "document.title = String(confirm('进入？'))",
  prompt: "document.title = String(prompt('密码'))",
  stay: "onbeforeunload = event => { event.preventDefault(); return '别走' }",
  leave:
    "onbeforeunload = event => { event.preventDefault(); return '别走' }; setTimeout(() => (location = '/shop'), 200)",
  permissions: 'navigator.geolocation.getCurrentPosition(() => {}); Notification.requestPermission()',
  popups: "setInterval(() => open('/shop'), 100)",
  downloads: "setTimeout(() => (location = '/download'), 100)",
  reload: 'setTimeout(() => location.reload(), 400)',
  'reload-for-ever': "location = '/reload-for-ever?' + Math.random()",
  debug: 'setInterval(() => { debugger }, 20)',
  close: 'setTimeout(() => close(), 100)',
  choose: "document.querySelector('input').type = 'file'; document.querySelector('input').click()",
  spin: 'for (;;);',
  'spin-later': "addEventListener('scroll', () => { for (;;); })",
  full: 'document.documentElement.requestFullscreen().catch(() => {})',
}

/** Scripts of pages that say of themselves and of the browser what is not so, or too much of it. */
const SAYING = {
  forged: `const lie = 'Forged\\0'.repeat(10000)
for (const name of ['userAgent', 'platform', 'appVersion']) Object.defineProperty(Navigator.prototype, name, { get: () => lie })
for (const name of ['title', 'URL', 'documentURI']) Object.defineProperty(document, name, { get: () => lie })
scrollTo = scroll = () => { throw new Error('no') }
JSON.stringify = String = () => lie
Promise.prototype.then = () => undefined`,
  'at-length': `document.title = '甲\\0\\u202e\\n'.repeat(20000)
history.pushState(0, '', '/shop?' + 'a'.repeat(100000))
for (let i = 0; i < 150; i++) new Image().src = 'http://127.0.0.1:' + (i + 1)
document.querySelector('div').style.width = '200000px'`,
}

/** Pages that go elsewhere once they are open; what a capture says of each. */
const away = (place: string): [path: string, html: string][] => [
  ['refresh', `<meta http-equiv="refresh" content="0;url=${place}">`],
  ['script', `<script>addEventListener('load', () => setTimeout(() => (location = '${place}'), 50))</script>`],
  ['frame', `<iframe srcdoc="<script>setTimeout(() => (top.location = '${place}'), 50)</script>"></iframe>`],
  ['form', `<form action="${place}"></form><script>onload = () => document.forms[0].submit()</script>`],
  ['tunnel', `<script>onload = () => (location = '${place.replace('http:', 'https:')}')</script>`],
]
const LEAVING: Record<string, string> = {
  silent: 'http://127.0.0.1:1/',
  blank: 'about:blank',
}

const answers: Record<string, RequestListener> = {
  '/shop': (_request, response) => response.setHeader('x-shop', 'one').end(PAGE),
  '/moved': (_request, response) => response.writeHead(302, { location: '/shop' }).end(),
  '/inside': (_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${inside.port}/secret` }).end(),
  '/file': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/frames': (_request, response) =>
    response.end(
      `${PAGE}<img src="http://127.0.0.1:${inside.port}/picture"><iframe src="http://127.0.0.1:${inside.port}/frame"></iframe><script>fetch('http://127.0.0.1:${inside.port}/asked',{mode:'no-cors'});new WebSocket('ws://127.0.0.1:${inside.port}/socket')</script>`,
    ),
  '/large': (_request, response) => void response.end(Buffer.alloc(4 * 1024 * 1024, 'a')),
  '/endless': (_request, response) => {
    const more = setInterval(() => response.write('<p>more</p>'), 50)
    response.once('close', () => clearInterval(more))
  },
  '/headers': ({ url = '' }, response) => {
    const left = Number(url.split('?')[1] ?? 12)
    for (let i = 0; i < 60; i++) response.setHeader(`x-${i}`, 'a'.repeat(200))
    if (left === 0) response.end(PAGE)
    else response.writeHead(302, { location: `/headers?${left - 1}` }).end()
  },
  '/away': ({ url = '' }, response) => {
    const [, how = ''] = url.split('?')
    const html = Object.fromEntries(away(`http://127.0.0.1:${inside.port}/secret`))[how]
    response.end(`${PAGE}${html ?? `<script>onload = () => (location = '${LEAVING[how]}')</script>`}`)
  },
  ...Object.fromEntries(
    Object.entries({ ...DEMANDING, ...SAYING }).map(([name, script]): [string, RequestListener] => [
      `/${name}`,
      (_request, response) => response.end(`${PAGE}<script>${script}</script>`),
    ]),
  ),
  '/reset': request => void request.socket.destroy(),
  '/nothing': (_request, response) => response.writeHead(204).end(),
  '/around': (_request, response) => response.writeHead(302, { location: `/around?${Math.random()}` }).end(),
  '/download': (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' }).end('PK'),
}

interface Site {
  server: Server
  port: number
}
async function listening(answer: RequestListener): Promise<Site> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const place = server.address()
  return { server, port: typeof place === 'object' && place ? place.port : 0 }
}
let outside: Site
let inside: Site

beforeAll(async () => {
  outside = await listening((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    const answer = answers[(request.url ?? '').replace(/\?.*/, '')]
    if (answer) answer(request, response)
    else response.writeHead(404).end('nothing')
  })
  inside = await listening((request, response) => {
    reached.push(request.url ?? '')
    response.end('secret')
  })
})
afterAll(() => {
  for (const { server } of [outside, inside]) {
    server.close()
    server.closeAllConnections()
  }
})

const standing = (limits: { seconds?: number; bytes?: number } = {}): Standing => ({
  browser: browser ?? '',
  sandbox: process.getuid?.() !== 0,
  allow: [`127.0.0.1:${outside.port}`],
  limits: { seconds: 240, bytes: 50 * 1024 * 1024, height: 16_000, ...limits },
})

const capture = (
  path: string,
  steps: CaptureStep[] = [],
  limits: { seconds?: number; bytes?: number } = {},
): Promise<Captured> =>
  captureBy(standing(limits))(
    path.startsWith('/') ? `http://127.0.0.1:${outside.port}${path}` : path,
    steps,
    line => log.push(line.what),
    new AbortController().signal,
  )
const log: string[] = []
const text = (captured: Captured, name: string): string =>
  Buffer.from(captured.files.find(file => file.name === name)?.content ?? []).toString()

/** Each capture takes a browser of its own, and half a core. */
async function inPairs<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 2) await Promise.all(all.slice(at, at + 2).map(work))
}

describe.skipIf(!browser)('a page that a real browser captures', () => {
  it('is kept as picture, PDF, MHTML and headers, with every redirect and address', async () => {
    const captured = await capture('/moved')
    expect(captured).toMatchObject({
      title: '一家网店',
      address: '127.0.0.1',
      finalUrl: `http://127.0.0.1:${outside.port}/shop`,
    })
    const starts = Object.fromEntries(
      captured.files.map(file => [file.name, Buffer.from(file.content.subarray(0, 5)).toString('latin1')]),
    )
    expect(starts).toEqual({
      'page.png': '\u0089PNG\r',
      'page.pdf': '%PDF-',
      'page.mhtml': 'From:',
      'headers.json': '{\n  "',
    })
    const png = Buffer.from(captured.files[0]?.content ?? [])
    expect(png.readUInt32BE(20)).toBeGreaterThan(2400)
    const { hops } = JSON.parse(text(captured, 'headers.json')) as {
      hops: { status: number; address: string; headers: { name: string; value: string }[] }[]
    }
    expect(hops.map(hop => [hop.status, hop.address])).toEqual([
      [302, '127.0.0.1'],
      [200, '127.0.0.1'],
    ])
    expect(hops[1]?.headers).toContainEqual({ name: 'x-shop', value: 'one' })
    expect(log).toEqual(['打开网页', '网页加载完毕', '整页截图', '网页及其资源存为 MHTML', '网页存为 PDF'])
  })

  it('comes from the stand-in of a demonstration for its made-up hosts, which is no way in to its port', async () => {
    const standIn = await listening((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      if (request.url !== '/shop-1.example/a?b=1') response.writeHead(502).end()
      else response.end(`${PAGE}<img src="http://127.0.0.1:${standIn.port}/own"><img src="http://no.example/p">`)
    })
    const captured = await captureBy(
      {
        browser: browser ?? '',
        sandbox: process.getuid?.() !== 0,
        allow: [],
        limits: { seconds: 240, bytes: 50 * 1024 * 1024, height: 16_000 },
      },
      () => ({ suffix: '.example', port: standIn.port }),
    )('http://shop-1.example/a?b=1', [], () => {}, new AbortController().signal)
    standIn.server.close()
    standIn.server.closeAllConnections()
    expect(captured).toMatchObject({ title: '一家网店', address: '127.0.0.1', finalUrl: 'http://shop-1.example/a?b=1' })
    expect(captured.environment['refused']).toEqual([`127.0.0.1:${standIn.port}`])
    expect(captured.files.map(file => file.name)).toEqual(['page.png', 'page.mhtml', 'page.pdf', 'headers.json'])
  })

  it('shows what the operator did on it, step by step', async () => {
    const steps: CaptureStep[] = [
      { kind: 'fill', target: '搜索', value: '处方药' },
      { kind: 'click', target: '查询', value: '' },
      { kind: 'shot', target: '', value: '' },
    ]
    const captured = await capture('/shop', steps)
    expect(captured.files.map(file => file.name)).toContain('step-03.png')
    expect(text(captured, 'page.mhtml').replaceAll('=\r\n', '')).toContain('=E5=A4=84=E6=96=B9=E8=8D=AF')
    await expect(capture('/shop', [{ kind: 'click', target: '没有的按钮', value: '' }])).rejects.toThrow(
      '第 1 步没有做成',
    )
  })

  it('never reaches the own network: not by address, redirect, picture, frame, script or socket', async () => {
    const refusals = [
      `http://127.0.0.1:${inside.port}/secret`,
      `http://localhost:${inside.port}/secret`,
      '/inside',
      '/file',
    ].map(path =>
      capture(path).then(
        () => path,
        (error: Error) => error.message,
      ),
    )
    const captured = await capture('/frames')
    const INSIDE = '网址指向内部地址，不予访问'
    expect(await Promise.all(refusals)).toEqual([INSIDE, INSIDE, INSIDE, '网页转到了 http、https 之外的地址，不予访问'])
    expect(captured.environment['refused']).toEqual([`127.0.0.1:${inside.port}`])
    expect(text(captured, 'page.mhtml')).not.toContain('secret')
    expect(reached).toEqual([])
  })

  const CAPTURED = ['page.png', 'page.mhtml', 'page.pdf', 'headers.json']
  /** each of them is a browser's run: some in a test, all in the laboratory's */
  const KEPT = some(
    [
      'print print-again print-otherwise alert alert-again confirm stay leave',
      'permissions popups downloads debug close choose full',
    ].flatMap(names => names.split(' ')),
    3,
  )
  const TITLES: Record<string, string> = { confirm: 'false' }
  const NOTES: Record<string, string[]> = {
    popups: ['网页打开了新窗口，已关闭'],
    downloads: ['网页要下载文件，没有下载'],
  }
  it('is kept although it demands an answer, a printer or another window', async () => {
    await inPairs(KEPT, async name => {
      const { files, title, environment } = await capture(`/${name}`)
      expect({ name, title, files: files.map(file => file.name) }).toEqual({
        name,
        title: TITLES[name] ?? '一家网店',
        files: CAPTURED,
      })
      if (NOTES[name]) expect(environment['notes']).toEqual(NOTES[name])
    })
  })

  it('has nothing to say of the browser, and says of itself no more than a record can hold', async () => {
    const taken = new Map<string, Captured>()
    await inPairs(['shop', 'headers', ...Object.keys(SAYING)], async name => {
      taken.set(name, await capture(`/${name}`))
    })
    const device = ({ environment }: Captured): unknown[] => [environment['browser'], environment['userAgent']]
    const shop = taken.get('shop')!
    expect(device(shop)).toEqual([
      expect.stringMatching(/^Chromium \d+\.\d+\.\d+\.\d+$/),
      expect.stringMatching(/^Mozilla\/5\.0 .*Chrome/),
    ])
    for (const [name, captured] of taken) {
      const { files, environment, ...said } = captured
      const kept = JSON.stringify({ ...said, environment, log })
      expect({ name, device: device(captured), files: files.length }).toEqual({ name, device: device(shop), files: 4 })
      expect(captured.title.length, name).toBeLessThanOrEqual(300)
      expect(captured.finalUrl.length, name).toBeLessThanOrEqual(2000)
      expect(kept.length, name).toBeLessThan(120_000)
      expect(kept, name).not.toMatch(/\\u0000|\u202e|Forged/)
    }
    expect(taken.get('forged')?.title).toBe('一家网店')
    expect(taken.get('headers')?.environment['notes']).toEqual(['应答头过长，只存于 headers.json'])
    expect(text(taken.get('headers')!, 'headers.json').split('a'.repeat(200))).toHaveLength(13 * 60 + 1)
    const long = taken.get('at-length')!
    expect(long.title).toMatch(/^[甲 ]+…（过长，已截断）$/)
    expect(long.finalUrl).toMatch(/\/shop\?a+…（过长，已截断）$/)
    expect(text(long, 'headers.json')).toContain('a'.repeat(100_000))
    expect(long.environment['refused']).toHaveLength(100)
    expect(long.environment['notes']).toContain('网页过宽，长截图只到 2732 像素')
    expect(Buffer.from(long.files[0]?.content ?? []).readUInt32BE(16)).toBe(2732)
  })

  it('is no evidence of an address where no capture would have gone, however it went there', async () => {
    const INSIDE = '网址指向内部地址，不予访问'
    const ways: [how: string, words: string][] = [
      ...away('').map(([how]): [string, string] => [how, INSIDE]),
      ['silent', INSIDE],
      ['blank', '网页转到了 http、https 之外的地址，不予访问'],
    ]
    await inPairs(some(ways, 4), async ([how, words]) => {
      await expect(capture(`/away?${how}`), how).rejects.toThrow(words)
    })
    expect(reached).toEqual([])
  })

  const LATE = /网页没有在(限定时间内打开| 20 秒内取完)/
  const ENDLESS = some(
    [
      ['alert-for-ever', '网页不停地弹出对话框，没有取成'],
      ['around', '网页重定向次数过多'],
      ['reset', '无法连接到网站'],
      ['nothing', '网站没有返回可以显示的网页'],
      // a loaded machine comes to their limit first
      ['reload-for-ever', /网页不停地跳转或刷新，没有取成|网页没有在/, 20],
      ['spin', LATE, 20],
      ['spin-later', LATE, 20],
    ] as const,
    2,
  )
  it('ends within its limit, in words, if it has no end itself', async () => {
    await inPairs(ENDLESS, async ([name, words, seconds = 240]) => {
      await expect(capture(`/${name}`, [], { seconds }), name).rejects.toThrow(words)
    })
  })

  it('is refused when it is too large, has no end or is no page', async () => {
    await Promise.all([
      expect(capture('/large', [], { bytes: 1024 * 1024 })).rejects.toThrow('网页过大（不能超过 1 MB）'),
      expect(capture('/endless', [], { seconds: 10 })).rejects.toThrow(/网页没有在(限定时间内打开| 10 秒内取完)/),
      expect(capture('/download')).rejects.toThrow('网址不是网页，而是要下载的文件'),
    ])
  })
})

/** Both kinds of Chromium, where they are there: each has flags of its own. */
const BROWSERS = [...new Set([browser ?? '', '/usr/lib/chromium/chromium', '/usr/bin/chromium-headless-shell'])].filter(
  runnable,
)

describe.skipIf(!browser)('a browser that captures', () => {
  it.each(BROWSERS)('sends no datagram past its proxy: %s', async path => {
    const heard: string[] = []
    const socket = createSocket('udp4', (_data, { address }) => heard.push(address))
    await new Promise<void>(resolve => socket.bind(0, '0.0.0.0', resolve))
    const { port } = socket.address()
    const own = Object.values(networkInterfaces()).flatMap(list => (list ?? []).filter(one => one.family === 'IPv4'))
    const places = own.map(({ address }) => `${address}:${port}`)
    answers['/datagrams'] = (_request, response) =>
      response.end(`${PAGE}<p id="p">…</p><script>
for (const place of ${JSON.stringify(places)}) {
  const peer = new RTCPeerConnection({ iceServers: [{ urls: ['stun:' + place, 'turn:' + place], username: 'a', credential: 'b' }] })
  peer.createDataChannel('a')
  peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') p.textContent = '收集完毕' }
  peer.createOffer().then(offer => peer.setLocalDescription(offer))
  try { new WebTransport('https://' + place + '/').ready.catch(() => {}) } catch {}
}</script>`)
    const taken = await captureBy({ ...standing(), browser: path })(
      `http://127.0.0.1:${outside.port}/datagrams`,
      [{ kind: 'click', target: '收集完毕', value: '' }],
      () => {},
      new AbortController().signal,
    ).finally(() => socket.close())
    expect(taken.files.length).toBe(4)
    expect(heard).toEqual([])
  })
})

/** Processes of a group, as the system lists them. */
const inGroup = (group: number): string[] =>
  spawnSync('ps', ['-A', '-o', 'pgid=,args='], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(line => Number.parseInt(line, 10) === group)
const childrenOf = (pid: number): number[] =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)
const foldersOf = (pid: number): string[] =>
  readdirSync(tmpdir()).filter(name => name.startsWith(`wangjian-capture-${pid}-`))

/** The browser of a capture that one of the processes is at. */
async function browserBelow(pid: number): Promise<number> {
  let group: number | undefined
  const find = (): number | undefined => (group = childrenOf(pid).map(browserGroup).find(Boolean))
  await expect.poll(find).toBeDefined()
  return group ?? 0
}

/** A server that captures a page without an end, in a process of its own. */
const SERVER = `
import { captureBy } from ${JSON.stringify(join(process.cwd(), 'src/supervision/server/start/browser-process.ts'))}
const [order, url] = process.argv.slice(2)
void captureBy(JSON.parse(order))(url, [], line => console.log(line.what), new AbortController().signal)
`

describe.skipIf(!browser || process.platform !== 'linux')('a browser that captures', () => {
  it('leaves no process and no folder when it stands still and its capture is stopped', async () => {
    const stop = new AbortController()
    const said: string[] = []
    const taken = captureBy(standing())(
      `http://127.0.0.1:${outside.port}/endless`,
      [],
      line => said.push(line.what),
      stop.signal,
    )
    await expect.poll(() => said).toContain('打开网页')
    const group = await browserBelow(process.pid)
    expect(inGroup(group).length).toBeGreaterThan(2)
    process.kill(-group, 'SIGSTOP')
    stop.abort(new Error('stopped'))
    await expect(taken).rejects.toThrow('stopped')
    await expect.poll(() => inGroup(group)).toEqual([])
    expect(foldersOf(process.pid)).toEqual([])
  })

  it.each([false, true])('leaves neither when its server is killed, standing still or not (%s)', async standsStill => {
    const script = join(temporary(), 'server.ts')
    writeFileSync(script, SERVER)
    const url = `http://127.0.0.1:${outside.port}/endless`
    const server = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(standing()), url])
    let said = ''
    server.stdout.on('data', (data: Buffer) => {
      said += data.toString()
    })
    await expect.poll(() => said).toContain('打开网页')
    const pid = server.pid ?? 0
    const group = await browserBelow(pid)
    expect(foldersOf(pid)).toHaveLength(1)
    if (standsStill) process.kill(-group, 'SIGSTOP')
    server.kill('SIGKILL')
    await expect.poll(() => inGroup(group)).toEqual([])
    await expect.poll(() => foldersOf(pid)).toEqual([])
  })

  it('has the folders removed at the next start that a killed one has left', async () => {
    const { pid = 0 } = spawnSync('true')
    const left = mkdtempSync(join(tmpdir(), `wangjian-capture-${pid}-`))
    await sweepCaptureFolders()
    expect(existsSync(left)).toBe(false)
  })
})

describe('the way out of a browser', () => {
  it('judges each connection by the address that it then connects to: a name that changes leads nowhere', async () => {
    const found = ['127.0.0.1', '127.0.0.1', '10.0.0.1']
    const asked: string[] = []
    const guard = guardOf([`127.0.0.1:${outside.port}`], name => {
      asked.push(name)
      return Promise.resolve([found.shift() ?? ''])
    })
    const proxy = await startProxy(guard, 1024 * 1024, () => {})
    const through = (port: number): Promise<number> =>
      new Promise((resolve, reject) => {
        request(
          { host: '127.0.0.1', port: proxy.port, path: `http://flips.example:${port}/shop`, agent: false },
          answer => {
            answer.resume()
            resolve(answer.statusCode ?? 0)
          },
        )
          .once('error', reject)
          .end()
      })
    expect([await through(outside.port), await through(inside.port), await through(outside.port)]).toEqual([
      200, 403, 403,
    ])
    expect(asked).toEqual(['flips.example', 'flips.example', 'flips.example'])
    expect([...proxy.refused]).toEqual([`flips.example:${inside.port}`, `flips.example:${outside.port}`])
    expect(reached).toEqual([])
    proxy.close()
  })
})

describe('the way out by the proxy of an agency', () => {
  const asked: { target: string; secret: string | undefined }[] = []
  let agency: Site
  let status = 200
  beforeAll(async () => {
    agency = await listening((_request, response) => response.writeHead(400).end())
    agency.server.on('connect', (request, client) => {
      asked.push({ target: request.url ?? '', secret: request.headers['proxy-authorization'] })
      client.on('error', () => client.destroy())
      if (status !== 200) return void client.end(`HTTP/1.1 ${status} Refused\r\n\r\n`)
      // whatever is asked for, the test's own site answers
      const onward = connect(outside.port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
      onward.on('error', () => client.destroy())
      onward.pipe(client).pipe(onward)
    })
  })
  afterAll(() => {
    agency.server.close()
    agency.server.closeAllConnections()
  })

  it('is told the address that was checked and never the name, for pages as for tunnels; what is inside goes without it', async () => {
    const names: Record<string, string> = {
      'shop.example': '93.184.216.34',
      'inner.example': '10.0.0.1',
      'allowed.example': '127.0.0.1',
    }
    const guard = guardOf([`127.0.0.1:${outside.port}`], name => Promise.resolve([names[name] ?? []].flat()))
    const proxy = await startProxy(
      guard,
      1024 * 1024,
      () => {},
      byProxy(new URL(`http://user:p%40ss@127.0.0.1:${agency.port}`)),
    )
    const page = (url: string): Promise<number> =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port: proxy.port, path: url, agent: false }, answer => {
          answer.resume()
          resolve(answer.statusCode ?? 0)
        })
          .once('error', reject)
          .end()
      })
    const tunnel = (target: string): Promise<number> =>
      new Promise((resolve, reject) => {
        request({ host: '127.0.0.1', port: proxy.port, method: 'CONNECT', path: target, agent: false })
          .once('connect', (answer, socket) => {
            socket.destroy()
            resolve(answer.statusCode ?? 0)
          })
          .once('error', reject)
          .end()
      })
    expect([await page('http://shop.example/shop'), await tunnel('shop.example:443')]).toEqual([200, 200])
    const secret = `Basic ${Buffer.from('user:p@ss').toString('base64')}`
    expect(asked).toEqual([
      { target: '93.184.216.34:80', secret },
      { target: '93.184.216.34:443', secret },
    ])
    expect([
      await page('http://inner.example/'),
      await tunnel('inner.example:443'),
      await tunnel('nowhere.example:443'),
    ]).toEqual([403, 403, 403])
    expect(await page(`http://allowed.example:${outside.port}/shop`)).toBe(200)
    expect(asked).toHaveLength(2)
    status = 407
    expect([await page('http://shop.example/shop'), await tunnel('shop.example:443')]).toEqual([502, 502])
    proxy.close()
  })

  it.each([
    'proxy.example:3128',
    'https://proxy.example',
    'socks5://proxy.example',
    'http://proxy.example/path',
    'http://',
  ])('is not set up as %s', text => {
    expect(() => evidenceSettings({ CAPTURE_PROXY: text })).toThrow('CAPTURE_PROXY')
  })
})

describe('an address that a capture may connect to', () => {
  const names: Record<string, string[]> = {
    'mixed.example': ['93.184.216.34', '10.0.0.1'],
    'good.example': ['93.184.216.34'],
    'inner.example': ['192.168.3.4'],
  }
  const guard = (...allow: string[]) => guardOf(allow, name => Promise.resolve(names[name] ?? []))
  const WITHIN = [
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '100.64.0.1',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[ff02::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::a00:1]',
    '[2002:a00:1::]',
    '[::7f00:1]',
    'mixed.example',
    'inner.example',
    'nowhere.example',
  ]
  it('is judged by the word of the proxy, which no site can give for itself', async () => {
    const place = (url: string): Place => ({ url, title: '', document: '1' })
    const judged = (url: string, headers: Record<string, string>): Promise<unknown> =>
      judge(place(url), {}, guard(), () => headers).catch((error: Error) => error.message)
    expect(await judged('http://good.example/', {})).toBeUndefined()
    expect(await judged('http://good.example/', { 'x-capture-refused': '1' })).toContain('内部地址')
    expect(await judged('http://good.example/', { 'x-capture-refused': 'unreached' })).toBe('无法连接到网站')
    expect(await judged('https://good.example/', { 'x-capture-refused': '1' })).toBeUndefined()
    expect(await judged('https://inner.example/', {})).toContain('内部地址')
    const unknown = guardOf([], () => Promise.reject(new Error('ENOTFOUND')))
    await expect(judge(place('http://no.example/'), {}, unknown, () => ({}))).rejects.toThrow('域名无法解析')
    for (const url of ['about:blank', 'blob:http://good.example/1', 'chrome://version/', 'file:///etc/passwd'])
      expect(await judged(url, {})).toContain('http、https 之外')
  })

  it.each(WITHIN)('is not %s', async host => expect(guard().addressFor(host, 80)).rejects.toThrow())

  it('is the one that was checked, and one inside where the configuration names it', async () => {
    expect(await guard().addressFor('good.example', 443)).toBe('93.184.216.34')
    expect(await guard('inner.example').addressFor('inner.example', 80)).toBe('192.168.3.4')
    expect(await guard('192.168.0.0/16').addressFor('inner.example', 80)).toBe('192.168.3.4')
    expect(await guard('127.0.0.1:8080').addressFor('127.0.0.1', 8080)).toBe('127.0.0.1')
    expect(await guard('[::1]:8080').addressFor('[::1]', 8080)).toBe('::1')
    await expect(guard('127.0.0.1:8080').addressFor('127.0.0.1', 80)).rejects.toThrow()
    await expect(guard('inner.example').addressFor('mixed.example', 80)).rejects.toThrow()
  })
})
