import { entityNamed } from '../../../../server/db/tables/models.ts'
import { sql } from 'kysely'
import { inScope } from '../../../../server/access/row-scope.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  type Handler,
  type Handlers,
  type TableRow,
} from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { refuseUntakeable } from '../../../../server/machines/check-change.ts'
import { takeTransition } from '../../../../server/workflow/take.ts'
import { lookNow } from '../../directional/run.ts'

/** Looks now, with the rights of whoever asks, who must be one of those that may stop and start it. */
const run: Handler = async call => {
  const entity = entityOfCall(call)
  return call.db.transaction().execute(async tx => {
    const task = await recordInScope(tx, call, entity, requiredArg(call, entity.key), true)
    await refuseUntakeable(tx, call, entity, task, 'run')
    const { hits } = await lookNow({ call, tx, now: chinaTime() }, task)
    return { taskId: String(task['taskId']), hits }
  })
}

/** What a review page's form was sent with: its decision is the transition. */
const decided =
  (field: string): Handler =>
  call => {
    const entity = entityOfCall(call)
    const code = requiredArg(call, field)
    const options = call.scoped.dictionary(entity.byName.get(field)?.dict ?? '') ?? []
    if (!options.some(([key]) => key === code)) throw badRequest('没有这个结论')
    return takeTransition(call, entity, requiredArg(call, entity.key), code)
  }

/** What became of a task's hits, unit by unit; the most first. */
const byUnit: Handler = async call => {
  const entity = entityOfCall(call)
  const key = requiredArg(call, entity.key)
  await recordInScope(call.db, call, entity, key)
  const where = every([
    ...inScope(entityNamed(call.entities(), 'directionalHit'), call.rows),
    sql<boolean>`"taskId" = ${key} and "delFlag" = 0`,
  ])
  const { rows } = await sql<TableRow>`select h.*, coalesce(o."orgName", '') as "orgName" from (
      select org, count(*)::int as hits, count(*) filter (where judge in ('wait', 'again'))::int as waiting,
        count(*) filter (where judge = 'second')::int as second,
        count(*) filter (where judge = 'confirmed')::int as confirmed,
        count(*) filter (where judge = 'excluded')::int as excluded
      from "directionalHit" where ${where} group by org) h
    left join org o on o."orgId" = h.org order by h.hits desc, h.org`.execute(call.db)
  return rows
}

export const directionals: Handlers = {
  'directional.run': run,
  'directional.examine': decided('decision'),
  'directional.byUnit': byUnit,
  'directional.review': decided('secondDecision'),
}
