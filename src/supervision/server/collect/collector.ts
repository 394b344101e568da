import type { Services } from '../../../server/call/context.ts'
import { isOutdated } from '../../../server/call/outdated.ts'
import { createQueue } from '../../../server/queue/queue.ts'
import type { Worker } from '../../../server/queue/worker.ts'
import { beat, claim, enqueueDue, LOST_MS, sweepLost } from './queue.ts'
import { work } from './run.ts'
import type { Run } from './service.ts'

const LOOK_MS = 30_000
const BEAT_MS = 15_000

/** Starts due runs, at start-up and twice a minute. All instances do so; each run is claimed by one. */
export function startCollector(services: () => Services, fault: (error: unknown) => void): Worker {
  return createQueue<Run>({
    mayWork: async () => !(await isOutdated(services())),
    claim: () => claim(services().db),
    run: (run, stop) => work(services(), run, stop, fault),
    beat: run => beat(services().db, run),
    beatMs: BEAT_MS,
    atOnce: 1,
    lookMs: LOOK_MS,
    onLost: { lostAfter: LOST_MS, sweep: signs => sweepLost(services(), signs) },
    before: () => enqueueDue(services()),
    fault,
  })
}
