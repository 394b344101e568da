import { sql } from 'kysely'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import type { Saving } from '../../../../server/call/context.ts'
import { planList } from '../../../../server/records/read/plan-list.ts'
import type { ListQuery } from '../../../../server/call/list-query.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import type { Filling } from '../../../../server/records/write/save.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import type { TableRow } from '../../../../server/db/database.ts'

/** dictionaries/taskKind */
const DRUGS_DEVICES_COSMETICS = '5'
/** Additional required fields of tasks for drugs, devices and cosmetics. */
const YXZ_REQUIRED = ['productField', 'section'] as const

type Extra = (saving: Saving, values: TableRow) => Record<string, string>

const saving =
  (more: Extra, filling?: Filling): Handler =>
  call =>
    saveRecord(call, (one, values) => Promise.resolve(more(one, values)), undefined, filling)

/** The kind is set by the call, not by the form. */
const asYxz: Extra = ({ entity, before }, values) => {
  values['taskKind'] = DRUGS_DEVICES_COSMETICS
  const missing = YXZ_REQUIRED.filter(name => !(values[name] ?? (name in values ? null : before?.[name])))
  return Object.fromEntries(missing.map(name => [name, `${entity.byName.get(name)?.label ?? name}不能为空`]))
}
const plain: Extra = () => ({})

/** For saves that change an existing task only. */
const updating =
  (more: Extra): Handler =>
  call => {
    requiredArg(call, entityOfCall(call).key)
    return saving(more)(call)
  }

const yxzQuery = (call: CallContext): Promise<ListQuery> =>
  planList(call, [sql<boolean>`"taskKind" = ${DRUGS_DEVICES_COSMETICS}`])

const saveRandom: Handler = call => saveRecord(call)

/** dictionaries/checkResult and processMode: entering a result makes the user its handler, with the current time. */
const check: Handler = call => {
  requiredArg(call, entityOfCall(call).key)
  return saveRecord(call, async ({ before }, values) => {
    const found = values['checkResult'] ?? before?.['checkResult']
    Object.assign(values, { handler: signedInUser(call).id, handleTime: chinaTime(), checked: 1 })
    const errors: Record<string, string> = found ? {} : { checkResult: '核查结论不能为空' }
    return errors
  })
}

/** Copies a task as a draft of the user's unit. */
const copy: Handler = async call => {
  const entity = entityOfCall(call)
  const row = await recordInScope(call.db, call, entity, requiredArg(call, entity.key))
  const kept = entity.fields.filter(
    ({ name, readOnly, computed, editRoles, kind }) =>
      readOnly !== true
      && computed === undefined
      && editRoles === undefined
      && kind !== 'status'
      && !NOT_COPIED.has(name)
      && name !== entity.key,
  )
  const known = Object.fromEntries(kept.map(({ name }) => [name, row[name]]))
  return saving(plain, { known: { ...known, taskName: `${String(row['taskName'])}（复制）` } })({ ...call, args: {} })
}
const NOT_COPIED = new Set([
  'publishOrg',
  'sharedOrgs',
  'areaCode',
  'summary',
  'updateTime',
  'customerId',
  'createBy',
  'createTime',
  'delFlag',
  'del_content',
])

/** Clues found by tasks. */
const cluesQuery = (call: CallContext): Promise<ListQuery> => planList(call, [sql<boolean>`"taskId" is not null`])

export const tasks: Handlers = {
  'task.save': saving(plain),
  'yxz.save': saving(asYxz),
  'task.update': updating(plain),
  'yxz.update': updating(asYxz),
  'task.yxzList': { query: yxzQuery },
  'random.save': saveRandom,
  'special.check': check,
  'task.copy': copy,
  'task.clues': { query: cluesQuery },
}
