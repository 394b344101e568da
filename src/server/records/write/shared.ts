import { mayTouch } from '../../access/row-scope.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { forbidden } from '../../answer/refusal.ts'
import { signedInUser, type CallContext, type Saving } from '../../call/context.ts'

const AREA = 'areaCode'

/**
 * Rows without an area, e.g. of all units of a customer: readable by many users, so that reading does not imply the
 * right to change.
 */
const isReadWidely = (entity: Entity): boolean => entity.owned !== undefined && entity.areaField === undefined

/**
 * Refuses changes of rows shared by all customers to users of a customer, and of rows of superior or other areas to
 * users below.
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

/** The same check for a save; a new row gets its writer's area. */
export async function sharedRecordRule(
  { call, entity, before }: Saving,
  values: TableRow,
): Promise<Record<string, string>> {
  refuseSharedRecord(call, entity, before)
  if (!before && isReadWidely(entity) && entity.byName.has(AREA)) values[AREA] ??= signedInUser(call).areaCode
  return {}
}
