import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Entity } from '../tables/models.ts'
import { LONG } from '../limits.ts'
import { hasTable } from '../tables/own-tables.ts'
import { quoted } from '../tables/province.ts'
import type { RollupPlan } from './plan.ts'
import { counted } from './statements.ts'

/**
 * Why a table has no roll-up. `view`: it is none, but a view or another's. `distributed`: its rows lie on several
 * machines, which have no triggers for statements. `clock`: a condition changes with time, and no write tells.
 * `wrong`: the database does not understand it. `failed`: it could not be made.
 */
export interface RefusedRollup {
  name: string
  table: string
  why: 'view' | 'distributed' | 'clock' | 'wrong' | 'failed'
  error?: unknown
}

const CLOCK = /\b(now|current_\w+|localtime\w*|\w+_timestamp|timeofday|random|nextval)\b/i
/** Texts and names in quotes, which may say anything. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g

const isOfClock = (plan: RollupPlan): boolean =>
  [plan.where, ...plan.keys.map(key => key.sql), ...plan.sums.map(sum => sum.when)].some(
    said => said !== undefined && CLOCK.test(said.replaceAll(QUOTED, '')),
  )

/** Tables of Citus whose rows lie elsewhere. */
async function isDistributed(db: Database, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pg_dist_partition') is not null as there`.execute(
    db,
  )
  if (!rows[0]?.there) return false
  const { rows: found } =
    await sql`select 1 from pg_dist_partition where logicalrelid = to_regclass(${quoted(table)})`.execute(db)
  return found.length > 0
}

async function isTable(db: Database, table: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from pg_class where oid = to_regclass(${quoted(table)}) and relkind in ('r', 'p')`.execute(db)
  return rows.length > 0
}

/** SQLSTATEs of what is written wrong, and of values that are no such values. */
const MISTAKEN = /^(22|42)/

/** Nothing where the database can keep the roll-up. */
export async function refusalOf(
  db: Database,
  plan: RollupPlan,
  entity: Entity | undefined,
): Promise<RefusedRollup | undefined> {
  const refused = (why: RefusedRollup['why'], error?: unknown): RefusedRollup => ({
    name: plan.name,
    table: plan.table,
    why,
    ...(error === undefined ? {} : { error }),
  })
  if (!entity || !hasTable(entity) || !(await isTable(db, plan.table))) return refused('view')
  if (isOfClock(plan)) return refused('clock')
  if (await isDistributed(db, plan.table)) return refused('distributed')
  try {
    // what it does not understand here would fail in the triggers, and with them every write
    await sql`${LONG}explain ${sql.raw(counted(plan))}`.execute(db)
    return undefined
  } catch (error) {
    if (MISTAKEN.test(String((error as { code?: unknown }).code))) return refused('wrong', error)
    throw error
  }
}
