import type { CallContext, Services } from '../call/context.ts'
import { Refusal, SERVER_FAULT } from '../answer/refusal.ts'
import { unavailable } from '../answer/unavailable.ts'
import { workBatch, type Work } from './batch.ts'
import { beat, BEAT_MS, claim, end, giveBack, type Claim } from './claim.ts'
import { Interrupted } from './interrupted.ts'
import { Taken } from './rows.ts'
import type { Worker } from '../queue/worker.ts'
import { watch } from './watch.ts'
import { workExport } from './export.ts'

/** Whoever asks for work wakes the worker; this finds what another instance has left. */
const LOOK_MS = 10_000
/** At once, in one instance: whoever comes later waits, or is another instance's. */
const AT_ONCE = 4

/** An export that was too much for its process would be so again; a batch gets on from row to row. */
const alive = (mine: Claim): { tries?: number } => (mine.kind === 'batch' ? { tries: 0 } : {})

async function settle({ services: { db }, claim: mine, stop, fault }: Work, error: unknown): Promise<void> {
  if (error instanceof Taken) return
  // a server that ends in order leaves the rest to the next one, and so does one that is cut off
  if (stop.aborted || error instanceof Interrupted || unavailable(error as Error)) return giveBack(db, mine)
  if (!(error instanceof Refusal)) fault(error)
  await end(db, mine, error instanceof Refusal ? error.message : SERVER_FAULT)
}

/** One job to its end; meanwhile others hear that it is still there. */
async function workOn(work: Work): Promise<void> {
  const {
    services: { db },
    claim: mine,
    fault,
  } = work
  const beating = setInterval(() => void beat(db, mine, alive(mine)).catch(() => undefined), BEAT_MS)
  try {
    await (mine.kind === 'batch' ? workBatch(work) : workExport(work))
  } catch (error) {
    // whoever cannot even say so is taken for lost in a moment
    await settle(work, error).catch(fault)
  } finally {
    clearInterval(beating)
  }
}

/** Opens a call for a person; the dispatcher's part, which lies above. */
type PersonNow = (
  services: Services,
  claim: Pick<Claim, 'userId' | 'ip'>,
  fault: (error: unknown) => void,
) => Promise<CallContext>

/** Works off what waits, wherever it was asked for. */
export function startJobs(
  services: () => Services,
  personNow: PersonNow,
  fault: (error: unknown) => void,
  lookMs = LOOK_MS,
): Worker {
  const stop = new AbortController()
  const working = new Set<Promise<void>>()
  const look = async (): Promise<void> => {
    while (working.size < AT_ONCE && !stop.signal.aborted) {
      const mine = await claim(services().db)
      if (!mine) return
      const now = services()
      const person = (): Promise<CallContext> => personNow(now, mine, fault)
      const work = workOn({ services: now, claim: mine, person, stop: stop.signal, fault }).finally(() => {
        working.delete(work)
        watching.wake()
      })
      working.add(work)
    }
  }
  const watching = watch(look, lookMs, fault)
  return {
    wake: watching.wake,
    close: async () => {
      stop.abort()
      await watching.close()
      await Promise.all(working)
    },
  }
}
