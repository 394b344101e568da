import { sql } from 'kysely'
import type { DashboardPage } from '../../core/contract/configuration.ts'
import { UNITS } from '../../core/contract/unit.ts'
import { inScope } from '../access/row-scope.ts'
import { badRequest } from '../answer/refusal.ts'
import { textArg, type CallContext } from '../call/context.ts'
import { every } from '../records/read/plan-list.ts'

export interface Unit {
  code: string
  name: string
}

/** Reads `unit` of a request, for a page that offers units. Refuses what there is not, and what is not the person's. */
export async function unitOf(call: CallContext, { controls }: DashboardPage): Promise<Unit | undefined> {
  const code = controls.unit ? textArg(call, 'unit') : ''
  const units = call.entities().get(UNITS)
  if (code === '' || !units) return undefined
  const [key, title] = [sql.ref(units.key), sql.ref(units.title)]
  const { rows } = await sql<Unit>`select ${key} as code, ${title} as name from ${sql.table(units.name)}
    where ${every([...inScope(units, call.rows), sql<boolean>`${key} = ${code}`])}`.execute(call.db)
  const [unit] = rows
  if (!unit) throw badRequest('没有这个单位，或不在您的管辖范围内，请重新选择')
  return unit
}
