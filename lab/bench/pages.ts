import type { Session } from './browser.ts'
import { pause } from './browser.ts'
import type { Metric } from './list-report.ts'
import { measureRounds, type ListFigures } from './list.ts'
import {
  act,
  actUntil,
  filesUntil,
  heap,
  keep,
  load,
  LOOK,
  SETTLED,
  middle,
  rows,
  typeInto,
  watchFiles,
  withBrowser,
  type Acted,
  type Round,
  type Work,
} from './measure.ts'
import type { Servers } from './servers.ts'
import type { Target } from './targets.ts'

/** more trips than the console keeps pages for: after these, memory must not grow */
const TRIPS_BEFORE = 12
const TRIPS_COUNTED = 50
const WIDE_ROWS = 200

export const PAGE_METRICS: Metric[] = [
  { name: 'formFirst', label: 'form of 30 fields, opened from a list for the first time, ms', digits: 0, goal: 1 },
  { name: 'form', label: 'the form again, ms', digits: 0, goal: 1 },
  { name: 'formCpu', label: 'the form again, CPU ms', digits: 0 },
  { name: 'formKey', label: 'a key in the form, CPU ms', digits: 1, goal: 0.8 },
  { name: 'validate', label: 'validation of the empty form to 11 errors, ms', digits: 0, goal: 0.8 },
  { name: 'validateCpu', label: 'validation, CPU ms', digits: 0, goal: 0.8 },
  { name: 'tripHeap', label: `heap after ${TRIPS_BEFORE + TRIPS_COUNTED} trips list ↔ detail, MB`, digits: 1 },
  { name: 'tripGrowth', label: `heap growth in the last ${TRIPS_COUNTED} of them, MB`, digits: 2, limit: 2 },
  { name: 'tripNodes', label: `DOM nodes left by the last ${TRIPS_COUNTED} of them`, digits: 0 },
  { name: 'listJs', label: 'JS of the list page, KiB brotli', digits: 0 },
  {
    name: 'loginJs',
    label: 'JS of the login page, KiB brotli; the ratio is to the list page',
    digits: 0,
    goal: 0.5,
    to: 'listJs',
  },
  { name: 'columns12', label: `${WIDE_ROWS} rows × 12 columns, cold load to the first rows painted, ms`, digits: 0 },
  {
    name: 'columns60',
    label: `${WIDE_ROWS} rows × 60 columns; the ratio is to 12 columns`,
    digits: 0,
    goal: 1.2,
    to: 'columns12',
  },
  { name: 'draw12', label: '12 columns, ms from data to painted', digits: 0 },
  { name: 'draw60', label: '60 columns, ms from data to painted; the ratio is to 12 columns', digits: 0, to: 'draw12' },
]
export const PAGE_TITLE = 'Other pages in Chromium, median (min–max) of # interleaved rounds'

const stands = (selector: string, count: number): string => `bench.all(${JSON.stringify(selector)}).length >= ${count}`

async function openForm(session: Session, { form }: Target): Promise<Acted> {
  return actUntil(
    session,
    form.open,
    `bench.when('fields', () => ${stands(form.field, form.count)} && ${stands(form.input, 1)})`,
  )
}

/** Opens a form from a list for the first time, again, with errors, and types in it. */
async function form(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async session => {
    const back = (): Promise<Acted> => act(session, target, target.lists.products, 'products', 20)
    await load(session, target, 20)
    await pause(LOOK)
    round.values['formFirst'] = (await openForm(session, target)).ms
    const again: Acted[] = []
    for (let i = 0; i < 3; i++) {
      await (i % 2 ? back() : act(session, target, target.lists.orders, 'orders', 20))
      again.push(await openForm(session, target))
    }
    keep(round, 'form', middle(again))
    round.values['formCpu'] = middle(again).cpu.all
    const { form: page } = target
    const judged = await actUntil(
      session,
      page.submit,
      `bench.when('errors', () => ${stands(page.error, page.errors)})`,
    )
    keep(round, 'validate', judged)
    keep(round, 'validateCpu', { ...judged, ms: judged.cpu.all })
    await back()
    await openForm(session, target)
    const key = await typeInto(session, page.input)
    keep(round, 'formKey', { ms: key.all, withoutRequest: key.all, cpu: key })
  })
}

/** Goes from a list to a record and back, each time another record. */
async function trips(target: Target, round: Round): Promise<void> {
  await withBrowser(target, async session => {
    await load(session, target, 20)
    // prefetched code must not count as a leak
    await pause(2 * LOOK)
    const go = async (times: number): Promise<void> => {
      for (let i = 0; i < times; i++) {
        await session.page.evaluate(`(async () => {
          bench.all('a[href^="/bench/orderDetails"]')[${i % 20}].click()
          await bench.when('facts', () => ${stands('.page.detail .panel', 1)})
          history.back()
          await bench.painted(${rows(target, 'orders', 20)})
        })()`)
      }
    }
    await go(TRIPS_BEFORE)
    const before = await heap(session)
    await go(TRIPS_COUNTED)
    const after = await heap(session)
    round.values['tripHeap'] = after.heap
    round.values['tripGrowth'] = after.heap - before.heap
    round.values['tripNodes'] = after.nodes - before.nodes
  })
}

/** Loads the sign-in page and a list with an empty cache, including what is prefetched within 0.7 s. */
async function login(target: Target, round: Round): Promise<void> {
  const weigh = async (page: Target, show: (session: Session) => Promise<{ painted: number }>): Promise<number> => {
    let kib = 0
    await withBrowser(page, async session => {
      const files = watchFiles(session)
      const { painted } = await show(session)
      await pause(SETTLED)
      kib =
        (await filesUntil(session, await files(), painted + SETTLED))
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, file) => sum + file.brotli, 0) / 1024
    })
    return kib
  }
  round.values['listJs'] = await weigh(target, session => load(session, target, 20))
  const { prepare: _, ...stranger } = target
  round.values['loginJs'] = await weigh(stranger, async ({ page }) => {
    await page.goto(new URL('/login', target.url(20)).href, { waitUntil: 'commit' })
    return {
      painted: await page.evaluate<number>("bench.when('inputs', () => bench.all('.login-form input').length >= 2)"),
    }
  })
}

/** Compares the same rows with few and many columns. */
async function wide(target: Target, round: Round): Promise<void> {
  for (const columns of [12, 60]) {
    await withBrowser(target, async session => {
      const url = new URL(`/bench/columns${columns}?pageSize=${WIDE_ROWS}`, target.url(20)).href
      const { painted, dataEnd } = await load(session, { ...target, url: () => url }, WIDE_ROWS)
      round.values[`columns${columns}`] = painted
      round.values[`draw${columns}`] = painted - dataEnd
    })
  }
}

/** The hand-written pages have no detail, sign-in or wide list, so these steps measure only ours. */
export function measurePages(
  servers: Servers,
  rounds: number,
  leakRounds: number,
  say: (line: string) => void,
): Promise<ListFigures> {
  const own = (round: number): Work[] => [login, wide, ...(round < leakRounds ? [trips] : [])]
  return measureRounds(servers, rounds, (round, { name }) => [form, ...(name === 'ours' ? own(round) : [])], say)
}
