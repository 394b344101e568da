import { sql, type RawBuilder } from 'kysely'
import { inScope } from '../../../../server/access/row-scope.ts'
import { allows } from '../../../../server/access/roles.ts'
import { amongThese } from '../../../../server/db/arrays.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type TableRow,
  type Handlers,
} from '../../../../server/call/context.ts'
import { meansAll } from '../../../../server/records/read/filters.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { maskWithin } from '../../../../server/records/read/mask.ts'
import { date, datetime } from '../../../../core/model/field/values.ts'
import { choices } from '../../../../server/call/values.ts'
import type { ListFilters } from '../../../../core/contract/statistics.ts'
import { nowMs } from '../../../../server/time/clock.ts'

type Condition = RawBuilder<boolean>
/** R3.05: a number at a menu entry, shown in red if something is overdue. */
interface Counter {
  number: number
  type: 'danger' | 'warning'
}

export const BADGES = ['illegals', 'illegalCasePush', 'illegalDetail'] as const
type Badge = (typeof BADGES)[number]
const NEW = '20'
const TO_SEND = ['10', '40']
const CLOSED = ['60', '65', '70', '80']
const LIST_CAP = 1000
const DAY_MS = 86_400_000

const inStates = (states: readonly string[]): Condition =>
  states.length === 0 ? sql<boolean>`false` : sql<boolean>`"resultStatus" in (${sql.join([...states])})`

/** Limits the count to these sources; none means all. */
function sourcesOf(call: CallContext): string[] {
  const asked = call.args['illegalSource']
  return meansAll(entityOfCall(call).byName.get('illegalSource'), asked) ? [] : choices(asked)
}
const ofSource = (call: CallContext): Condition[] => {
  const sources = sourcesOf(call)
  return sources.length === 0 ? [] : [amongThese('illegalSource', sources)]
}

/** With which filters the list shows what was counted. */
function filtersOf(call: CallContext, states: readonly string[], more: ListFilters): ListFilters {
  const sources = sourcesOf(call)
  return { resultStatus: states, ...more, ...(sources.length === 0 ? {} : { illegalSource: sources }) }
}

async function count(call: CallContext, more: readonly Condition[]): Promise<{ number: number; overdue: number }> {
  const entity = entityOfCall(call)
  const { rows } = await sql<{
    n: number
    late: number
  }>`select count(*) as n, count(*) filter (where overdue = 1) as late
    from ${sql.table(entity.name)} where ${every([...inScope(entity, call.rows), ...more])}`.execute(call.db)
  return { number: Number(rows[0]?.n ?? 0), overdue: Number(rows[0]?.late ?? 0) }
}

/** States that a badge counts, read from the workflow, because overlays may change it. */
function statesOf(call: CallContext, badge: Badge): string[] {
  const states = call.scoped.workflow('clue')?.states ?? {}
  return Object.entries(states).flatMap(([key, state]) => (state && state.badge === badge ? [key] : []))
}

/**
 * What the user's own unit has in hand, or the user who is of none: lists show the whole area, a badge counts what is
 * one's own to do. The workflow says which field tells.
 */
function own(call: CallContext): Record<string, string> {
  const { id, orgId } = signedInUser(call)
  const { org, user } = call.scoped.workflow('clue')?.record ?? {}
  if (org !== undefined && orgId !== '') return { [org]: orgId }
  return user === undefined ? {} : { [user]: id }
}
function ownWork(call: CallContext): Condition {
  const conditions = Object.entries(own(call)).map(([name, value]) => sql<boolean>`${sql.ref(name)} = ${value}`)
  return conditions[0] ?? sql<boolean>`false`
}

/** R7.05: new clues: those dispatched to the own unit that it has not accepted yet, as the badges and tabs count. */
const byDefault: Handler = async call => ({
  totalRecord: (await count(call, [inStates([NEW]), ownWork(call), ...ofSource(call)])).number,
  list: [],
  filters: filtersOf(call, [NEW], own(call)),
})

async function some(call: CallContext, states: readonly string[]): Promise<TableRow[]> {
  const entity = entityOfCall(call)
  const { rows } =
    await sql<TableRow>`select "resultId", "clueNo", "objectKind", "objectName", "subjectType", "areaCode",
        "resultStatus", "limitTime"
      from ${sql.table(entity.name)}
    where ${every([...inScope(entity, call.rows), inStates(states)])} order by "limitTime", "resultId"
      limit ${sql.lit(LIST_CAP)}`.execute(call.db)
  return maskWithin(entity, rows)
}

/** R7.05: clues to be dispatched, and clues dispatched but unfinished. */
const sent: Handler = async call => {
  const open = Object.keys(call.scoped.workflow('clue')?.states ?? {}).filter(
    key => ![...TO_SEND, ...CLOSED, '00', '15'].includes(key),
  )
  const [wjDataUnSendList, wjDataSendList] = await Promise.all([some(call, TO_SEND), some(call, open)])
  return { wjDataUnSendList, wjDataSendList, filters: filtersOf(call, TO_SEND, {}) }
}

function moment(call: CallContext, name: string, standard: string): string {
  const text = textArg(call, name)
  const value = text === '' ? standard : (date(text) ?? datetime(text))
  if (value === undefined) throw badRequest(`参数 ${name} 应为日期`)
  return String(value)
}

/** R6.03: an option may limit a counter to some roles; without it everyone sees it. */
function mayRead(call: CallContext, badge: Badge): boolean {
  const roles = call.scoped.app.options[`${badge}Roles`]
  return roles === undefined || allows(choices(roles), signedInUser(call))
}

/** R7.05: the own unit's clues from the customer's start date until tomorrow. */
const byRole: Handler = async call => {
  const from = String(call.scoped.app.options['clueCountFrom'] ?? '2025-01-01')
  const start = moment(call, 'startTime', from)
  const end = moment(call, 'endTime', chinaTime(nowMs() + DAY_MS).slice(0, 10))
  const last = end.length === 10 ? `${end} 23:59:59` : end
  const within = [
    ownWork(call),
    sql<boolean>`"foundTime" >= ${start}`,
    sql<boolean>`"foundTime" <= ${last}`,
    ...ofSource(call),
  ]
  const finished = choices(call.args['finishState'])
  const details =
    finished.length === 0
      ? []
      : [amongThese('finishState', [...new Set(finished.map(state => (state === '1' ? 1 : 0)))])]
  const counted = async (badge: Badge, more: readonly Condition[]): Promise<[Badge, number][]> =>
    mayRead(call, badge)
      ? [[badge, (await count(call, [inStates(statesOf(call, badge)), ...within, ...more])).number]]
      : []
  const counts = (await Promise.all([counted('illegals', []), counted('illegalDetail', details)])).flat()
  const states = counts.flatMap(([badge]) => statesOf(call, badge))
  const filters = filtersOf(call, states, { ...own(call), foundTimeStart: start, foundTimeEnd: last })
  return { ...Object.fromEntries(counts), filters }
}

async function counter(call: CallContext, badge: Badge): Promise<[Badge, Counter]> {
  const { number, overdue } = mayRead(call, badge)
    ? await count(call, [inStates(statesOf(call, badge)), ownWork(call), ...ofSource(call)])
    : { number: 0, overdue: 0 }
  return [badge, { number, type: overdue > 0 ? 'danger' : 'warning' }]
}

/** R4.05: the badges of the menu, of the own unit's work. */
const badges: Handler = async call => Object.fromEntries(await Promise.all(BADGES.map(badge => counter(call, badge))))

export const clueCounts: Handlers = {
  'clueCount.default': byDefault,
  'clueCount.sent': sent,
  'clueCount.byRole': byRole,
  'clueCount.badges': badges,
}
