import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { forget } from '../../tests/folders.ts'
import { withFewSites } from '../../tests/server/durability/days/few.ts'
import { passDays, type Passed } from '../../tests/server/durability/days/pass-days.ts'
import type { State } from '../../tests/server/durability/days/state.ts'
import { startPostgres } from '../../tests/server/support/postgres.ts'
import { environment } from '../../tests/server/support/process.ts'
import type { Kind } from './ground.ts'
import { inOneLine, type Line } from './report.ts'

/** A year with a 29 February. */
export const YEAR = 366
const FROM = '2027-12-20'
/** Days between two starts of the server. */
const RESTART = 30
/** Allowed ratio of the last to the first: of the heap, and of what the disk grows by in so many days. */
const FLAT = 1.15

interface Month {
  state: State
  heap: number
}
const mb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

/** What people enter stays, so the disk grows, but as fast at the end as at the beginning; the heap does not grow. */
function isFlat(months: readonly Month[]): boolean {
  const grown = months.slice(1).map(({ state }, nth) => state.disk - (months[nth]?.state.disk ?? 0))
  const isSteady = ([first, ...rest]: number[]): boolean =>
    first === undefined || rest.length === 0 || (rest.at(-1) ?? 0) <= first * FLAT
  // the first month warms up
  return isSteady(grown.slice(1)) && isSteady(months.slice(1).map(({ heap }) => heap))
}

const undoneOf = ({ undone }: State): number => Object.values(undone).reduce((sum, n) => sum + n, 0)

function lineOf(what: string, { faults, states }: Passed, months: readonly Month[]): Line {
  const [lost, doubled, undone, wrong] = [
    states.reduce((sum, state) => sum + state.lost, 0),
    states.reduce((sum, state) => sum + state.doubled, 0),
    states.reduce((sum, state) => sum + undoneOf(state), 0),
    states.reduce((sum, state) => sum + state.wrong.length, 0),
  ]
  const grew = `disk ${months.map(({ state }) => mb(state.disk)).join(' → ')}; heap ${months.map(({ heap }) => mb(heap)).join(' → ')}`
  const told = faults.length === 0 ? '' : `; the first fault: ${inOneLine(faults[0])}`
  return {
    what,
    came: `${lost} lost, ${doubled} numbers twice, ${undone} undone, ${wrong} roll-ups wrong, ${faults.length} faults${told}; ${grew}`,
    isWell: lost + doubled + undone + wrong + faults.length === 0 && isFlat(months),
  }
}

interface Span {
  days: number
  /** with every site and task of the demonstration, which takes three times as long */
  isWhole: boolean
}

/** Lets days pass, hour by hour, in which people enter things; see tests/server/durability/days. */
export async function year(kind: Kind, { days, isWhole }: Span): Promise<Line> {
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
  const env = await environment({ DEMO: '1', EMBEDDED_SYNC: '', ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
  const months: Month[] = []
  const tell = (state: State, faults: number): void => {
    months.push({ state, heap: heapUsed() })
    console.log(`  ${kind}: ${state.until}, ${mb(state.disk)}, heap ${mb(months.at(-1)?.heap ?? 0)}, ${faults} faults`)
  }
  const what = `${days} days, ${kind}`
  const span = { from: FROM, days, hours: 1, restart: RESTART, env, ...(isWhole ? {} : { without: withFewSites }) }
  try {
    return lineOf(what, await passDays({ ...span, tell }), months)
  } catch (error) {
    return { what, came: inOneLine(error), isWell: false }
  } finally {
    await postgres?.stop()
    await forget(env['DATA_DIR'] ?? '')
  }
}
