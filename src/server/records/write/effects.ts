import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { chinaTime, momentOf } from '../../db/time.ts'
import { machineFor, scopedOf } from '../../machines/machines.ts'
import { signedInUser, type Saving } from '../../call/context.ts'

/** Fields that the server writes in every entity that has them. */
const STAMPED = new Set(['customerId', 'createBy', 'createTime', 'updateTime', 'delFlag', 'del_content'])

/** Whether only the server writes a field: because of its name, or because the entity says `managed`. */
export const isManaged = ({
  name,
  kind,
  managed,
  counted,
}: Pick<FieldModel, 'name' | 'kind' | 'managed' | 'counted'>): boolean =>
  managed === true || counted !== undefined || kind === 'limit' || STAMPED.has(name)

/**
 * Times have a resolution of seconds; two saves within one second must still differ, because the conflict check
 * compares them.
 */
export function laterThan(last: unknown): string {
  const now = chinaTime()
  if (typeof last !== 'string' || now > last) return now
  return chinaTime(momentOf(last) + 1000)
}

/** What a change says of itself unless it says otherwise: times, author, customer, first state of a workflow. */
export function stampsOf({ call, entity, before }: Saving, values: TableRow): TableRow {
  const now = laterThan(before?.['updateTime'])
  if (before) return entity.byName.has('updateTime') ? { updateTime: now } : {}
  const user = signedInUser(call)
  const machine = machineFor(scopedOf(call, entity, { customerId: user.customerId, ...values }), entity)
  const begun: TableRow = machine ? { [machine.status]: values[machine.status] ?? machine.initial } : {}
  const born: TableRow = {
    customerId: user.customerId,
    createBy: user.id,
    createTime: now,
    updateTime: now,
    delFlag: 0,
  }
  return Object.fromEntries(Object.entries({ ...born, ...begun }).filter(([name]) => entity.byName.has(name)))
}

/** Values that fields get at each save. */
export const setOnSave = (entity: Entity): TableRow =>
  Object.fromEntries(entity.fields.flatMap(({ name, onSave }) => (onSave === undefined ? [] : [[name, onSave]])))
