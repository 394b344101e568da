import { sql } from 'kysely'
import { badRequest } from '../../../server/answer/refusal.ts'
import { entityOfCall, requiredArg, type Handlers, type Hooks } from '../../../server/call/context.ts'
import { removeRecord } from '../../../server/records/write/delete.ts'
import { recordInScope } from '../../../server/records/read/record.ts'
import { applyRule } from './by-rule.ts'
import { carrierKind } from '../carriers/carriers.ts'

/** A label that carriers have stays: what was said of them would lose its meaning. */
export const labelCalls: Handlers = {
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
export const LABEL_HOOKS: Hooks = {
  afterSave: async ({ call, entity, tx, before }, after) => {
    if (entity.name !== 'label' || !before || before['labelName'] === after['labelName']) return
    const [was, is] = [String(before['labelName'] ?? ''), String(after['labelName'] ?? '')]
    for (const carrier of call.entities().values()) {
      const kind = carrierKind(carrier)
      if (kind === undefined || !carrier.byName.has('labelNames')) continue
      await sql`update ${sql.table(carrier.name)}
        set "labelNames" = array_to_string(array_replace(string_to_array("labelNames", ','), ${was}, ${is}), ',')
        where ${sql.ref(carrier.key)} in (select "objectId" from "labelRelation"
          where "labelId" = ${after['id']} and "objectKind" = ${kind} and "delFlag" = 0)`.execute(tx)
    }
  },
}
