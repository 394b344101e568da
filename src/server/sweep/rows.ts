import { sql, type RawBuilder } from 'kysely'
import { chinaTime } from '../db/time.ts'
import type { JobKind } from '../jobs/jobs.ts'
import { DAY_MS, type Sweeping } from './terms.ts'

const BITE = 200
type Condition = RawBuilder<unknown>

/** Repeats a limited delete until it finds no more rows. */
async function inBites({ rest }: Sweeping, bite: () => Promise<number>): Promise<number> {
  let all = 0
  for (let some = await bite(); some > 0; some = await bite()) {
    all += some
    await rest()
  }
  return all
}

const rowsOf = (sweeping: Sweeping, table: string, old: Condition): Promise<number> =>
  inBites(sweeping, async () => {
    const { rows } =
      await sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)}
        where ${old} limit ${BITE})) returning 1`.execute(sweeping.db)
    return rows.length
  })

/** Older than so many days. Also rows with times as far in the future, written while a clock was ahead. */
const ago = (column: string, { now }: Sweeping, days: number, unit = 1): Condition =>
  sql`abs(${sql.ref(column)} - ${Math.floor(now / unit)}) > ${Math.floor((days * DAY_MS) / unit)}`

type Step = (sweeping: Sweeping) => Promise<number>

export const sweepDrafts: Step = one =>
  rowsOf(one, 'sys_draft', sql`"savedAt" < ${chinaTime(one.now - one.terms.drafts * DAY_MS)}`)

/** Keeps selections of users with a job in progress. */
export const sweepSelections: Step = one =>
  rowsOf(
    one,
    'sys_selection',
    sql`${ago('createdAt', one, one.terms.selections)} and not exists (select from sys_job j
      where j."userId" = sys_selection."userId" and j.finished = 0)`,
  )

const MINUTE = 60_000
export const sweepTraces: Step = async one =>
  (await rowsOf(one, 'sys_throttle', ago('since', one, one.terms.traces)))
  + (await rowsOf(one, 'sys_rate', ago('minute', one, one.terms.traces, MINUTE)))
  + (await rowsOf(one, 'sys_guess', ago('since', one, one.terms.traces)))
  + (await rowsOf(one, 'sys_once', ago('createdAt', one, one.terms.traces)))

/** Condition for jobs that ended long ago; waiting jobs are kept. */
const ended = (one: Sweeping, kinds: readonly JobKind[], days: number, most: number): Condition =>
  sql`id in (select id from sys_job where kind in (${sql.join([...kinds])}) and finished = 1
    and ${ago('createdAt', one, days)} limit ${most})`

/** Deletes exports with their files, downloaded or not, and what checks of spreadsheets have kept. */
export const sweepExports: Step = one =>
  inBites(one, async () => {
    const { rows } = await sql<{
      id: string
    }>`delete from sys_job where ${ended(one, ['export', 'import'], one.terms.exports, BITE)} returning id`.execute(
      one.db,
    )
    for (const { id } of rows) await one.files.remove(id)
    return rows.length
  })

/** Jobs deleted at a time: each has up to ten thousand rows. */
const FEW = 5
export const sweepJobs: Step = one =>
  inBites(one, async () => {
    const { rows } =
      await sql`with gone as (delete from sys_job where ${ended(one, ['batch'], one.terms.jobs, FEW)} returning id),
    entries as (delete from sys_job_row where "jobId" in (select id from gone)),
    notes as (delete from sys_job_undo where "jobId" in (select id from gone)) select id from gone`.execute(one.db)
    return rows.length
  })
