import type { Services } from '../../../server/call/context.ts'
import { watch } from '../../../server/jobs/watch.ts'
import { Signs } from '../../../server/queue/signs.ts'
import { claim, enqueueDue, LOST_MS, sweepLost } from './queue.ts'
import { work } from './run.ts'
import type { Worker } from '../../../server/queue/worker.ts'

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
export function startCollector(services: () => Services, fault: Fault): Worker {
  const stop = new AbortController()
  const signs = new Signs(LOST_MS)
  const watching = watch(
    async () => {
      await sweepLost(services(), signs)
      await enqueueDue(services())
      await workOff(services(), stop.signal, fault)
    },
    LOOK_MS,
    fault,
  )
  return {
    wake: watching.wake,
    close: () => {
      stop.abort()
      return watching.close()
    },
  }
}
