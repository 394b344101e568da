import type { TableRow } from '../../db/database.ts'
import type { FieldModel } from '../../db/tables/models.ts'
import { chinaTime, momentOf } from '../../db/time.ts'
import { machineFor } from '../../machines/machines.ts'
import { signedInUser, type Saving } from '../../call/context.ts'

/** Fields that the server writes in every entity that has them. */
const STAMPED = new Set(['customerId', 'createBy', 'createTime', 'updateTime', 'delFlag', 'del_content'])

/** Whether only the server writes a field: because of its name, or because the entity says `managed`. */
export const isManaged = ({ name, kind, managed }: Pick<FieldModel, 'name' | 'kind' | 'managed'>): boolean =>
  managed === true || kind === 'limit' || STAMPED.has(name)

/**
 * Times have a resolution of seconds; two saves within one second must still differ, because the conflict check
 * compares them.
 */
export function laterThan(last: unknown): string {
  const now = chinaTime()
  if (typeof last !== 'string' || now > last) return now
  return chinaTime(momentOf(last) + 1000)
}

/** Values that a save sets by itself: times, user, customer. */
export function stamped({ call, entity, before }: Saving, values: TableRow): TableRow {
  const user = signedInUser(call)
  const now = laterThan(before?.['updateTime'])
  const born: TableRow = before
    ? {}
    : { customerId: values['customerId'] ?? user.customerId, createBy: user.id, createTime: now, delFlag: 0 }
  // the workflow sets the state: the initial one for a new record, later ones only by transitions
  const machine = before ? undefined : machineFor(call.scoped, entity)
  const begun: TableRow = machine ? { [machine.status]: values[machine.status] ?? machine.initial } : {}
  const onSave = entity.fields.flatMap(field => (field.onSave === undefined ? [] : [[field.name, field.onSave]]))
  const stamps: TableRow = { ...born, ...begun, updateTime: now, ...Object.fromEntries(onSave) }
  const own = Object.entries(stamps).filter(([name]) => entity.byName.has(name))
  return { ...values, ...Object.fromEntries(own) }
}
