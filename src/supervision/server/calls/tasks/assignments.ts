import { entityFor } from '../../../../server/access/field-rights.ts'
import { sql } from 'kysely'
import { areaPrefix } from '../../../../core/model/scope.ts'
import { inScope, startsWith } from '../../../../server/access/row-scope.ts'
import { takeTransition } from '../../../../server/workflow/take.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type TableRow,
  type Handlers,
} from '../../../../server/call/context.ts'
import { withoutPersons } from '../../../../server/records/read/written.ts'
import { withLabels } from '../../../../server/records/read/labels.ts'
import { masked } from '../../../../server/records/read/mask.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { withShut } from '../../../../server/records/read/pointers.ts'
import { shownRows } from '../../../../server/records/read/list.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { saveRecord } from '../../../../server/records/write/save.ts'
import { choices } from '../../../../server/call/values.ts'

const MOST_STEPS = 200
const MOST_CLUES = 1000

/**
 * An assignment is stored in its receiver's area, so that the receiver's row scope includes it; its sender is the user.
 */
const insert: Handler = call =>
  saveRecord(call, async (saving, values) => {
    const user = signedInUser(call)
    const { rows } = await sql<{
      areaCode: string | null
    }>`select "areaCode" from org where "orgId" = ${String(values['toOrg'] ?? '')}`.execute(saving.tx)
    if (rows[0]?.areaCode) values['areaCode'] = rows[0].areaCode
    if (!saving.before)
      Object.assign(values, {
        fromOrg: user.orgId,
        fromUser: user.id,
        inspectResult: null,
        images: null,
        finishTime: null,
      })
    if (!('objectCount' in values) && typeof values['objects'] === 'string')
      values['objectCount'] = (JSON.parse(values['objects']) as unknown[]).length
    return {}
  })

const inspect: Handler = call =>
  takeTransition(
    { ...call, args: { ...call.args, action: 'inspect' } },
    entityOfCall(call),
    requiredArg(call, 'assignId'),
    'inspect',
  )

const own = (call: CallContext): Promise<TableRow> =>
  recordInScope(call.db, call, entityOfCall(call), requiredArg(call, 'assignId'))

function fileName(address: string): string {
  try {
    return decodeURIComponent(address.split('/').pop() ?? address)
  } catch {
    return address
  }
}

const images: Handler = async call => choices((await own(call))['images']).map(url => ({ url, name: fileName(url) }))

/** Results of the assignment's task in the assignment's area. */
const illegal: Handler = async call => {
  const row = await own(call)
  const known = call.entities().get('illegalResult')
  const clues = known && entityFor(known, call.user)
  const taskId = String(row['taskId'] ?? '')
  if (!clues || taskId === '') return { assign: await labelled(call, row), total: 0, list: [] }
  const where = every([
    ...inScope(clues, call.rows),
    sql<boolean>`"taskId" = ${taskId}`,
    startsWith('areaCode', areaPrefix(String(row['areaCode'] ?? ''))),
  ])
  const list = await shownRows(
    call,
    clues,
    sql`where ${where} order by "foundTime" desc, "resultId" limit ${sql.lit(MOST_CLUES)}`,
  )
  return { assign: await labelled(call, row), total: list.length, list: await withShut(call, clues, list) }
}

async function labelled(call: CallContext, row: TableRow): Promise<TableRow> {
  const entity = entityOfCall(call)
  const [shown = {}] = await withLabels(call, entity, masked(entity, [row]))
  return { ...shown, objects: shown['objects'] ?? [] }
}

/** Route entries of the assignments that the user may see, latest first. */
const route: Handler = async call => {
  const entity = entityOfCall(call)
  const steps = call.entities().get('taskRoute')
  if (!steps) return []
  const key = textArg(call, 'assignId')
  const seen = every([...inScope(entity, call.rows), ...(key === '' ? [] : [sql<boolean>`"assignId" = ${key}`])])
  const { rows } = await sql<TableRow>`select * from "taskRoute" where "bizKind" = ${entity.name}
      and "objectId" in (select "assignId" from assign where ${seen})
    order by "actTime" desc, "auditId" limit ${sql.lit(MOST_STEPS)}`.execute(call.db)
  return withSteps(call, rows)
}

/** Route of a task, for users who may see the task. */
const taskRoute: Handler = async call => {
  const entity = entityOfCall(call)
  const key = requiredArg(call, entity.key)
  await recordInScope(call.db, call, entity, key)
  const { rows } =
    await sql<TableRow>`select * from "taskRoute" where "bizKind" = ${entity.name} and "objectId" = ${key}
      order by "actTime" desc, "auditId"`.execute(call.db)
  return withSteps(call, rows)
}

async function withSteps(call: CallContext, rows: TableRow[]): Promise<TableRow[]> {
  const steps = call.entities().get('taskRoute')
  const said = rows.map(row => withoutPersons(call, row, ['opinion']))
  const shown = steps ? await withLabels(call, steps, said) : said
  return shown.map(row => ({
    ...row,
    by: [row['fromOrgName'], row['fromUserName']].filter(Boolean).join(' '),
    text: [row['toStatusName'] ? `→ ${String(row['toStatusName'])}` : '', row['opinion']].filter(Boolean).join('：'),
  }))
}

export const assignments: Handlers = {
  'assign.insert': insert,
  'assign.inspect': inspect,
  'assign.images': images,
  'assign.illegal': illegal,
  'assign.route': route,
  'task.route': taskRoute,
}
