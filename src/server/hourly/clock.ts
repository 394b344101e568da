import { isAway } from '../answer/unavailable.ts'
import type { Services } from '../call/context.ts'
import { chinaTime } from '../db/time.ts'
import { inWork } from '../db/transactions.ts'
import { maySweep, sweep, sweptLine } from '../sweep/sweep.ts'
import { every, nowMs } from '../time/clock.ts'
import { markOverdue } from '../workflow/overdue.ts'
import { takeDue } from '../workflow/automatic.ts'

const HOUR_MS = 3_600_000
/** After work that failed because the database was away. */
const AGAIN_MS = 60_000
type Fault = (error: unknown) => void

/** Counts of one run: transitions taken, records marked overdue, and the product's own work by its name. */
export interface HourlyCounts {
  overdue: number
  taken: number
  [work: string]: number
}

/**
 * Runs the hourly work, where one piece that fails keeps no other from its turn. Idempotent, so that several instances
 * may run it at the same time.
 */
export async function passTime(services: Services, now: string, fault: Fault): Promise<HourlyCounts> {
  const passed: HourlyCounts = { taken: 0, overdue: 0 }
  const works = { taken: takeDue, overdue: markOverdue, ...services.product.hourly }
  for (const [name, work] of Object.entries(works))
    try {
      passed[name] = await inWork(`hourly ${name}`, () => work(services, now, fault))
    } catch (error) {
      fault(error)
    }
  return passed
}

async function sweepNow(
  services: Services,
  fault: Fault,
  tell: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const what = await maySweep(services.db)
  const line = sweptLine(await sweep(services, nowMs(), fault, { stop, what }))
  if (line) tell(line)
}

/** Runs at start-up and then every hour, `also` last of all; returns a function that stops it. */
export function startClock(
  services: Services,
  fault: Fault,
  tell: (line: string) => void = () => {},
  also: (stop: AbortSignal) => Promise<void> = async () => {},
): () => Promise<void> {
  const stop = new AbortController()
  let going: Promise<unknown> = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  const noted: Fault = error => {
    if (error instanceof Error && isAway(error)) again ??= setTimeout(tick, AGAIN_MS).unref()
    fault(error)
  }
  const tick = (): Promise<unknown> => {
    again = undefined
    going = going
      .then(() => passTime(services, chinaTime(), noted))
      .then(() => inWork('hourly sweep', () => sweepNow(services, noted, tell, stop.signal)))
      .catch(noted)
      .then(() => (stop.signal.aborted ? undefined : inWork('hourly look', () => also(stop.signal))))
      .catch(error => (stop.signal.aborted ? undefined : noted(error)))
    return going
  }
  void tick()
  const end = every(HOUR_MS, tick)
  return async () => {
    end()
    clearTimeout(again)
    stop.abort()
    await going
  }
}
