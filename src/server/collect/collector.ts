import type { Services } from '../calls/context.ts'
import { claim, enqueueDue, sweepLost } from './queue.ts'
import { work } from './run.ts'
import type { Collector } from './service.ts'

const LOOK_MS = 30_000
type Fault = (error: unknown) => void

/** Everything that waits, one after the other. */
export async function workOff(services: Services, signal: AbortSignal, fault: Fault): Promise<number> {
  let done = 0
  for (let run = await claim(services.db); run; run = signal.aborted ? undefined : await claim(services.db)) {
    await work(services, run, signal, fault)
    done++
  }
  return done
}

/** Begins what is due, at the start and twice a minute; every instance does, and each run is one instance's. */
export function startCollector(services: () => Services, fault: Fault): Collector {
  const stop = new AbortController()
  let going: Promise<unknown> = Promise.resolve()
  let waiting = false
  const look = async (): Promise<void> => {
    waiting = false
    if (stop.signal.aborted) return
    await sweepLost(services())
    await enqueueDue(services())
    await workOff(services(), stop.signal, fault)
  }
  const wake = (): void => {
    if (waiting) return
    waiting = true
    going = going.then(look).catch(fault)
  }
  wake()
  const timer = setInterval(wake, LOOK_MS)
  timer.unref()
  return {
    wake,
    close: async () => {
      clearInterval(timer)
      stop.abort()
      await going
    },
  }
}
