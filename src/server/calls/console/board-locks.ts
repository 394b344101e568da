import type { BoardLock, DashboardPage } from '../../../core/contract/configuration.ts'
import type { LockState } from '../../../core/contract/locks.ts'
import type { Figures, FiguresProblem } from '../../../core/contract/statistics.ts'
import { periodOf, periodText, type Period } from '../../../core/period/period.ts'
import { lockedFigures } from '../../../core/statistics/locked.ts'
import { allows } from '../../access/roles.ts'
import { badRequest, forbidden } from '../../answer/refusal.ts'
import {
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { endLock, keepLock, locksAt, type Lock, type LockPlace } from '../../statistics/locks.ts'
import { lookOf, type Look } from '../../statistics/look.ts'
import { boundedText } from './json-args.ts'
import { countedWidgets, dashboardWithin, numbersOf } from '../../statistics/board.ts'

type Numbers = Record<string, Figures | FiguresProblem>

const placeOf = ({ route }: DashboardPage, look: Look): LockPlace => ({
  page: route,
  period: look.period ? periodText(wholeUnit(look.period)) : '',
  area: look.home,
})

/** September and 1 to 30 September are one period, and one table. */
const wholeUnit = (period: Period): Period => periodOf({ start: period.start, end: period.end }).period ?? period

/** Whether the reader sees all rows of the area that the page counts; of a part nothing can be locked for all. */
function seesWhole(call: CallContext, page: DashboardPage): boolean {
  const { data = WHOLE, shares } = call.rows
  const counted = countedWidgets(page).flatMap(({ query }) => call.scoped.statistic(query?.statistic ?? '') ?? [])
  return data >= WHOLE && !counted.some(({ entity }) => shares?.has(entity))
}
const WHOLE = 3

/** Why a table cannot be locked now, by whoever may lock. */
function obstacle(call: CallContext, page: DashboardPage, look: Look): string | undefined {
  if (!seesWhole(call, page)) return '您只看得到一部分记录，不能锁定'
  if (!look.period) return '没有选择时期，不能锁定'
  return look.period.end >= look.today ? '这一期还没有过完，过完后才能锁定' : undefined
}

const VERSION = /^[1-9]\d{0,5}$/

/** The numbers as they are locked, where they are, and what there is to say of it. */
export async function withLock(
  call: CallContext,
  page: DashboardPage,
  look: Look,
  live: Numbers,
): Promise<{ widgets: Numbers; lock?: LockState; asOf: string }> {
  if (!page.lock) return { widgets: live, asOf: look.asOf }
  const version = textArg(call, 'version')
  const {
    lock: active,
    former,
    earlier,
  } = await locksAt(call, placeOf(page, look), VERSION.test(version) ? Number(version) : undefined)
  const lock = former ?? active
  if (version !== '' && String(lock?.version.version) !== version) throw badRequest('没有锁定过这一版，请回到现在')
  if (!lock) return { widgets: live, asOf: look.asOf, lock: openTable(call, page, page.lock, look, earlier) }
  const partly = !seesWhole(call, page)
  const { widgets, changed } = partly ? { widgets: live, changed: 0 } : lockedNumbers(live, lock)
  return {
    widgets,
    asOf: partly ? look.asOf : lock.kept.asOf,
    lock: {
      state: 'locked',
      ...lock.version,
      ...(former ? { former: true as const } : {}),
      mayUnlock: !former && !partly && allows(page.lock.unlockRoles, signedInUser(call)),
      intact: lock.intact,
      changed,
      ...(partly ? { partly: true as const } : {}),
      earlier,
    },
  }
}

function openTable(
  call: CallContext,
  page: DashboardPage,
  { roles }: BoardLock,
  look: Look,
  earlier: LockState['earlier'],
): LockState {
  if (!allows(roles, signedInUser(call))) return { state: 'open', may: false, earlier }
  const because = obstacle(call, page, look)
  return because === undefined ? { state: 'open', may: true, earlier } : { state: 'open', may: false, because, earlier }
}

function lockedNumbers(live: Numbers, { kept }: Lock): { widgets: Numbers; changed: number } {
  let changed = 0
  const widgets = Object.entries(live).map(([name, figures]): [string, Figures | FiguresProblem] => {
    const then = kept.widgets[name]
    // what somebody may not see they may not see locked either; what has come since has nothing locked
    if ('state' in figures || !then) return [name, figures]
    const locked = lockedFigures(figures, then)
    changed += locked.changed
    return [name, locked.figures]
  })
  return { widgets: Object.fromEntries(widgets), changed }
}

function lockable(call: CallContext): { page: DashboardPage; rules: BoardLock; look: Look } {
  const page = dashboardWithin(call, requiredArg(call, 'page'))
  if (!page.lock) throw badRequest('这个看板不能锁定')
  return { page, rules: page.lock, look: lookOf(call) }
}

/** Keeps all numbers of a page as they are now. */
const lock: Handler = async call => {
  const { page, rules, look } = lockable(call)
  if (!allows(rules.roles, signedInUser(call))) throw forbidden()
  const because = obstacle(call, page, look)
  if (because !== undefined) throw badRequest(because)
  const widgets = await numbersOf(call, countedWidgets(page), look)
  const whole = Object.entries(widgets).flatMap(([name, one]) => ('state' in one ? [] : [[name, one] as const]))
  if (whole.length < Object.keys(widgets).length) throw badRequest('有的数没有读出，不能锁定，请稍后再试')
  await keepLock(call, placeOf(page, look), { asOf: look.asOf, widgets: Object.fromEntries(whole) })
  return null
}

/** Takes a lock back, with a reason; the locked numbers stay as a former version. */
const unlock: Handler = async call => {
  const { page, rules, look } = lockable(call)
  if (!allows(rules.unlockRoles, signedInUser(call)) || !seesWhole(call, page)) throw forbidden()
  const reason = boundedText(call, 'reason', '解除理由', REASON)
  await endLock(call, await locksAt(call, placeOf(page, look)), reason)
  return null
}
const REASON = 200

export const boardLocks: Handlers = { 'statistics.lock': lock, 'statistics.unlock': unlock }
