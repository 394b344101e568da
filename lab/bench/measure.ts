import { brotliCompressSync, constants } from 'node:zlib'
import { minus, openBrowser, pause, type Cpu, type Session } from './browser.ts'
import { FIRST_TEXT, type Target } from './targets.ts'

export interface FileSize {
  name: string
  brotli: number
}
/** Measurements of one target in one round; CPU parts by metric. */
export interface Round {
  values: Record<string, number>
  parts: Record<string, Cpu>
  files?: FileSize[]
}
type List = keyof typeof FIRST_TEXT

const KEYS = 25
const LISTS_BEFORE = 6
const LISTS_COUNTED = 50
/** Milliseconds that users look at a list before they open a form; prefetching happens meanwhile. */
export const LOOK = 3500
/** milliseconds after the first list within which loaded files count as part of the load */
export const SETTLED = 700

export async function load(
  { page }: Session,
  target: Target,
  size: number,
): Promise<{ painted: number; dataEnd: number }> {
  await page.goto(target.url(size), { waitUntil: 'commit' })
  return page.evaluate(`(async () => {
    const painted = await bench.painted(${rows(target, 'orders', size)})
    // the browser notes a request when it has told the page of its end
    for (let turns = 0; bench.requests(0).count === 0 && turns < 100; turns++) await new Promise(go => setTimeout(go, 20))
    return { painted, dataEnd: bench.requests(0).end }
  })()`)
}

export function rows(target: Target, list: List, size: number, not = ''): string {
  return JSON.stringify({
    row: target.row,
    count: target.virtual && size > 100 ? 1 : size,
    text: FIRST_TEXT[list],
    not,
  })
}

export interface Acted {
  ms: number
  withoutRequest: number
  cpu: Cpu
}
/** Clicks and waits until the new rows are painted. */
export async function act(session: Session, target: Target, click: string, list: List, size: number): Promise<Acted> {
  const before: string = (await session.page.evaluate(`bench.first(${JSON.stringify(target.row)})`)) ?? ''
  return actUntil(session, click, `bench.painted(${rows(target, list, size, before)})`)
}

/** Clicks and waits; `painted` is code run in the page that resolves with the time of painting. */
export async function actUntil(session: Session, click: string, painted: string): Promise<Acted> {
  await pause(300)
  const start = await session.cpu()
  const times: Omit<Acted, 'cpu'> = await session.page.evaluate(`(async () => {
    const from = performance.now()
    bench.click(${JSON.stringify(click)})
    const ms = (await ${painted}) - from
    const asked = bench.requests(from)
    return { ms, withoutRequest: asked.count ? ms - (asked.end - asked.start) : ms }
  })()`)
  return { ...times, cpu: minus(await session.cpu(), start) }
}

export async function withBrowser(target: Target, work: (session: Session) => Promise<void>): Promise<void> {
  const session = await openBrowser(target)
  try {
    await work(session)
  } finally {
    await session.close()
  }
}

/** Loads with an empty cache: bytes, first row, long tasks, CPU. */
async function coldLoad(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async session => {
    const files = watchFiles(session)
    const { painted } = await load(session, target, 20)
    round.values['cold'] = painted
    await session.page.evaluate(`new Promise((done) => setTimeout(done, ${painted + SETTLED} - performance.now()))`)
    const cpu = await session.cpu()
    round.values['longTasks'] = await session.page.evaluate('bench.longTasks')
    round.values['loadCpu'] = cpu.all
    round.parts['cold'] = round.parts['loadCpu'] = cpu
    round.files = await filesUntil(session, await files(), painted + SETTLED)
    round.values['bytes'] = round.files.reduce((sum, file) => sum + file.brotli, 0) / 1024
  })
}
/** Only files requested before `end`: on a busy machine later ones may have arrived. */
export async function filesUntil({ page }: Session, files: FileSize[], end: number): Promise<FileSize[]> {
  const later: string[] = await page.evaluate(
    `performance.getEntriesByType('resource').filter((entry) => entry.startTime > ${end}).map((entry) => entry.name.split('/').at(-1))`,
  )
  return files.filter(({ name }) => !later.includes(name))
}
/** Records scripts and style sheets loaded from now on. */
export function watchFiles({ page }: Session): () => Promise<FileSize[]> {
  const bodies: Promise<FileSize>[] = []
  let counted = false
  page.on('response', response => {
    if (counted || !['script', 'stylesheet'].includes(response.request().resourceType())) return
    bodies.push(response.body().then(body => ({ name: response.url().split('/').at(-1) ?? '', brotli: brotli(body) })))
  })
  return async () => {
    counted = true
    return (await Promise.all(bodies)).sort((a, b) => b.brotli - a.brotli)
  }
}
const brotli = (body: Buffer): number =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** Measures changing lists and pages, and typing in a filter. */
async function dailyUse(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async session => {
    await load(session, target, 20)
    await pause(600)
    keep(round, 'listFirst', await act(session, target, target.lists.products, 'products', 20))
    const again: Acted[] = []
    for (const list of ['orders', 'products', 'orders'] as const)
      again.push(await act(session, target, target.lists[list], list, 20))
    keep(round, 'listAgain', middle(again))
    const turned: Acted[] = []
    for (let i = 0; i < 5; i++) turned.push(await act(session, target, target.next, 'orders', 20))
    const turn = middle(turned)
    round.values['page'] = turn.withoutRequest
    round.values['pageCpu'] = turn.cpu.all
    round.parts['page'] = round.parts['pageCpu'] = turn.cpu
    await typing(session, target, round)
  })
}

async function typing(session: Session, target: Target, round: Round): Promise<void> {
  const cpu = await typeInto(session, target.filter)
  round.values['key'] = cpu.all
  round.parts['key'] = cpu
}

/** CPU for each keystroke. */
export async function typeInto(session: Session, field: string): Promise<Cpu> {
  await session.page.evaluate(`bench.all(${JSON.stringify(field)})[0].focus()`)
  await pause(200)
  const before = await session.cpu()
  for (let i = 0; i < KEYS; i++) {
    await session.page.keyboard.press('abcdefghij'[i % 10] ?? 'a')
    await pause(35)
  }
  await pause(60)
  const { all, script, style, layout } = minus(await session.cpu(), before)
  const typed: number = await session.page.evaluate(`bench.all(${JSON.stringify(field)})[0].value.length`)
  if (typed !== KEYS) throw new Error(`${typed} of ${KEYS} keys arrived in ${field}`)
  return { all: all / KEYS, script: script / KEYS, style: style / KEYS, layout: layout / KEYS }
}

async function thousandRows(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async session => {
    const first = await load(session, target, 1000)
    round.values['rows1000'] = first.painted - first.dataEnd
    await pause(1000)
    const turn = await act(session, target, target.next, 'orders', 1000)
    round.values['rows1000Cpu'] = turn.cpu.all
    round.parts['rows1000'] = round.parts['rows1000Cpu'] = turn.cpu
  })
}

/** Measures heap and DOM nodes left behind after many changes of list. */
async function leak(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async session => {
    await load(session, target, 20)
    // prefetched code must not count as a leak
    await pause(2 * LOOK)
    const go = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i++) {
        const list: List = i % 2 ? 'orders' : 'products'
        await session.page.evaluate(
          `(bench.click(${JSON.stringify(target.lists[list])}), bench.painted(${rows(target, list, 20)}))`,
        )
      }
    }
    await go(LISTS_BEFORE)
    const before = await heap(session)
    await go(LISTS_COUNTED)
    const after = await heap(session)
    round.values['heap'] = after.heap
    round.values['heapGrowth'] = after.heap - before.heap
    round.values['nodeGrowth'] = after.nodes - before.nodes
  })
}

export async function heap({ cdp }: Session): Promise<{ heap: number; nodes: number }> {
  await pause(700)
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find(metric => metric.name === name)?.value ?? 0
  return { heap: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes') }
}

export function keep(round: Round, name: string, { ms, cpu }: Acted): void {
  round.values[name] = ms
  round.parts[name] = cpu
}
export const middle = (acts: Acted[]): Acted =>
  [...acts].sort((a, b) => a.withoutRequest - b.withoutRequest)[acts.length >> 1]!

export type Work = (target: Target, round: Round) => Promise<void>
export const LIST_STEPS = { coldLoad, dailyUse, thousandRows, leak } satisfies Record<string, Work>

/** Runs all steps. A failing step is reported and its figures are left out. */
export async function measure(
  target: Target,
  steps: readonly Work[],
  report: (problem: string) => void,
): Promise<Round> {
  const round: Round = { values: {}, parts: {} }
  for (const step of steps) {
    try {
      await step(target, round)
    } catch (cause) {
      report(`${target.name} ${step.name}: ${String(cause instanceof Error ? cause.message : cause).split('\n')[0]}`)
    }
  }
  return round
}
