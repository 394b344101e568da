import { chromium, type Browser, type BrowserContext, type Response } from 'playwright-core'
import { guardOf, portOf, type Guard } from '../probe/guard.ts'
import { CaptureFailure, type Captured, type CaptureOrder, type Logged } from './order.ts'
import { meetDemands, note } from './demands.ts'
import { keep, settle, VIEWPORT, type Scene } from './keep.ts'
import { LONGEST, pageText, pageTexts } from './page-text.ts'
import { INSIDE, judge, NOT_REACHED, OTHER_SCHEME, placeOf, refusalIn, UNKNOWN, type Place } from './place.ts'
import { byProxy, directly } from './outward.ts'
import { startProxy, UNREACHED, type Proxy } from './proxy.ts'
import { standFor } from './stand-in.ts'
import { act } from './steps.ts'

/** share of the time limit for opening the page (milliseconds for each second): the rest is for pictures and files */
const OPENING = 500
const CRASHED = '网页使浏览器崩溃，没有取成'
/**
 * Browser flags: all requests go through the proxy, which resolves names; background services of the browser are off.
 */
const FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  // each browser takes one of the two, and passes over the other: headless-shell the first, Chromium the second
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  '--disable-extensions',
]

const REASONS: readonly [RegExp, string][] = [
  [/ERR_NAME_NOT_RESOLVED/, UNKNOWN],
  [/ERR_CERT|ERR_SSL/, '网站的证书无效'],
  [/Timeout|ERR_TIMED_OUT/, '网页没有在限定时间内打开'],
  [/ERR_TOO_MANY_REDIRECTS/, '网页重定向次数过多'],
  [/Download is starting/, '网址不是网页，而是要下载的文件'],
  [/ERR_ABORTED/, '网站没有返回可以显示的网页'],
  [/ERR_UNKNOWN_URL_SCHEME|ERR_UNSAFE_REDIRECT|ERR_INVALID_REDIRECT|ERR_BLOCKED/, OTHER_SCHEME],
]

/** What ends a page's capture after it has been opened. */
const ENDS: readonly [RegExp, string][] = [
  [/Target crashed|Page crashed/, CRASHED],
  [/Timeout \d+ms exceeded/, '网页没有在限定时间内截下图'],
  [/already being printed/, '网页正在打印，没有取成'],
]

/** Told while a page is captured. */
export interface Told {
  log(line: Logged): void
  /** the browser runs */
  browser(): void
}

const hostOf = (url: string): string => `${new URL(url).hostname}:${portOf(new URL(url))}`

function wordsFor(error: unknown, proxy: Proxy): string {
  const said = String((error as Error).message ?? error)
  if (/ERR_TUNNEL_CONNECTION_FAILED/.test(said))
    return proxy.refused.size > 0 ? INSIDE : proxy.unknown.size > 0 ? UNKNOWN : NOT_REACHED
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? NOT_REACHED
}

async function open({ order, proxy, page, log }: Scene): Promise<Response> {
  log('打开网页', order.url)
  const answer = await page
    .goto(order.url, { waitUntil: 'domcontentloaded', timeout: order.limits.seconds * OPENING })
    .catch((error: unknown) => {
      throw new CaptureFailure(wordsFor(error, proxy))
    })
  if (!answer) throw new CaptureFailure('网站没有应答')
  const refused = refusalIn(answer.url(), answer.headers())
  if (refused === UNREACHED) throw new CaptureFailure(NOT_REACHED)
  if (refused !== undefined) throw new CaptureFailure(proxy.refused.size > 0 ? INSIDE : UNKNOWN)
  return answer
}

interface Hop {
  url: string
  status: number
  address: string
  headers: { name: string; value: string }[]
}

/** The page and all redirects before it, in order. */
async function hopsOf(answer: Response, proxy: Proxy): Promise<Hop[]> {
  const hops: Hop[] = []
  for (
    let request: ReturnType<Response['request']> | null = answer.request();
    request;
    request = request.redirectedFrom()
  ) {
    const found = await request.response()
    hops.unshift({
      url: request.url(),
      status: found?.status() ?? 0,
      address: proxy.reached.get(hostOf(request.url())) ?? '',
      headers: (await found?.headersArray()) ?? [],
    })
  }
  return hops
}

interface Answered {
  tls: unknown
  hops: Hop[]
}

const answeredBy = async (answer: Response, proxy: Proxy): Promise<Answered> => ({
  tls: await answer.securityDetails().catch(() => null),
  hops: await hopsOf(answer, proxy),
})

/** More than servers say of their pages; the file of headers has all of it. */
const MOST_HEADERS = 100_000

function shownAnswer({ tls, hops }: Answered, notes: string[]): Record<string, unknown> {
  const shown = { tls: pageTexts(tls, LONGEST.said), hops: pageTexts(hops, LONGEST.address) }
  if (JSON.stringify(shown.hops).length <= MOST_HEADERS) return shown
  note(notes, '应答头过长，只存于 headers.json')
  const withoutHeaders = hops.map(({ headers, ...hop }) => ({ ...hop, headers: [], left: headers.length }))
  return { ...shown, hops: pageTexts(withoutHeaders, LONGEST.said) }
}

/** All of it from the browser itself: a page may answer anything for it. */
async function environmentOf(scene: Scene, place: Place, answered: Answered): Promise<Record<string, unknown>> {
  const { session, proxy, notes } = scene
  const { product, userAgent } = await session.send('Browser.getVersion')
  const answer = shownAnswer(answered, notes)
  return {
    browser: `Chromium ${product.replace(/^.*\//, '')}`,
    userAgent,
    viewport: VIEWPORT,
    system: `${process.platform} ${process.arch}`,
    loadedBytes: proxy.bytes(),
    refused: [...proxy.refused].filter(host => host !== hostOf(place.url)),
    notes,
    ...answer,
  }
}

/** The words of a failure that has none yet. */
function failureOf(error: unknown): unknown {
  const said = ENDS.find(([pattern]) => pattern.test(String(error)))?.[1]
  return error instanceof CaptureFailure || said === undefined ? error : new CaptureFailure(said, { cause: error })
}

async function inContext(
  order: CaptureOrder,
  { proxy, guard }: { proxy: Proxy; guard: Guard },
  context: BrowserContext,
  { log: told, over }: Pick<Told, 'log'> & { over: (error: Error) => void },
): Promise<Captured> {
  const startedAt = new Date().toISOString()
  const page = await context.newPage()
  const log = (what: string, result = ''): void =>
    told({ at: new Date().toISOString(), what, result: pageText(result, LONGEST.address) })
  let loads = 0
  page.on('request', request => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++
  })
  let last: Record<string, string> = {}
  page.on('response', answer => {
    if (answer.request().isNavigationRequest() && answer.frame() === page.mainFrame()) last = answer.headers()
  })
  const session = await context.newCDPSession(page)
  const judged = async (): Promise<Place> => {
    const place = await placeOf(session)
    await judge(place, order, guard, () => last)
    return place
  }
  const scene: Scene = { order, proxy, page, session, files: [], notes: [], log, loads: () => loads, judged }
  page.on('crash', () => over(new CaptureFailure(CRASHED)))
  await meetDemands(page, { ...scene, over })
  const answer = await open(scene)
  await settle(scene)
  await act(scene, order.steps)
  const place = await keep(scene)
  const answered = await answeredBy(answer, proxy)
  const environment = await environmentOf(scene, place, answered)
  const headers = Buffer.from(JSON.stringify({ url: order.url, finalUrl: place.url, ...answered }, undefined, 2))
  const files = [...scene.files, { name: 'headers.json', content: headers }]
  if (files.reduce((sum, file) => sum + file.content.length, 0) > order.limits.bytes)
    throw new CaptureFailure(tooLarge(order))
  return {
    title: pageText(place.title, LONGEST.title),
    finalUrl: pageText(place.url, LONGEST.address),
    address: proxy.reached.get(hostOf(place.url)) ?? '',
    startedAt,
    endedAt: new Date().toISOString(),
    files,
    environment,
  }
}

const tooLarge = ({ limits }: CaptureOrder): string =>
  `网页过大（不能超过 ${Math.floor(limits.bytes / 1024 / 1024)} MB）`

async function launched(order: CaptureOrder, proxy: Proxy): Promise<Browser> {
  // where Playwright lays what the browser keeps
  process.env['TMPDIR'] = order.folder
  const browser = await chromium
    .launch({
      executablePath: order.browser,
      chromiumSandbox: order.sandbox,
      args: FLAGS,
      proxy: { server: `http://127.0.0.1:${proxy.port}`, bypass: '<-loopback>' },
    })
    .catch((cause: unknown) => {
      throw new CaptureFailure('服务器上的浏览器没有启动起来，请联系管理员', { cause })
    })
  return browser
}

/** Opens a page like a visitor would and captures its content and pictures. */
export async function browse(order: CaptureOrder, told: Told): Promise<Captured> {
  let over: (error: Error) => void = () => {}
  const beyond = new Promise<never>((_resolve, reject) => {
    over = reject
  })
  beyond.catch(() => undefined)
  const guard = guardOf(order.allow)
  const proxy = await startProxy(
    guard,
    order.limits.bytes,
    () => over(new CaptureFailure(tooLarge(order))),
    order.via === undefined ? directly : byProxy(new URL(order.via)),
  )
  const browser = await launched(order, proxy)
  told.browser()
  try {
    const context = await browser.newContext({
      viewport: VIEWPORT,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      acceptDownloads: false,
      serviceWorkers: 'block',
    })
    if (order.standIn) await standFor(context, order.standIn, proxy.reached)
    return await Promise.race([inContext(order, { proxy, guard }, context, { log: told.log, over }), beyond])
  } catch (error) {
    throw failureOf(error)
  } finally {
    proxy.close()
    await browser.close()
  }
}
