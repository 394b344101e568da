import { brotliCompressSync, constants } from 'node:zlib'
import { minus, openBrowser, pause, type Cpu, type Session } from './browser.ts'
import { FIRST_TEXT, type Target } from './targets.ts'

export interface FileSize { name: string; brotli: number }
/** What one round says of one target; CPU parts stand under the metric's name. */
export interface Round {
  values: Record<string, number>
  parts: Record<string, Cpu>
  files?: FileSize[]
}
type List = keyof typeof FIRST_TEXT

const KEYS = 25
const LISTS_BEFORE = 6
const LISTS_COUNTED = 50

async function load({ page }: Session, target: Target, size: number): Promise<{ painted: number; dataEnd: number }> {
  await page.goto(target.url(size), { waitUntil: 'commit' })
  return page.evaluate(`(async () => {
    const painted = await bench.painted(${rows(target, 'orders', size)})
    return { painted, dataEnd: bench.requests(0).end }
  })()`)
}

function rows(target: Target, list: List, size: number, not = ''): string {
  return JSON.stringify({ row: target.row, count: target.virtual && size > 100 ? 1 : size, text: FIRST_TEXT[list], not })
}

interface Acted { ms: number; withoutRequest: number; cpu: Cpu }
/** Clicks and waits until the other rows are painted. */
async function act(session: Session, target: Target, click: string, list: List, size: number): Promise<Acted> {
  const before: string = await session.page.evaluate(`bench.first(${JSON.stringify(target.row)})`)
  await pause(300)
  const start = await session.cpu()
  const times: Omit<Acted, 'cpu'> = await session.page.evaluate(`(async () => {
    const from = performance.now()
    bench.click(${JSON.stringify(click)})
    const ms = (await bench.painted(${rows(target, list, size, before)})) - from
    const asked = bench.requests(from)
    return { ms, withoutRequest: asked.count ? ms - (asked.end - asked.start) : ms }
  })()`)
  return { ...times, cpu: minus(await session.cpu(), start) }
}

async function withBrowser(target: Target, work: (session: Session) => Promise<void>): Promise<void> {
  const session = await openBrowser(target)
  try {
    await work(session)
  } finally {
    await session.close()
  }
}

/** An empty cache: bytes, first row, long tasks, CPU. */
async function coldLoad(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async (session) => {
    const bodies: Promise<FileSize>[] = []
    session.page.on('response', (response) => {
      if (!['script', 'stylesheet'].includes(response.request().resourceType())) return
      bodies.push(response.body().then((body) => ({ name: response.url().split('/').at(-1) ?? '', brotli: brotli(body) })))
    })
    round.values['cold'] = (await load(session, target, 20)).painted
    await pause(700)
    round.values['longTasks'] = await session.page.evaluate('bench.longTasks')
    const cpu = await session.cpu()
    round.values['loadCpu'] = cpu.all
    round.parts['cold'] = round.parts['loadCpu'] = cpu
    round.files = (await Promise.all(bodies)).sort((a, b) => b.brotli - a.brotli)
    round.values['bytes'] = round.files.reduce((sum, file) => sum + file.brotli, 0) / 1024
  })
}
const brotli = (body: Buffer): number => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** A page in daily use: list to list, change of page, typing in a filter. */
async function dailyUse(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async (session) => {
    await load(session, target, 20)
    await pause(600)
    keep(round, 'listFirst', await act(session, target, target.lists.products, 'products', 20))
    const again: Acted[] = []
    for (const list of ['orders', 'products', 'orders'] as const) again.push(await act(session, target, target.lists[list], list, 20))
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
  await session.page.evaluate(`bench.all(${JSON.stringify(target.filter)})[0].focus()`)
  await pause(200)
  const before = await session.cpu()
  for (let i = 0; i < KEYS; i++) {
    await session.page.keyboard.press('abcdefghij'[i % 10] ?? 'a')
    await pause(35)
  }
  await pause(60)
  const { all, script, style, layout } = minus(await session.cpu(), before)
  round.values['key'] = all / KEYS
  round.parts['key'] = { all: all / KEYS, script: script / KEYS, style: style / KEYS, layout: layout / KEYS }
  const typed: number = await session.page.evaluate(`bench.all(${JSON.stringify(target.filter)})[0].value.length`)
  if (typed !== KEYS) throw new Error(`${typed} of ${KEYS} keys arrived in the filter`)
}

async function thousandRows(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async (session) => {
    const first = await load(session, target, 1000)
    round.values['rows1000'] = first.painted - first.dataEnd
    await pause(1000)
    const turn = await act(session, target, target.next, 'orders', 1000)
    round.values['rows1000Cpu'] = turn.cpu.all
    round.parts['rows1000'] = round.parts['rows1000Cpu'] = turn.cpu
  })
}

/** Heap that stays after many changes of list, and nodes left behind. */
async function leak(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async (session) => {
    await load(session, target, 20)
    const go = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i++) {
        const list: List = i % 2 ? 'orders' : 'products'
        await session.page.evaluate(`(bench.click(${JSON.stringify(target.lists[list])}), bench.painted(${rows(target, list, 20)}))`)
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

async function heap({ cdp }: Session): Promise<{ heap: number; nodes: number }> {
  await pause(700)
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { heap: of('JSHeapUsedSize') / 2 ** 20, nodes: of('Nodes') }
}

function keep(round: Round, name: string, { ms, cpu }: Acted): void {
  round.values[name] = ms
  round.parts[name] = cpu
}
const middle = (acts: Acted[]): Acted => [...acts].sort((a, b) => a.withoutRequest - b.withoutRequest)[acts.length >> 1]!

const STEPS = { coldLoad, dailyUse, thousandRows, leak }
export type Step = keyof typeof STEPS

/** A step that fails leaves its figures out and says so; the others go on. */
export async function measure(target: Target, steps: readonly Step[], report: (problem: string) => void): Promise<Round> {
  const round: Round = { values: {}, parts: {} }
  for (const step of steps) {
    try {
      await STEPS[step](target, round)
    } catch (cause) {
      report(`${target.name} ${step}: ${String(cause instanceof Error ? cause.message : cause).split('\n')[0]}`)
    }
  }
  return round
}
