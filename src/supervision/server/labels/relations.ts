import { sql } from 'kysely'
import { inScope } from '../../../server/access/row-scope.ts'
import type { CallContext, Handlers } from '../../../server/call/context.ts'
import type { ListQuery } from '../../../server/call/list-query.ts'
import { answerList } from '../../../server/records/read/list.ts'
import { every, planList } from '../../../server/records/read/plan-list.ts'
import { entityNamed } from '../reporting/report.ts'

/** Who does not see a label learns nothing of what it was given to. */
function ofSeenLabels(call: CallContext): ListQuery {
  const label = entityNamed(call.entities(), 'label')
  const seen = every(inScope(label, call.rows))
  return planList(call, [sql<boolean>`"labelId" in (select id from ${sql.table(label.name)} where ${seen})`])
}

export const labelRelations: Handlers = {
  'label.relations': { query: ofSeenLabels, answer: call => answerList(call, ofSeenLabels(call)) },
}
