import { sql } from 'kysely'
import type { Services } from '../call/context.ts'
import type { Database } from '../db/database.ts'
import { DATABASE_NOW } from '../db/time.ts'
import { pause } from '../time/pause.ts'
import { sweepLeftovers } from './leftovers.ts'
import { sweepDrafts, sweepExports, sweepJobs, sweepSelections, sweepTraces } from './rows.ts'
import { sweepTermsOf, type Sweeping, type What } from './terms.ts'
import { sweepUploads } from './uploads.ts'

export type Swept = Record<What, number>
/** Just under an hour, because the hourly timer may be late. */
const EVERY_MS = 3_000_000

/** Whether it is this instance's turn: only one sweeps each hour, even across restarts. */
export async function maySweep(db: Database): Promise<boolean> {
  const { rows } = await sql`insert into sys_meta as m (name, value) values ('swept', ${DATABASE_NOW}::text)
    on conflict (name) do update set value = excluded.value
    where abs(excluded.value::bigint - m.value::bigint) > ${EVERY_MS} returning name`.execute(db)
  return rows.length > 0
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

/** Deletes unused data. A failure in one step is reported and does not stop the others. */
export async function sweep(
  { db, files, entities, product, configuration }: Services,
  now: number,
  fault: (error: unknown) => void,
  stop?: AbortSignal,
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
  for (const [what, step] of Object.entries(STEPS) as [What, (typeof STEPS)[What]][]) {
    if (stop?.aborted) break
    swept[what] = await step(sweeping).catch((error: unknown) => {
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
