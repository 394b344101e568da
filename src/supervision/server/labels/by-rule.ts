import { sql, type RawBuilder } from 'kysely'
import { readRule } from '../../../core/expression/rule.ts'
import { entityFor } from '../../../server/access/field-rights.ts'
import { inScope } from '../../../server/access/row-scope.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { entityOfCall, requiredArg, type CallContext, type Handler } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { entityNamed, type Entity } from '../../../server/db/tables/models.ts'
import { chinaTime } from '../../../server/db/time.ts'
import { every, planList } from '../../../server/records/read/plan-list.ts'
import { recordInScope } from '../../../server/records/read/record.ts'
import { ruleCondition } from '../../../server/records/rules/condition.ts'
import { ruleFields } from '../../../server/records/rules/fields.ts'
import { ruleProblem } from '../../../server/records/rules/problem.ts'
import { changeCarrier, type CarrierRow } from '../carriers/carrier-rows.ts'
import { carrierKind, carrierOfKind } from '../carriers/carriers.ts'
import { beginLabelling } from './batch.ts'
import { giveLabels, LABEL_MODES, takeLabels } from './labelling.ts'

/** Most carriers that one run changes; a second run goes on with the others. */
const MOST = 10_000

export const hasRule = (label: TableRow): boolean => Boolean(label['ruleJson']) && label['enabled'] !== 0

/** The label's rule as a condition on its carriers, as far as the user may read what it compares. */
export function conditionOf(call: CallContext, label: TableRow, entity: Entity) {
  if (!hasRule(label)) throw badRequest('这个标签没有自动规则，或已停用')
  const text = String(label['ruleJson'])
  const seen = entityFor(entity, call.user)
  const problem = ruleProblem(text, ruleFields(seen), name => call.scoped.dictionary(name))
  if (problem) throw badRequest(`自动规则：${problem.message}（${problem.code}）`)
  return ruleCondition(seen, readRule(text), chinaTime().slice(0, 10))
}

/** Carriers within reach whose label is not what the rule says: those that lack it, then those that have it wrongly. */
export async function differing(call: CallContext, label: TableRow, entity: Entity): Promise<string[]> {
  const condition = conditionOf(call, label, entity)
  const key = sql.ref(entity.key)
  const related = (more = sql`true`) => sql`(select "objectId" from "labelRelation" where "labelId" = ${label['id']}
    and "objectKind" = ${carrierKind(entity) ?? ''} and "delFlag" = 0 and ${more})`
  const { where } = await planList({ ...call, args: {} }, [condition], entity)
  const wrongly = related(sql`mode = ${LABEL_MODES.byRule}`)
  const { rows } = await sql<{ key: string }>`
    (select ${key} as key from ${sql.table(entity.name)} where ${where} and ${key} not in ${related()}
      order by 1 limit ${MOST})
    union all
    (select ${key} as key from ${sql.table(entity.name)} where ${every(inScope(entity, call.rows))}
      and not ${condition} and ${key} in ${wrongly} order by 1 limit ${MOST})`.execute(call.db)
  return rows.map(row => row.key).slice(0, MOST)
}

/** Begins the batch that makes a label say what its rule says; answers the batch, which may have nothing to do. */
export const applyRule: Handler = async call => {
  const label = await recordInScope(call.db, call, entityOfCall(call), requiredArg(call, 'id'))
  const entity = carrierOfKind(call.entities(), String(label['ruleKind'] ?? ''))
  // a form that has saved a label goes on with this call, whether or not it has a rule to apply
  if (!entity || !hasRule(label)) return { id: '', total: 0 }
  const keys = await differing(call, label, entityFor(entity, call.user))
  return beginLabelling(call, entity, { handler: 'carrier.labelByRule', args: { labelId: String(label['id']) } }, keys)
}

/** Gives a carrier the label, or takes it away, as the rule says now; what was given by hand stays. */
export const labelByRule: Handler = async call => {
  const entity = entityOfCall(call)
  const key = requiredArg(call, entity.key)
  const label = await recordInScope(call.db, call, entityNamed(call.entities(), 'label'), requiredArg(call, 'labelId'))
  if (label['ruleKind'] !== carrierKind(entity)) throw badRequest(`这个标签的规则不适用于${entity.label}`)
  await followRule(call, { entity, key }, label, conditionOf(call, label, entity))
  return key
}

/** One carrier comes to have the label, or to lack it, as a condition says of its row while it is locked. */
export function followRule(
  call: CallContext,
  carrier: CarrierRow,
  label: TableRow,
  condition: RawBuilder<boolean>,
): Promise<void> {
  const { entity, key } = carrier
  const labels = [{ id: String(label['id']), labelName: String(label['labelName']) }]
  return changeCarrier(call, carrier, async (row, tx) => {
    const { rows } = await sql`select 1 from ${sql.table(entity.name)} where ${sql.ref(entity.key)} = ${key}
      and ${condition}`.execute(tx)
    const on = { call, tx, carrier, row }
    return rows.length > 0 ? giveLabels(on, labels, LABEL_MODES.byRule) : takeLabels(on, labels, LABEL_MODES.byRule)
  })
}
