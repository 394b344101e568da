import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { standingOf, type Lineage } from '../postgres/standing.ts'

/** Which primary a copy follows, as the row says that comes with the data. */
export interface Carried extends Lineage {
  incarnation: string
}

const NO_TABLE = '42P01'

/** Nothing before the tables have been made. */
export async function carriedBy(db: Database): Promise<Carried | undefined> {
  try {
    const { rows } = await sql<Carried>`select system, timeline, incarnation from sys_primary`.execute(db)
    return rows[0]
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_TABLE) return undefined
    throw error
  }
}

/** The id of this incarnation, made if there is none: since a crash or a promotion the unlogged table is empty. */
async function incarnationOf(tx: Database): Promise<string> {
  await sql`insert into sys_incarnation (id) values (${randomUUID()}) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ id: string }>`select id from sys_incarnation`.execute(tx)
  return rows[0]?.id ?? ''
}

/**
 * Says in the data which primary it is of, and which of its incarnations: the time in which none of its memory was
 * lost. What somebody has written is noted without waiting for the disk, so a crash takes such notes away, and with
 * them this id. A copy that has the row of the new one has all that was kept of before, because the row was written
 * after it.
 */
export async function sayWhich(db: Database): Promise<Carried | undefined> {
  const { lineage } = await standingOf(async statement => sql.raw<never>(statement).execute(db))
  if (!lineage) return undefined
  const { system, timeline } = lineage
  const known = await carriedBy(db)
  const { rows } = await sql<{ id: string }>`select id from sys_incarnation`.execute(db)
  const isSaid = known && rows[0]?.id === known.incarnation && known.system === system && known.timeline === timeline
  if (isSaid) return known
  return db.transaction().execute(async tx => {
    const incarnation = await incarnationOf(tx)
    await sql`insert into sys_primary (system, timeline, incarnation)
      values (${system}, ${timeline}, ${incarnation})
      on conflict (one) do update set system = excluded.system, timeline = excluded.timeline,
        incarnation = excluded.incarnation`.execute(tx)
    return { system, timeline, incarnation }
  })
}
