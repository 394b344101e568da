import type { Services } from '../call/context.ts'
import type { Database } from '../db/database.ts'
import { nowMs } from '../time/clock.ts'
import { pause } from '../time/pause.ts'
import { sweepLeftovers } from './leftovers.ts'
import { sweepDrafts, sweepExports, sweepJobs, sweepSelections, sweepTraces } from './rows.ts'
import { DAY_MS, sweepTermsOf, type Sweeping, type What } from './terms.ts'
import { mayTake } from './turn.ts'
import { sweepUploads } from './uploads.ts'

export type Swept = Record<What, number>
const HOUR_MS = 3_600_000
/** By the name of its turn in `sys_meta`: how often, and what. To find leftovers goes through all files. */
const TURNS: Readonly<Record<string, { everyMs: number; what: readonly What[] }>> = {
  swept: { everyMs: HOUR_MS, what: ['exports', 'jobs', 'selections', 'traces', 'drafts', 'uploads'] },
  sweptFiles: { everyMs: DAY_MS, what: ['leftovers'] },
}

/** What it is this instance's turn to sweep, in the order in which it has to be swept. */
export async function maySweep(db: Database, now = nowMs()): Promise<What[]> {
  const may: What[] = []
  for (const [turn, { everyMs, what }] of Object.entries(TURNS))
    if (await mayTake(db, turn, everyMs, now)) may.push(...what)
  return may
}

/** The order matters: uploads that only a draft refers to become unused when the draft is deleted. */
const STEPS: Record<What, (sweeping: Sweeping) => Promise<number>> = {
  exports: sweepExports,
  jobs: sweepJobs,
  selections: sweepSelections,
  traces: sweepTraces,
  drafts: sweepDrafts,
  uploads: sweepUploads,
  leftovers: sweepLeftovers,
}

/** Deletes unused data, all of it or some. A failure in one step is reported and does not stop the others. */
export async function sweep(
  { db, files, entities, product, configuration }: Services,
  now: number,
  fault: (error: unknown) => void,
  { stop, what: wanted = Object.keys(STEPS) as What[] }: { stop?: AbortSignal; what?: readonly What[] } = {},
): Promise<Swept> {
  const rest = async (): Promise<void> => {
    await pause()
    stop?.throwIfAborted()
  }
  const sweeping = {
    db,
    files,
    entities,
    product,
    now,
    terms: sweepTermsOf(configuration().scope({}).app),
    rest,
  }
  const swept = { uploads: 0, leftovers: 0, exports: 0, drafts: 0, selections: 0, jobs: 0, traces: 0 }
  for (const what of wanted) {
    if (stop?.aborted) break
    swept[what] = await STEPS[what](sweeping).catch((error: unknown) => {
      if (!stop?.aborted) fault(error)
      return 0
    })
  }
  return swept
}

/** One line for the log; undefined if nothing was deleted. */
export function sweptLine(swept: Swept): string | undefined {
  const told = Object.entries(swept)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${count}`)
  return told.length > 0 ? `已清理 / swept: ${told.join(', ')}` : undefined
}
