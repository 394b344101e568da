import { sql } from 'kysely'
import { inScope } from '../../../../server/access/row-scope.ts'
import { audit } from '../../../../server/call/audit.ts'
import type { Database, TableRow } from '../../../../server/db/database.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { withProvince } from '../../../../server/db/tables/province.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { badRequest, Refusal } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { newKey } from '../../../../server/records/write/save.ts'
import { judge } from '../../../../server/records/write/validate.ts'
import { choices } from '../../../../server/call/values.ts'
import { changeCarrier, INVALID, type CarrierRow } from './carrier-rows.ts'
import { carrierKind } from '../../carriers/carriers.ts'

const VERIFIED = ['auditStatus', 'websiteProperty', 'businessType', 'isMatching', 'opinion', 'remark']
/** dictionaries/deadReason: reasons that concern the link itself; all others make the record invalid */
const DEAD_LINKS = new Set(['1', '5'])
/** dictionaries/labelMode */
const BY_HAND = '1'
const MOST_LABELS = 20

const carrierOf = (call: CallContext): CarrierRow => {
  const entity = entityOfCall(call)
  return { entity, key: requiredArg(call, entity.key) }
}

/** Validates the call's fields by the entity; fields that are not sent are left out. */
function judged(call: CallContext, entity: Entity, names: readonly string[], required: string): TableRow {
  requiredArg(call, required)
  const around = { regions: call.regions, rows: call.rows, dictionary: (name: string) => call.scoped.dictionary(name) }
  const values: TableRow = {}
  const errors: Record<string, string> = {}
  for (const field of entity.fields.filter(({ name }) => names.includes(name) && name in call.args)) {
    const result = judge(field, call.args[field.name], around)
    if ('error' in result) errors[field.name] = result.error
    else values[field.name] = result.value
  }
  const messages = Object.values(errors)
  if (messages.length > 0) throw new Refusal(400, messages.join('；'), errors)
  return values
}

const verify: Handler = async call => {
  const carrier = carrierOf(call)
  const values = judged(call, carrier.entity, VERIFIED, 'auditStatus')
  await changeCarrier(call, carrier, () => ({ ...values, auditBy: signedInUser(call).id, auditTime: chinaTime() }))
  return carrier.key
}

const markDead: Handler = async call => {
  const carrier = carrierOf(call)
  const values = judged(call, carrier.entity, ['deadReason'], 'deadReason')
  // what is never verified cannot be found invalid: its link is dead
  const isLink = DEAD_LINKS.has(String(values['deadReason'])) || !carrier.entity.byName.has('auditStatus')
  const marks = isLink ? { isDead: 1 } : { auditStatus: INVALID }
  await changeCarrier(call, carrier, () => ({
    ...values,
    ...marks,
    deadTime: chinaTime(),
    deadBy: signedInUser(call).id,
    restoreTime: null,
  }))
  return carrier.key
}

interface LabelRow {
  id: string
  labelName: string
}

async function labelsNamed(call: CallContext, entity: Entity, ids: readonly string[]): Promise<LabelRow[]> {
  if (ids.length === 0 || ids.length > MOST_LABELS) throw badRequest(`请选择 1 到 ${MOST_LABELS} 个标签`)
  const where = every([
    ...inScope(entity, call.rows),
    sql<boolean>`id in (${sql.join([...ids])})`,
    sql<boolean>`enabled = 1`,
  ])
  const { rows } = await sql<LabelRow>`select id, "labelName" from ${sql.table(entity.name)} where ${where}
      order by "labelName"`.execute(call.db)
  if (rows.length !== ids.length) throw badRequest('有标签不存在或已停用，请重新选择')
  return rows
}

interface Labelling {
  call: CallContext
  tx: Database
  carrier: CarrierRow
  labels: LabelRow[]
}

/** Creates relations for labels that the carrier does not have yet. */
async function relate({ call, tx, carrier: { entity, key }, labels }: Labelling, row: TableRow): Promise<void> {
  const relation = call.entities().get('labelRelation')
  if (!relation) return
  const kind = carrierKind(entity) ?? ''
  const { rows } = await sql<{
    labelId: string
  }>`select "labelId" from ${sql.table(relation.name)} where "objectId" = ${key} and "objectKind" = ${kind}
    and "delFlag" = 0`.execute(tx)
  const had = new Set(rows.map(one => one.labelId))
  const now = chinaTime()
  const user = signedInUser(call)
  for (const label of labels.filter(({ id }) => !had.has(id))) {
    const relationRow = {
      id: newKey(),
      labelId: label.id,
      objectKind: kind,
      objectId: key,
      objectName: String(row[entity.title] ?? ''),
      subjectName: String(row['subjectName'] ?? ''),
      ...(relation.byName.has('subjectType') ? { subjectType: row['subjectType'] ?? null } : {}),
      mode: BY_HAND,
      reason: textArg(call, 'reason') || null,
      by: user.id,
      time: now,
      areaCode: String(row['areaCode'] ?? ''),
      customerId: String(row['customerId'] ?? ''),
      createBy: user.id,
      createTime: now,
      updateTime: now,
      delFlag: 0,
    }
    await tx.insertInto(relation.name).values(withProvince(relation, relationRow)).execute()
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: relation.name,
      objectId: relationRow.id,
      after: relationRow,
    })
    await sql`update label set "useCount" = coalesce("useCount", 0) + 1 where id = ${label.id}`.execute(tx)
  }
}

const label: Handler = async call => {
  const carrier = carrierOf(call)
  const known = call.entities().get('label')
  if (!known) throw badRequest('没有标签可用')
  const labels = await labelsNamed(call, known, choices(requiredArg(call, 'labelIds')))
  await changeCarrier(call, carrier, async (row, tx) => {
    await relate({ call, tx, carrier, labels }, row)
    return { labelNames: [...new Set([...choices(row['labelNames']), ...labels.map(one => one.labelName)])].join(',') }
  })
  return carrier.key
}

export const carriers: Handlers = {
  'carrier.verify': verify,
  'carrier.markDead': markDead,
  'carrier.label': label,
}
