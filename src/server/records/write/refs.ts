import { sql, type RawBuilder } from 'kysely'
import { inScope } from '../../access/row-scope.ts'
import { amongThese } from '../../db/arrays.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { choices } from '../../call/values.ts'
import type { Saving } from '../../call/context.ts'
import { every } from '../read/plan-list.ts'

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
  const fresh = [...new Set(choices(value))].filter(key => !had.has(key))
  if (!target || fresh.length === 0) return undefined
  const where = every([...inScope(target, call.rows), amongThese(target.key, fresh)])
  const { rows } = await sql<{
    known: number
    usable: number
  }>`select count(*) as known, count(*) filter (where ${every(stillUsable(target))}) as usable
    from ${sql.table(target.name)} where ${where}`.execute(tx)
  const { known, usable } = { ...rows[0] }
  if (Number(known) < fresh.length) return `${field.label}不存在，或不在您的管辖范围内`
  return Number(usable) < fresh.length ? `${field.label}已停用，请另选` : undefined
}
