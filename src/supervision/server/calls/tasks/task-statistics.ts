import { sql, type RawBuilder } from 'kysely'
import { areaPrefix, lengthBelow } from '../../../../core/model/scope.ts'
import { inScope, startsWith } from '../../../../server/access/row-scope.ts'
import {
  signedInUser,
  entityOfCall,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'

type Condition = RawBuilder<boolean>
const PERCENT = 100

/** States of clues that a figure counts; see workflows/clue.yaml. */
const NOT_DISPATCHED = ['00', '10', '15', '70']
const ACCEPTED = ['30', '35', '50', '55', '60', '65', '80']
const PROCESSED = ['50', '55', '60', '65', '80']
const RETURNED = ['40']
const SUSPECTED = ['00']

const inStates = (states: readonly string[]): Condition => sql<boolean>`"resultStatus" in (${sql.join([...states])})`

/** Condition for clues of a task, or of all tasks; in the given area or the user's own. */
function where(call: CallContext, more: readonly Condition[] = []): Condition {
  const task = textArg(call, 'taskId')
  const area = textArg(call, 'areaCode')
  return every([
    ...inScope(entityOfCall(call), call.rows),
    task === '' ? sql<boolean>`"taskId" is not null` : sql<boolean>`"taskId" = ${task}`,
    ...(area === '' ? [] : [startsWith('areaCode', areaPrefix(area))]),
    ...more,
  ])
}

/** Groups by the areas one level below the given one. */
function below(call: CallContext): RawBuilder<string> {
  const length = lengthBelow(textArg(call, 'areaCode') || signedInUser(call).areaCode)
  return sql<string>`left("areaCode", ${sql.lit(length)})`
}

const codeOf = (prefix: string): string => prefix.padEnd(6, '0')
const named = (call: CallContext, prefix: string): { areaCode: string; areaName: string } => ({
  areaCode: codeOf(prefix),
  areaName: call.regions.nameOf(codeOf(prefix)),
})
const rate = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * PERCENT * PERCENT) / PERCENT

const unprocessed: Handler = async call => {
  const { rows } = await sql<{
    area: string
    n: number
  }>`select ${below(call)} as area, count(*) as n from "illegalResult"
    where ${where(call, [sql<boolean>`coalesce("finishState", 0) = 0`])} group by 1 order by 1`.execute(call.db)
  return rows.map(({ area, n }) => ({ ...named(call, area), number: Number(n) }))
}

interface Treated {
  area: string
  total: number
  dispatched: number
  accepted: number
  processed: number
  returned: number
  overdue: number
}

const byRegion: Handler = async call => {
  const { rows } = await sql<Treated>`select ${below(call)} as area, count(*) as total, count(*)
      filter (where not ${inStates(NOT_DISPATCHED)}) as dispatched,
      count(*) filter (where ${inStates(ACCEPTED)}) as accepted, count(*)
      filter (where ${inStates(PROCESSED)}) as processed,
      count(*) filter (where ${inStates(RETURNED)}) as returned, count(*)
      filter (where overdue = 1) as overdue
    from "illegalResult" where ${where(call)} group by 1 order by 1`.execute(call.db)
  return rows.map(({ area, ...counts }) => {
    const [total, dispatched, accepted, processed, returned, overdue] = [
      counts.total,
      counts.dispatched,
      counts.accepted,
      counts.processed,
      counts.returned,
      counts.overdue,
    ].map(Number) as [number, number, number, number, number, number]
    return {
      ...named(call, area),
      total,
      dispatched,
      accepted,
      processed,
      returned,
      overdue,
      processRate: rate(processed, dispatched),
    }
  })
}

/** Unconfirmed hits, by area and category. */
const suspected: Handler = async call => {
  const { rows } = await sql<{
    area: string
    category: string | null
    n: number
  }>`select ${below(call)} as area, "illegalCategory" as category, count(*) as n
    from "illegalResult" where ${where(call, [inStates(SUSPECTED)])} group by 1, 2 order by 1, 2`.execute(call.db)
  const labels = new Map((call.scoped.dictionary('illegalCategory') ?? []).map(([key, label]) => [key, label]))
  return rows.map(({ area, category, n }) => ({
    ...named(call, area),
    illegalCategory: category ?? '',
    illegalCategoryName: labels.get(category ?? '') ?? '',
    number: Number(n),
  }))
}

/** Ways of processing, with the number of clues for each. */
const processModes: Handler = async call => {
  const { rows } = await sql<{
    mode: string
    n: number
  }>`select "processMode" as mode, count(*) as n from "processRecord"
    where "resultId" in (select "resultId" from "illegalResult" where ${where(call)}) group by 1`.execute(call.db)
  const counted = new Map(rows.map(({ mode, n }) => [mode, Number(n)]))
  return (call.scoped.dictionary('processMode') ?? []).map(([key, value]) => ({
    key,
    value,
    number: counted.get(key) ?? 0,
  }))
}

export const taskStatistics: Handlers = {
  'task.unprocessed': unprocessed,
  'task.byRegion': byRegion,
  'task.suspected': suspected,
  'task.processModes': processModes,
}
