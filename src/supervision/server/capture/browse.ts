import { chromium, type BrowserContext, type Page, type Response } from 'playwright-core'
import { guardOf } from './guard.ts'
import { CaptureFailure, type Captured, type CapturedFile, type CaptureOrder, type Logged } from './order.ts'
import { byProxy, directly } from './outward.ts'
import { REFUSED_HEADER, startProxy, type Proxy } from './proxy.ts'
import { standFor } from './stand-in.ts'
import { act } from './steps.ts'

const VIEWPORT = { width: 1366, height: 768 }
/** share of the time limit for opening the page (milliseconds for each second): the rest is for pictures and files */
const OPENING = 500
const SETTLE = 8000
const SCREENS = 30
/**
 * Browser flags: all requests go through the proxy, which resolves names; background services of the browser are off.
 */
const FLAGS = [
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  '--disable-extensions',
]

const INSIDE = '网址指向内部地址，不予访问'
const REASONS: readonly [RegExp, string][] = [
  [/ERR_NAME_NOT_RESOLVED/, '域名无法解析'],
  [/ERR_CERT|ERR_SSL/, '网站的证书无效'],
  [/Timeout|ERR_TIMED_OUT/, '网页没有在限定时间内打开'],
  [/ERR_TOO_MANY_REDIRECTS/, '网页重定向次数过多'],
  [/Download is starting|ERR_ABORTED/, '网址不是网页，而是要下载的文件'],
  [
    /ERR_UNKNOWN_URL_SCHEME|ERR_UNSAFE_REDIRECT|ERR_INVALID_REDIRECT|ERR_BLOCKED/,
    '网页转到了 http、https 之外的地址，不予访问',
  ],
]

interface Scene {
  order: CaptureOrder
  proxy: Proxy
  page: Page
  files: CapturedFile[]
  notes: string[]
  log(what: string, result?: string): void
}

const placeOf = (url: string): string => {
  const { hostname, port, protocol } = new URL(url)
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
}

function wordsFor(error: unknown, proxy: Proxy): string {
  const said = String((error as Error).message ?? error)
  if (/ERR_TUNNEL_CONNECTION_FAILED/.test(said))
    return proxy.refused.size > 0 ? INSIDE : proxy.unknown.size > 0 ? '域名无法解析' : '无法连接到网站'
  return REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? '无法连接到网站'
}

async function open({ order, proxy, page, log }: Scene): Promise<Response> {
  log('打开网页', order.url)
  const answer = await page
    .goto(order.url, { waitUntil: 'domcontentloaded', timeout: order.limits.seconds * OPENING })
    .catch((error: unknown) => {
      throw new CaptureFailure(wordsFor(error, proxy))
    })
  if (!answer) throw new CaptureFailure('网站没有应答')
  if (answer.headers()[REFUSED_HEADER] !== undefined)
    throw new CaptureFailure(proxy.refused.size > 0 ? INSIDE : '域名无法解析')
  return answer
}

/** Scrolls to load lazy images, with a limit for pages without an end. */
async function settle({ page, log, notes }: Scene): Promise<void> {
  await page
    .waitForLoadState('load', { timeout: SETTLE })
    .catch(() => notes.push('网页的部分内容没有在限定时间内加载完'))
  for (let screen = 0; screen < SCREENS; screen++) {
    const { cssContentSize, cssVisualViewport } = await metrics(page)
    if (cssVisualViewport.pageY + cssVisualViewport.clientHeight >= cssContentSize.height - 1) break
    await page.mouse.wheel(0, VIEWPORT.height)
    await page.waitForTimeout(60)
  }
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined)
  log('网页加载完毕', page.url())
}

interface Metrics {
  cssContentSize: { height: number }
  cssVisualViewport: { pageY: number; clientHeight: number }
}
async function metrics(page: Page): Promise<Metrics> {
  const session = await page.context().newCDPSession(page)
  try {
    return await session.send('Page.getLayoutMetrics')
  } finally {
    await session.detach()
  }
}

async function keep(scene: Scene): Promise<void> {
  const { page, files, order, notes, log } = scene
  await page.evaluate('window.scrollTo(0, 0)')
  const { cssContentSize } = await metrics(page)
  const { height } = order.limits
  const isTall = cssContentSize.height > height
  if (isTall) notes.push(`网页过长，长截图只到 ${height} 像素`)
  files.push({
    name: 'page.png',
    content: await page.screenshot({
      fullPage: true,
      ...(isTall ? { clip: { x: 0, y: 0, width: VIEWPORT.width, height } } : {}),
    }),
  })
  log('整页截图', 'page.png')
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' })
  files.push({ name: 'page.mhtml', content: Buffer.from(data) })
  log('网页及其资源存为 MHTML', 'page.mhtml')
  files.push({
    name: 'page.pdf',
    content: await page.pdf({
      format: 'A4',
      printBackground: true,
      margin: { top: '12mm', bottom: '12mm', left: '10mm', right: '10mm' },
    }),
  })
  log('网页存为 PDF', 'page.pdf')
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
      address: proxy.reached.get(placeOf(request.url())) ?? '',
      headers: (await found?.headersArray()) ?? [],
    })
  }
  return hops
}

async function environmentOf(
  scene: Scene,
  answer: Response,
  context: BrowserContext,
): Promise<Record<string, unknown>> {
  const { page, proxy, notes } = scene
  return {
    browser: `Chromium ${context.browser()?.version() ?? ''}`,
    userAgent: await page.evaluate('navigator.userAgent'),
    viewport: VIEWPORT,
    system: `${process.platform} ${process.arch}`,
    loadedBytes: proxy.bytes(),
    refused: [...proxy.refused].filter(place => place !== placeOf(page.url())),
    notes,
    tls: await answer.securityDetails().catch(() => null),
    hops: await hopsOf(answer, proxy),
  }
}

async function inContext(
  order: CaptureOrder,
  proxy: Proxy,
  context: BrowserContext,
  told: (line: Logged) => void,
): Promise<Captured> {
  const startedAt = new Date().toISOString()
  const page = await context.newPage()
  const log = (what: string, result = ''): void => told({ at: new Date().toISOString(), what, result })
  const scene: Scene = { order, proxy, page, files: [], notes: [], log }
  const answer = await open(scene)
  await settle(scene)
  await act(scene, order.steps)
  await keep(scene)
  const environment = await environmentOf(scene, answer, context)
  const headers = Buffer.from(
    JSON.stringify(
      { url: order.url, finalUrl: page.url(), hops: environment['hops'], tls: environment['tls'] },
      undefined,
      2,
    ),
  )
  const files = [...scene.files, { name: 'headers.json', content: headers }]
  if (files.reduce((sum, file) => sum + file.content.length, 0) > order.limits.bytes)
    throw new CaptureFailure(tooLarge(order))
  return {
    title: await page.title(),
    finalUrl: page.url(),
    address: proxy.reached.get(placeOf(page.url())) ?? '',
    startedAt,
    endedAt: new Date().toISOString(),
    files,
    environment,
  }
}

const tooLarge = ({ limits }: CaptureOrder): string =>
  `网页过大（不能超过 ${Math.floor(limits.bytes / 1024 / 1024)} MB）`

/** Opens a page like a visitor would and captures its content and pictures. */
export async function browse(order: CaptureOrder, told: (line: Logged) => void): Promise<Captured> {
  let over: (error: Error) => void = () => {}
  const beyond = new Promise<never>((_resolve, reject) => {
    over = reject
  })
  beyond.catch(() => undefined)
  const proxy = await startProxy(
    guardOf(order.allow),
    order.limits.bytes,
    () => over(new CaptureFailure(tooLarge(order))),
    order.via === undefined ? directly : byProxy(new URL(order.via)),
  )
  const browser = await chromium.launch({
    executablePath: order.browser,
    chromiumSandbox: order.sandbox,
    args: FLAGS,
    proxy: { server: `http://127.0.0.1:${proxy.port}`, bypass: '<-loopback>' },
  })
  try {
    const context = await browser.newContext({
      viewport: VIEWPORT,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      acceptDownloads: false,
      serviceWorkers: 'block',
    })
    if (order.standIn) await standFor(context, order.standIn, proxy.reached)
    return await Promise.race([inContext(order, proxy, context, told), beyond])
  } finally {
    proxy.close()
    await browser.close()
  }
}
