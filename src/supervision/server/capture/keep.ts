import type { Page } from 'playwright-core'
import { note } from './demands.ts'
import { CaptureFailure, type CapturedFile, type CaptureOrder } from './order.ts'
import type { Proxy } from './proxy.ts'

export const VIEWPORT = { width: 1366, height: 768 }
const SETTLE = 8000
const SCREENS = 30
const KEEPING_TRIES = 3
/** Of a page that has gone while something was asked of it. */
const RELOADED = /Execution context was destroyed|because of a navigation|Not attached to an active page/

/** A page that is being captured, and what has been made of it. */
export interface Scene {
  order: CaptureOrder
  proxy: Proxy
  page: Page
  files: CapturedFile[]
  notes: string[]
  log(what: string, result?: string): void
  /** how often the page has been loaded */
  loads(): number
}

/** Scrolls to load lazy images, with a limit for pages without an end. */
export async function settle({ page, log, notes }: Scene): Promise<void> {
  await page
    .waitForLoadState('load', { timeout: SETTLE })
    .catch(() => note(notes, '网页的部分内容没有在限定时间内加载完'))
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

/** Makes all of it from one page, and none of it from a page that is loaded anew meanwhile. */
export async function keep(scene: Scene): Promise<void> {
  const before = scene.files.length
  for (let tries = 0; tries < KEEPING_TRIES; tries++) {
    if (await isKept(scene)) return
    scene.files.length = before
    scene.log('网页刷新了，重新截取')
    await scene.page.waitForLoadState('load', { timeout: SETTLE }).catch(() => undefined)
  }
  throw new CaptureFailure('网页不停地跳转或刷新，没有取成')
}

async function isKept(scene: Scene): Promise<boolean> {
  const loads = scene.loads()
  try {
    await keepOnce(scene)
    return scene.loads() === loads
  } catch (error) {
    if (scene.loads() === loads && !RELOADED.test(String(error))) throw error
    return false
  }
}

async function keepOnce(scene: Scene): Promise<void> {
  const { page, files, order, notes, log } = scene
  await page.evaluate('window.scrollTo(0, 0)')
  const { cssContentSize } = await metrics(page)
  const { height } = order.limits
  const isTall = cssContentSize.height > height
  if (isTall) note(notes, `网页过长，长截图只到 ${height} 像素`)
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
