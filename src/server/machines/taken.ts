import { sql } from 'kysely'
import { stepsApart, type Actor } from '../../core/workflow/decide.ts'
import type { Machine } from '../../core/workflow/machine.ts'
import { amongThese, grouped } from '../db/arrays.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'

/** A workflow, and the person as it sees them. */
interface Asking {
  machine: Machine
  actor: Actor
}

const NONE: ReadonlySet<string> = new Set()

/** Which of these transitions the person has taken of which record: one question of the audit trail. */
async function taken(
  db: Database,
  { name, key }: Entity,
  rows: readonly TableRow[],
  [steps, person]: [steps: string[], person: string],
): Promise<NonNullable<Actor['took']>> {
  const keys = rows.map(row => String(row[key]))
  const step = sql<string>`after ->> 'transition'`
  const { rows: found } = await sql<{ objectId: string; step: string }>`select distinct "objectId", ${step} as step
    from sys_audit where entity = ${name} and ${amongThese('objectId', keys)} and "userId" = ${person}
    and ${step} in (${sql.join(steps)})`.execute(db)
  const known = grouped(found, one => one.objectId)
  const sets = new Map([...known].map(([id, all]) => [id, new Set(all.map(one => one.step))]))
  return row => sets.get(String(row[key])) ?? NONE
}

/**
 * The same with what the person has taken of these records, by which the workflow may keep them from more (`notBy`).
 * Where it keeps nobody apart, nothing is asked.
 */
export async function knowing<T extends Asking>(
  db: Database,
  entity: Entity,
  rows: readonly TableRow[],
  asking: readonly T[],
): Promise<T[]> {
  const steps = [...new Set(asking.flatMap(({ machine }) => stepsApart(machine)))]
  const [first] = asking
  if (!first || steps.length === 0 || rows.length === 0) return [...asking]
  const took = await taken(db, entity, rows, [steps, first.actor.user.id])
  return asking.map(one => ({ ...one, actor: { ...one.actor, took } }))
}

/** The same for one record. */
export const knowingOne = async <T extends Asking>(
  db: Database,
  entity: Entity,
  row: TableRow,
  asking: T | undefined,
): Promise<T | undefined> => asking && (await knowing(db, entity, [row], [asking]))[0]
