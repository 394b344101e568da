import { mayTouch } from '../../access/row-scope.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { forbidden } from '../../answer/refusal.ts'
import { signedInUser, type CallContext, type Saving } from '../../call/context.ts'

const AREA = 'areaCode'

/**
 * Rows that all areas of a customer read, and perhaps all customers: who may read one need not be the one to change it.
 */
const isReadWidely = (entity: Entity): boolean => entity.owned !== undefined && entity.areaField === undefined

/**
 * What belongs to all customers is changed by who stands above them, and what a higher unit keeps by it and those
 * above.
 */
export function refuseSharedRecord(call: CallContext, entity: Entity, row: TableRow | undefined): void {
  if (!row || !isReadWidely(entity)) return
  const { customerId } = signedInUser(call)
  const area = String(row[AREA] ?? '')
  const isForAll = entity.owned?.customer !== undefined && !row[entity.owned.customer]
  if (isForAll && customerId !== '') throw forbidden(`这条${entity.label}由各客户共用，只有平台可以修改`)
  if (area !== '' && !mayTouch(call.rows, area))
    throw forbidden(`这条${entity.label}属于上级或其他地区的单位，不能修改`)
}

/** The same for a save; a new row is its writer's area's. */
export async function sharedRecordRule(
  { call, entity, before }: Saving,
  values: TableRow,
): Promise<Record<string, string>> {
  refuseSharedRecord(call, entity, before)
  if (!before && isReadWidely(entity) && entity.byName.has(AREA)) values[AREA] ??= signedInUser(call).areaCode
  return {}
}
