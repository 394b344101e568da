import type { CDPSession, Page } from 'playwright-core'
import { note } from './demands.ts'
import { CaptureFailure, type CapturedFile, type CaptureOrder } from './order.ts'
import type { Place } from './place.ts'
import type { Proxy } from './proxy.ts'

export const VIEWPORT = { width: 1366, height: 768 }
/** wider than any page that is meant to be read */
const WIDEST = 2 * VIEWPORT.width
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
  /** the browser's own word for it */
  session: CDPSession
  files: CapturedFile[]
  notes: string[]
  log(what: string, result?: string): void
  /** how often the page has been loaded */
  loads(): number
  /** where the page is now; refused where it should not be */
  judged(): Promise<Place>
}

/** Scrolls to load lazy images, with a limit for pages without an end. */
export async function settle({ page, session, log, notes }: Scene): Promise<void> {
  await page
    .waitForLoadState('load', { timeout: SETTLE })
    .catch(() => note(notes, '网页的部分内容没有在限定时间内加载完'))
  for (let screen = 0; screen < SCREENS; screen++) {
    const { cssContentSize, cssVisualViewport } = await session.send('Page.getLayoutMetrics')
    if (cssVisualViewport.pageY + cssVisualViewport.clientHeight >= cssContentSize.height - 1) break
    await page.mouse.wheel(0, VIEWPORT.height)
    await page.waitForTimeout(60)
  }
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined)
  log('网页加载完毕', page.url())
}

/**
 * Makes all of it from one page, and none of it from a page that is loaded anew meanwhile. Returns where that page was
 * when its picture was taken.
 */
export async function keep(scene: Scene): Promise<Place> {
  const before = scene.files.length
  for (let tries = 0; tries < KEEPING_TRIES; tries++) {
    const place = await kept(scene)
    if (place) return place
    scene.files.length = before
    scene.log('网页刷新了，重新截取')
    await scene.page.waitForLoadState('load', { timeout: SETTLE }).catch(() => undefined)
  }
  throw new CaptureFailure('网页不停地跳转或刷新，没有取成')
}

/** A page may move itself at any time, so that its address is judged before its picture is taken and after. */
async function kept(scene: Scene): Promise<Place | undefined> {
  const loads = scene.loads()
  try {
    const place = await scene.judged()
    await keepOnce(scene)
    const after = await scene.judged()
    return scene.loads() === loads && after.document === place.document ? place : undefined
  } catch (error) {
    if (error instanceof CaptureFailure || (scene.loads() === loads && !RELOADED.test(String(error)))) throw error
    return undefined
  }
}

/** Where the page cannot have its own say in it: `window.scrollTo` may be anything there. */
async function scrollToTop({ session }: Scene): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree')
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  })
  await session.send('Runtime.evaluate', { expression: 'window.scrollTo(0, 0)', contextId })
}

async function keepOnce(scene: Scene): Promise<void> {
  const { page, files, order, notes, log } = scene
  await scrollToTop(scene)
  const { cssContentSize } = await scene.session.send('Page.getLayoutMetrics')
  const { height } = order.limits
  const [isTall, isWide] = [cssContentSize.height > height, cssContentSize.width > WIDEST]
  if (isTall) note(notes, `网页过长，长截图只到 ${height} 像素`)
  if (isWide) note(notes, `网页过宽，长截图只到 ${WIDEST} 像素`)
  const size = { width: Math.min(cssContentSize.width, WIDEST), height: Math.min(cssContentSize.height, height) }
  files.push({
    name: 'page.png',
    content: await page.screenshot({
      fullPage: true,
      ...(isTall || isWide ? { clip: { x: 0, y: 0, ...size } } : {}),
    }),
  })
  log('整页截图', 'page.png')
  const { data } = await scene.session.send('Page.captureSnapshot', { format: 'mhtml' })
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
