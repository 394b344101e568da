import { isAway } from '../answer/unavailable.ts'
import type { Services } from '../call/context.ts'
import { chinaTime } from '../db/time.ts'
import { maySweep, sweep, sweptLine } from '../sweep/sweep.ts'
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

/** Runs the hourly work. Idempotent, so that several instances may run it at the same time. */
export async function passTime(services: Services, now: string, fault: Fault): Promise<HourlyCounts> {
  const taken = await takeDue(services, now, fault)
  const overdue = await markOverdue(services, now, fault)
  const passed: HourlyCounts = { taken, overdue }
  for (const [name, work] of Object.entries(services.product.hourly)) passed[name] = await work(services, now, fault)
  return passed
}

async function sweepNow(
  services: Services,
  fault: Fault,
  tell: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  if (!(await maySweep(services.db))) return
  const line = sweptLine(await sweep(services, Date.now(), fault, stop))
  if (line) tell(line)
}

/** Runs at start-up and then every hour; returns a function that stops it. */
export function startClock(
  services: Services,
  fault: Fault,
  tell: (line: string) => void = () => {},
): () => Promise<void> {
  const stop = new AbortController()
  let going: Promise<unknown> = Promise.resolve()
  let again: NodeJS.Timeout | undefined
  const noted: Fault = error => {
    if (error instanceof Error && isAway(error)) again ??= setTimeout(tick, AGAIN_MS).unref()
    fault(error)
  }
  const tick = (): void => {
    again = undefined
    going = going
      .then(() => passTime(services, chinaTime(), noted))
      .catch(noted)
      .then(() => sweepNow(services, noted, tell, stop.signal))
      .catch(noted)
  }
  tick()
  const timer = setInterval(tick, HOUR_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    clearTimeout(again)
    stop.abort()
    await going
  }
}
