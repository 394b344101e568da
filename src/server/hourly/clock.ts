import type { Services } from '../call/context.ts'
import { chinaTime } from '../db/time.ts'
import { discardExpired } from '../../supervision/server/evidence/discard.ts'
import { clearDeleted } from '../../supervision/server/evidence/leavings.ts'
import { maySweep, sweep, sweptLine } from '../sweep/sweep.ts'
import { markOverdue } from '../workflow/overdue.ts'
import { takeDue } from '../workflow/automatic.ts'

const HOUR_MS = 3_600_000
type Fault = (error: unknown) => void

export interface Passed {
  overdue: number
  taken: number
  discarded: number
  cleared: number
}

/** What time does to records under way. Done twice, or by two instances at once, it comes to the same. */
export async function passTime(services: Services, now: string, fault: Fault): Promise<Passed> {
  const taken = await takeDue(services, now, fault)
  const overdue = await markOverdue(services, now, fault)
  return {
    taken,
    overdue,
    discarded: await discardExpired(services, now, fault),
    cleared: await clearDeleted(services, fault),
  }
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

/** At the start and every hour from then on; answers how to stop. */
export function startClock(
  services: Services,
  fault: Fault,
  tell: (line: string) => void = () => {},
): () => Promise<void> {
  const stop = new AbortController()
  let going: Promise<unknown> = Promise.resolve()
  const tick = (): void => {
    going = going
      .then(() => passTime(services, chinaTime(), fault))
      .catch(fault)
      .then(() => sweepNow(services, fault, tell, stop.signal))
      .catch(fault)
  }
  tick()
  const timer = setInterval(tick, HOUR_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    stop.abort()
    await going
  }
}
