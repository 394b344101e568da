import { sql } from 'kysely'
import { labelKey } from '../../../core/contract/api.ts'
import type { RuleFields, RuleTrial } from '../../../core/contract/rules.ts'
import { readRule } from '../../../core/expression/rule.ts'
import { recordAddress, recordPages } from '../../access/record-pages.ts'
import { reachOf } from '../../access/reach.ts'
import { badRequest } from '../../answer/refusal.ts'
import { requiredArg, signedInUser, textArg, type CallContext, type Handlers } from '../../call/context.ts'
import type { Entity } from '../../db/tables/models.ts'
import { chinaTime } from '../../db/time.ts'
import { shownRows } from '../../records/read/list.ts'
import { COUNT_CAP, planList } from '../../records/read/plan-list.ts'
import { ruleCondition } from '../../records/rules/condition.ts'
import { ruleFields, ruleTarget } from '../../records/rules/fields.ts'
import { dictionaryOf, ruleProblem } from '../../records/rules/problem.ts'
import { readableEntity } from './readable.ts'

/** Rows shown of what a rule chooses. */
const SHOWN = 10

/** The entity that is named, or whose kind in a view is; refused unless some page of the user shows its records. */
function targetOf(call: CallContext): Entity {
  const entity = textArg(call, 'entity')
  const target = ruleTarget(call.entities(), { rule: entity === '' ? {} : { entity } }, textArg(call, 'kind'))
  if (!target) throw badRequest('请先选规则适用于哪一种记录')
  return readableEntity(call, target.name)
}

function fieldsOf(call: CallContext): RuleFields {
  const entity = targetOf(call)
  const dictionaries: RuleFields['dictionaries'] = {}
  const fields = ruleFields(entity).map(field => {
    const { name, label, kind, ref, unit } = field
    const dict = dictionaryOf(field)
    if (dict !== undefined) dictionaries[dict] = call.scoped.dictionary(dict) ?? []
    return { name, label, kind, ...(dict ? { dict } : {}), ...(ref ? { ref } : {}), ...(unit ? { unit } : {}) }
  })
  return { entity: entity.name, label: entity.label, fields, dictionaries }
}

async function trial(call: CallContext): Promise<RuleTrial> {
  const entity = targetOf(call)
  const text = requiredArg(call, 'text')
  const problem = ruleProblem(text, ruleFields(entity), name => call.scoped.dictionary(name))
  if (problem) return { problem, total: 0, capped: false, rows: [] }
  const condition = ruleCondition(entity, readRule(text), chinaTime().slice(0, 10))
  const { where } = await planList({ ...call, args: {} }, [condition], entity)
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n from
    (select 1 from ${sql.table(entity.name)} where ${where} limit ${COUNT_CAP + 1}) as counted`.execute(call.db)
  const found = await shownRows(call, entity, sql`where ${where} order by ${sql.ref(entity.key)} limit ${SHOWN}`)
  const page = recordPages(call.scoped, reachOf(call.scoped, signedInUser(call))).get(entity.name)
  const n = Number(counted[0]?.n ?? 0)
  return {
    total: Math.min(n, COUNT_CAP),
    capped: n > COUNT_CAP,
    rows: found.map(row => {
      const key = String(row[entity.key])
      const note = entity.areaField === undefined ? '' : String(row[labelKey(entity.areaField)] ?? '')
      return {
        key,
        title: String(row[entity.title] || key),
        note,
        ...(page ? { url: recordAddress(page, key) } : {}),
      }
    }),
  }
}

export const rules: Handlers = { 'rule.fields': fieldsOf, 'rule.try': trial }
