import { addAll } from '../../../server/records/write/change.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import type { CompletedTransition } from '../../../server/call/context.ts'
import { customerOf, poolOf } from '../carriers/pool.ts'
import { fromViewKey } from '../tables/carrier-views.ts'

/** Most objects of a task; wider scopes must be divided into several tasks. */
const MOST_OBJECTS = 5000

/** Fixes the list of a task's objects when the task is published. */
export async function collectObjects(done: CompletedTransition): Promise<TableRow> {
  const { after, key, saving } = done
  const { objectKinds, areaScope, platforms, keywords } = after
  const entity = saving.call.entities().get('specialRecord')
  if (!entity) return {}
  const pool = await poolOf(done, { kinds: objectKinds, areas: areaScope, platforms, keywords }, MOST_OBJECTS + 1)
  if (pool.length > MOST_OBJECTS) throw badRequest(`监测对象超过 ${MOST_OBJECTS} 个，请缩小实施地区或增加关键词`)
  const rows = pool.map(one => ({
    customerId: customerOf(after, done),
    areaCode: one.areaCode,
    taskId: key,
    taskName: after['taskName'],
    objectKind: one.objectKind,
    objectId: fromViewKey(one.uniqueId).key,
    objectName: one.objectName,
    objectUrl: one['url'],
    subjectName: one['subjectName'],
    subjectType: one['subjectType'],
    uscc_dim: one['uscc_dim'],
    platformName: one['platformName'],
    handleOrg: one['jurisdictionOrg'],
    checked: 0,
    yxzField: after['productField'],
    section: after['section'],
  }))
  await addAll(saving, entity, rows, 'within')
  return {}
}
