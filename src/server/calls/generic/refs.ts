import { sql } from 'kysely'
import { inScope } from '../../access/row-scope.ts'
import type { TableRow } from '../../db/database.ts'
import type { FieldModel } from '../../db/models.ts'
import { choices } from './values.ts'
import type { Saving } from './effects.ts'
import { every } from './list.ts'

/** A record may name only what its writer may read: else naming a row would show its name. What it named before may stay. */
export async function refProblems(saving: Saving, values: TableRow): Promise<Record<string, string>> {
  const errors: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    const field = saving.entity.byName.get(name)
    if (field?.kind === 'ref' && await namesUnknown(saving, field, value)) errors[name] = `${field.label}不存在，或不在您的管辖范围内`
  }
  return errors
}

async function namesUnknown({ call, tx, before }: Saving, field: FieldModel, value: unknown): Promise<boolean> {
  const target = call.entities().get(field.ref ?? '')
  const had = new Set(choices(before?.[field.name]))
  const fresh = [...new Set(choices(value))].filter(key => !had.has(key))
  if (!target || fresh.length === 0) return false
  const where = every([...inScope(target, call.rows), sql<boolean>`${sql.ref(target.key)} in (${sql.join(fresh)})`])
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(target.name)} where ${where}`.execute(tx)
  return Number(rows[0]?.n ?? 0) < fresh.length
}
