import { sql, type RawBuilder } from 'kysely'
import { inScope, type RowScope } from '../../access/row-scope.ts'
import { amongThese } from '../../db/arrays.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { choices } from '../../call/values.ts'
import type { Saving } from '../../call/context.ts'
import { every } from '../read/plan-list.ts'
import { knownAhead } from './ahead.ts'

/** Those of the records that may be read, and whether each can still be chosen. */
export async function usableAmong(
  tx: Database,
  scope: RowScope,
  target: Entity,
  keys: readonly string[],
): Promise<Map<string, boolean>> {
  const where = every([...inScope(target, scope), amongThese(target.key, keys)])
  const { rows } = await sql<{ key: string; usable: boolean }>`select ${sql.ref(target.key)} as key,
    ${every(stillUsable(target))} as usable from ${sql.table(target.name)} where ${where}`.execute(tx)
  return new Map(rows.map(({ key, usable }) => [key, usable]))
}

/** Condition for records that can still be chosen, if the entity has a `usable` field. */
export const stillUsable = ({ usable }: Entity): RawBuilder<boolean>[] =>
  usable ? [sql<boolean>`coalesce(${sql.ref(usable)}, 1) = 1`] : []

/**
 * A record may refer only to records that its writer may read, because the reference shows their name. References it
 * had before are accepted.
 */
export async function refProblems(saving: Saving, values: TableRow): Promise<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = saving.entity.byName.get(name)
    const problem = field?.kind === 'ref' ? await problemOf(saving, field, value) : undefined
    if (problem) errors[name] = problem
  }
  return errors
}

async function problemOf({ call, tx, before }: Saving, field: FieldModel, value: unknown): Promise<string | undefined> {
  const target = call.entities().get(field.ref ?? '')
  const had = new Set(choices(before?.[field.name]))
  const ahead = knownAhead(tx)
  const fresh = [...new Set(choices(value))].filter(key => !had.has(key) && !ahead?.isUsable(target, key))
  if (!target || fresh.length === 0) return undefined
  const found = await usableAmong(tx, call.rows, target, fresh)
  if (found.size < fresh.length) return `${field.label}不存在，或不在您的管辖范围内`
  if ([...found.values()].includes(false)) return `${field.label}已停用，请另选`
  for (const key of fresh) ahead?.keepUsable(target, key)
  return undefined
}
