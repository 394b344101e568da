import { minus, openBrowser, pause, type Cpu, type Session } from '../browser.ts'
import type { Spread } from '../list.ts'
import { heap, watchFiles } from '../measure.ts'
import { table } from '../table.ts'
import { startBoards, type Board } from './boards.ts'

type Values = Record<string, number>
export interface BrowserFigures {
  rounds: number
  boards: { name: string; figures: Record<string, Spread> }[]
  /** megabytes that our heap has grown by after so many refreshes */
  refreshed: { times: number; growth: number; nodes: number } | undefined
  problems: string[]
}

/** So high that every widget is on the screen: what is not, we would not draw, and the board by hand would. */
const WHOLE = { width: 1440, height: 3400 }
const [MONTHS, THEMES, SETTLED_MS, CALM_MS] = [4, 4, 700, 300]

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN

const until = (session: Session, condition: string): Promise<number> =>
  session.page.evaluate(`bench.when('widgets', () => ${condition})`)

interface Acted {
  ms: number
  cpu: number
}

/** `act`: code that runs in the page; ends when the condition holds and was painted. */
async function acted(session: Session, act: string, condition: string): Promise<Acted> {
  await pause(CALM_MS)
  const before = await session.cpu()
  const ms: number = await session.page.evaluate(
    `(async () => { const from = performance.now(); ${act}; return (await bench.when('widgets', () => ${condition})) - from })()`,
  )
  return { ms, cpu: minus(await session.cpu(), before).all }
}
const clicked = (session: Session, selector: string, condition: string): Promise<Acted> =>
  acted(session, `bench.click(${JSON.stringify(selector)})`, condition)

async function opened(board: Board, work: (session: Session) => Promise<void>): Promise<void> {
  const session = await openBrowser(board, WHOLE)
  try {
    await work(session)
  } finally {
    await session.close()
  }
}

async function round(board: Board): Promise<Values> {
  const values: Values = {}
  await opened(board, async session => {
    const files = watchFiles(session)
    await session.page.goto(board.url, { waitUntil: 'commit' })
    values['all widgets, ms'] = await until(session, board.drawn)
    const cpu: Cpu = await session.cpu()
    values['all widgets, CPU'] = cpu.all
    values['script'] = cpu.script
    values['style and layout'] = cpu.style + cpu.layout
    values['KiB'] = (await files()).reduce((sum, { brotli }) => sum + brotli, 0) / 1024
    await pause(SETTLED_MS)
    await steps(session, board, values)
    Object.assign(values, { 'heap, MB': (await heap(session)).heap })
  })
  return values
}

/** The first change of month warms up what the others use. */
async function steps(session: Session, board: Board, values: Values): Promise<void> {
  const months: Acted[] = []
  for (let i = 1; i <= MONTHS; i++) months.push(await clicked(session, board.next, board.after(i, false)))
  if (board.menu !== undefined) await session.page.click(board.menu)
  await session.page.waitForSelector(board.theme)
  const themes: Acted[] = []
  for (let i = 1; i <= THEMES; i++) themes.push(await clicked(session, board.theme, board.after(MONTHS, i % 2 === 1)))
  values['month, ms'] = median(months.slice(1).map(({ ms }) => ms))
  values['month, CPU'] = median(months.slice(1).map(({ cpu }) => cpu))
  values['theme, ms'] = median(themes.map(({ ms }) => ms))
  values['theme, CPU'] = median(themes.map(({ cpu }) => cpu))
}

/** From the click on a region to the map of what is below it, in a page that has just been opened. */
async function drilled(board: Board): Promise<Values> {
  const values: Values = {}
  const { drill } = board
  if (drill)
    await opened(board, async session => {
      await session.page.goto(board.url, { waitUntil: 'commit' })
      await until(session, board.drawn)
      await pause(SETTLED_MS)
      const event = `new MouseEvent('click', { bubbles: true })`
      const to = `document.querySelector(${JSON.stringify(drill.open)}).dispatchEvent(${event})`
      const map = `(shape => shape && shape !== window.drilledFrom)(${drill.map})`
      const noted = `window.drilledFrom = ${drill.map}; window.drilled = bench.when('map', () => ${map}).then(at => at - from)`
      const { ms, cpu } = await acted(session, `${noted}; ${to}`, drill.drawn)
      const shape: number = await session.page.evaluate(`window.drilled`)
      Object.assign(values, { 'drill, ms': shape, 'drill with numbers, ms': ms, 'drill, CPU': cpu })
    })
  return values
}

/** Numbers that are asked for again and again, as a page with `every` does, but without its pauses. */
async function refreshed(board: Board, times: number): Promise<BrowserFigures['refreshed']> {
  let result: BrowserFigures['refreshed']
  const { again } = board
  if (again === undefined || times === 0) return undefined
  await opened(board, async session => {
    await session.page.goto(board.url, { waitUntil: 'commit' })
    await until(session, board.drawn)
    const some = async (from: number, count: number): Promise<void> => {
      for (let i = from + 1; i <= from + count; i++) {
        await session.page.evaluate(`performance.clearResourceTimings()`)
        await clicked(session, again, board.after(0, false))
      }
    }
    await some(0, WARM)
    const before = await heap(session)
    await some(WARM, times)
    const after = await heap(session)
    result = { times, growth: after.heap - before.heap, nodes: after.nodes - before.nodes }
  })
  return result
}
const WARM = 20

function spreadOf(rounds: readonly Values[]): Record<string, Spread> {
  const names = [...new Set(rounds.flatMap(one => Object.keys(one)))]
  return Object.fromEntries(
    names.map(name => {
      const values = rounds.flatMap(one => one[name] ?? [])
      return [name, { median: median(values), min: Math.min(...values), max: Math.max(...values) }]
    }),
  )
}

/** Boards in turn, so that whatever else the machine does meets all of them. */
export async function measureBoards(
  { rounds, refreshes }: { rounds: number; refreshes: number },
  say: (line: string) => void,
): Promise<BrowserFigures> {
  const boards = await startBoards()
  const found = boards.all.map(({ name }) => ({ name, rounds: [] as Values[] }))
  const problems: string[] = []
  const trying = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (cause) {
      problems.push(`${what}: ${String(cause instanceof Error ? cause.message : cause).split('\n')[0]}`)
      return undefined
    }
  }
  try {
    for (let i = 0; i < rounds; i++)
      for (const [at, board] of boards.all.entries()) {
        const values = await trying(`${board.name}, round ${i}`, async () => ({
          ...(await round(board)),
          ...(await drilled(board)),
        }))
        if (values) found[at]?.rounds.push(values)
        say(`dashboards: round ${i + 1}, ${board.name}`)
      }
    const last = boards.all.at(-1)
    const growth = last && (await trying('refreshes', () => refreshed(last, refreshes)))
    return {
      rounds,
      boards: found.map(one => ({ name: one.name, figures: spreadOf(one.rounds) })),
      refreshed: growth,
      problems,
    }
  } finally {
    boards.stop()
  }
}

/** Ratio to the board by hand that is to be reached. */
const GOALS: Readonly<Record<string, number>> = { 'all widgets, CPU': 0.5, 'month, CPU': 0.2, KiB: 0.6 }
const DRILL_MS = 150

export function boardReport({ rounds, boards, refreshed: again, problems }: BrowserFigures): string {
  const [first, last] = [boards[0], boards.at(-1)]
  const names = Object.keys(last?.figures ?? {})
  const cell = (one?: Spread): string =>
    one ? `${one.median.toFixed(0)} (${one.min.toFixed(0)}–${one.max.toFixed(0)})` : ''
  const lines = names.map(name => {
    const [hand, mine] = [first?.figures[name], last?.figures[name]]
    const ratio = boards.length > 1 && hand && mine ? mine.median / hand.median : undefined
    const goal = GOALS[name]
    const verdict =
      name === 'drill, ms'
        ? `≤ ${DRILL_MS} ${(mine?.median ?? Infinity) <= DRILL_MS ? 'reached' : 'MISSED'}`
        : goal !== undefined && ratio !== undefined
          ? `≤ ${goal} ${ratio <= goal ? 'reached' : 'MISSED'}`
          : ''
    return [name, ...boards.map(({ figures }) => cell(figures[name])), ratio?.toFixed(2) ?? '', verdict]
  })
  return [
    `The home page with all of its widgets on the screen, ${rounds} rounds; median (least–most), ms unless said`,
    table(['', ...boards.map(({ name }) => name), 'ratio', 'goal'], lines),
    ...(again ? [`${again.times} refreshes: heap ${again.growth.toFixed(2)} MB more, ${again.nodes} nodes more`] : []),
    ...problems.map(problem => `problem: ${problem}`),
  ].join('\n')
}
