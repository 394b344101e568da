import { sql } from 'kysely'
import type { DashboardPage } from '../../core/contract/configuration.ts'
import { UNITS } from '../../core/contract/unit.ts'
import { inScope } from '../access/row-scope.ts'
import { badRequest } from '../answer/refusal.ts'
import { textArg, type CallContext } from '../call/context.ts'
import type { TableRow } from '../db/database.ts'
import { every } from '../records/read/plan-list.ts'
import { entityFor } from '../access/field-rights.ts'
import { shownTitle } from '../records/read/mask.ts'
import { lookOf, type Look } from './look.ts'

export interface ChosenOne {
  code: string
  name: string
}
/** What a page is looked at by beside area and period. */
export interface Chosen {
  unit?: ChosenOne
  record?: ChosenOne
}

/**
 * Reads `unit` and `record` of a request, for a page that offers them. Refuses what there is not, and what is not the
 * person's.
 */
async function chosenOf(call: CallContext, { controls: { unit, record } }: DashboardPage): Promise<Chosen> {
  const one = unit && (await rowOf(call, UNITS, 'unit', '单位'))
  const other = record && (await rowOf(call, record.entity, 'record', record.label))
  return { ...(one ? { unit: one } : {}), ...(other ? { record: other } : {}) }
}

async function rowOf(call: CallContext, name: string, argument: string, label: string): Promise<ChosenOne | undefined> {
  const code = textArg(call, argument)
  const entity = call.entities().get(name)
  if (code === '' || !entity) return undefined
  const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)}
    where ${every([...inScope(entity, call.rows), sql<boolean>`${sql.ref(entity.key)} = ${code}`])}`.execute(call.db)
  const [row] = rows
  if (!row) throw badRequest(`没有这个${label}，或不在您的管辖范围内，请重新选择`)
  return { code, name: shownTitle(entityFor(entity, call.user), row) }
}

/** All that a page is looked at by, as the request says it. */
export async function lookAt(call: CallContext, page: DashboardPage): Promise<{ look: Look; chosen: Chosen }> {
  const chosen = await chosenOf(call, page)
  const { unit, record } = chosen
  const records = {
    ...(unit ? { [UNITS]: unit.code } : {}),
    ...(record && page.controls.record ? { [page.controls.record.entity]: record.code } : {}),
  }
  return { look: { ...lookOf(call), records }, chosen }
}
