import { sql } from 'kysely'
import { badRequest } from '../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  type Handler,
  type Handlers,
  type Hooks,
  type Saving,
} from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { removeRecord } from '../../../server/records/write/delete.ts'
import { recordInScope } from '../../../server/records/read/record.ts'
import { applyRule } from './by-rule.ts'
import { takeWhatRuleGave } from './former-kind.ts'
import { isMeantFor } from './labelling.ts'
import { saveRecord } from '../../../server/records/write/save.ts'
import { sharedRecordRule } from '../../../server/records/write/shared.ts'
import { carrierKind } from '../carriers/carriers.ts'

/** Stores a label, whose rule is about carriers that it is for. */
const save: Handler = call =>
  saveRecord(call, async (saving, values) => {
    const problems = await sharedRecordRule(saving, values)
    const { objectKinds, ruleKind } = { ...saving.before, ...values } as TableRow
    return ruleKind && !isMeantFor(objectKinds, String(ruleKind))
      ? { ...problems, ruleKind: '自动规则的对象不在适用载体里，请先选入适用载体' }
      : problems
  })

/** A label that carriers have stays: what was said of them would lose its meaning. */
export const labelCalls: Handlers = {
  'label.save': save,
  'label.apply': applyRule,
  'label.delete': call =>
    removeRecord(call, async (tx, work) => {
      const label = await recordInScope(tx, call, entityOfCall(call), requiredArg(call, 'id'), true)
      const uses = Number(label['useCount'] ?? 0)
      if (uses > 0) throw badRequest(`标签“${String(label['labelName'])}”还有 ${uses} 处在用，请先去标，或改为停用`)
      return work()
    }),
}

/** Carriers have the names of their labels in a column of their own; it follows a label that is renamed. */
async function rename({ call, tx }: Saving, labelId: unknown, was: string, is: string): Promise<void> {
  for (const carrier of call.entities().values()) {
    const kind = carrierKind(carrier)
    if (kind === undefined || !carrier.byName.has('labelNames')) continue
    await sql`update ${sql.table(carrier.name)}
      set "labelNames" = array_to_string(array_replace(string_to_array("labelNames", ','), ${was}, ${is}), ',')
      where ${sql.ref(carrier.key)} in (select "objectId" from "labelRelation"
        where "labelId" = ${labelId} and "objectKind" = ${kind} and "delFlag" = 0)`.execute(tx)
  }
}

export const LABEL_HOOKS: Hooks = {
  afterSave: async (saving, after) => {
    const { entity, before } = saving
    if (entity.name !== 'label' || !before) return
    if (before['ruleKind'] && before['ruleKind'] !== after['ruleKind']) await takeWhatRuleGave(saving, before)
    if (before['labelName'] !== after['labelName'])
      await rename(saving, after['id'], String(before['labelName'] ?? ''), String(after['labelName'] ?? ''))
  },
}
