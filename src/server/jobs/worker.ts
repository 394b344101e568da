import type { CallContext, Services } from '../call/context.ts'
import { machineFault } from '../answer/machine.ts'
import { Refusal } from '../answer/refusal.ts'
import { wordsFor } from '../answer/unavailable.ts'
import { workBatch, type Work } from './batch.ts'
import { beat, BEAT_MS, claim, end, giveBack, tryAgain, type Claim } from './claim.ts'
import { Interrupted } from './interrupted.ts'
import type { JobKind } from './jobs.ts'
import { failedForDatabase, isOutdated, isPassing } from '../call/outdated.ts'
import { ClaimLost } from './rows.ts'
import { noteWritten } from '../db/written.ts'
import { createQueue } from '../queue/queue.ts'
import type { Worker } from '../queue/worker.ts'
import { workExport } from './export.ts'
import { workCheck } from './check.ts'
import { workOfProduct } from './work.ts'

/** A new job wakes the worker at once; polling finds jobs of crashed instances. */
const LOOK_MS = 10_000
/** Jobs at a time in one instance. */
const AT_ONCE = 4

/**
 * A batch that makes progress resets its tries. An export does not, since it starts anew each time and would crash
 * again.
 */
const alive = (mine: Claim): { tries?: number } => (mine.kind === 'batch' ? { tries: 0 } : {})

/** What a batch has done so far its person sees meanwhile, on replicas too. */
async function live({ db, replicas }: Services, mine: Claim): Promise<void> {
  if (replicas && mine.kind !== 'export') await noteWritten(db, mine.userId)
  await beat(db, mine, alive(mine))
}

async function settle({ services, claim: mine, stop, fault }: Work, error: unknown): Promise<void> {
  const { db } = services
  if (error instanceof ClaimLost) return
  // on shutdown, when the database is lost or its tables are another version's, another instance continues
  if (stop.aborted || error instanceof Interrupted || (await failedForDatabase(services, error)))
    return giveBack(db, mine)
  if (!(error instanceof Refusal)) fault(error)
  // a full disk stays full while a job is begun anew again and again: who asked for it is told now
  if (!machineFault(error) && (await isPassing(services, error as Error))) return tryAgain(db, mine)
  await end(db, mine, wordsFor(error))
}

const WORKS: Readonly<Record<JobKind, (work: Work) => Promise<void>>> = {
  batch: workBatch,
  export: workExport,
  import: workCheck,
  work: workOfProduct,
}

/** Runs one job to its end. */
async function workOn(work: Work): Promise<void> {
  try {
    await WORKS[work.claim.kind](work)
  } catch (error) {
    await settle(work, error)
  }
}

/** Opens a call for a user; passed in, because the dispatcher is in a higher layer. */
type PersonNow = (
  services: Services,
  claim: Pick<Claim, 'userId' | 'ip'>,
  fault: (error: unknown) => void,
) => Promise<CallContext>

/** Starts the worker for jobs of all instances. */
export function startJobs(
  services: () => Services,
  personNow: PersonNow,
  fault: (error: unknown) => void,
  lookMs = LOOK_MS,
): Worker {
  return createQueue<Claim>({
    mayWork: async () => !(await isOutdated(services())),
    claim: () => claim(services().db),
    run: (mine, stop) => {
      const now = services()
      return workOn({ services: now, claim: mine, person: () => personNow(now, mine, fault), stop, fault })
    },
    // a failed sign of life is tolerated: the next may succeed, and otherwise another instance takes over
    beat: mine => live(services(), mine).catch(() => undefined),
    beatMs: BEAT_MS,
    atOnce: AT_ONCE,
    lookMs,
    fault,
  })
}
