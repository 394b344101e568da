import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from 'playwright-core'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/find-tools.ts'
import type { Target } from './targets.ts'

/** CPU milliseconds of the main thread, in total and by part. */
export interface Cpu {
  all: number
  script: number
  style: number
  layout: number
}
export interface Session {
  page: Page
  cdp: CDPSession
  cpu(): Promise<Cpu>
  close(): Promise<void>
}

/**
 * In the page: `painted(rows)` resolves with the time just after the frame in which the rows stood there was
 * painted (a message posted from an animation frame arrives after style, layout and paint). It looks when something has
 * changed: a frame for each look costs half a millisecond, and who waits for a server would pay for waiting.
 */
const IN_PAGE = `(() => {
  const bench = window.bench = { longTasks: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) bench.longTasks += entry.duration }).observe({ type: 'longtask', buffered: true })
  performance.setResourceTimingBufferSize(5000)
  const hidden = '[style*="display: none"]'
  bench.all = (selector) => {
    const found = [...document.querySelectorAll(selector)]
    return document.querySelector(hidden) ? found.filter((element) => !element.closest(hidden)) : found
  }
  bench.click = (selector) => bench.all(selector)[0].click()
  bench.first = (selector) => bench.all(selector)[0]?.textContent
  bench.painted = ({ row, count, text, not }) => bench.when('rows', () => {
    const rows = bench.all(row)
    const first = rows[0]?.textContent ?? ''
    return rows.length >= count && first.includes(text) && first !== not && rows[count - 1].textContent.length > 20
  })
  bench.when = (what, stands) => new Promise((done, fail) => {
    const end = performance.now() + 90000
    let asked = false
    const ask = () => {
      if (asked) return
      asked = true
      requestAnimationFrame(look)
    }
    const observer = new MutationObserver(ask)
    const timer = setInterval(() => {
      if (performance.now() < end) return ask()
      stop()
      fail(new Error(what + ' were not painted'))
    }, 50)
    const stop = () => {
      observer.disconnect()
      clearInterval(timer)
    }
    const look = () => {
      asked = false
      if (!stands()) return
      stop()
      const channel = new MessageChannel()
      channel.port1.onmessage = () => done(performance.now())
      channel.port2.postMessage(0)
    }
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    ask()
  })
  bench.requests = (from) => {
    const entries = performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/prod-api/') && entry.startTime >= from)
    return { start: Math.min(...entries.map((entry) => entry.startTime)), end: Math.max(...entries.map((entry) => entry.responseEnd)), count: entries.length }
  }
})()`

/** Starts Chromium with an empty profile. */
export async function openBrowser(
  target: Pick<Target, 'prepare'>,
  viewport = { width: 1440, height: 900 },
): Promise<Session> {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium: install the system package, or name one in CHROMIUM')
  const profile = mkdtempSync(join(tmpdir(), 'wangjian-profile-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: CHROMIUM_FLAGS,
    viewport,
  })
  await context.addInitScript(IN_PAGE)
  await target.prepare?.(context)
  const page = context.pages()[0] ?? (await context.newPage())
  const cdp = await context.newCDPSession(page)
  // thread time is steadier than the clock when the machine is busy
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    page,
    cdp,
    cpu: async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      const of = (name: string): number => (metrics.find(metric => metric.name === name)?.value ?? 0) * 1000
      return {
        all: of('TaskDuration'),
        script: of('ScriptDuration'),
        style: of('RecalcStyleDuration'),
        layout: of('LayoutDuration'),
      }
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

export const minus = (a: Cpu, b: Cpu): Cpu => ({
  all: a.all - b.all,
  script: a.script - b.script,
  style: a.style - b.style,
  layout: a.layout - b.layout,
})
export const pause = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms))
