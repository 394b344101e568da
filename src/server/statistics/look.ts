import { periodOf, problemText, type Period } from '../../core/period/period.ts'
import { areaPrefix } from '../../core/model/scope.ts'
import { mayTouch } from '../access/row-scope.ts'
import { badRequest } from '../answer/refusal.ts'
import { textArg, type CallContext } from '../call/context.ts'
import { chinaTime } from '../db/time.ts'

/** What somebody looks at: the controls of a page, read and checked. */
export interface Look {
  /** 数据截至, `YYYY-MM-DD HH:mm:ss` */
  asOf: string
  /** YYYY-MM-DD in China */
  today: string
  period?: Period
  /** chosen area; '' where none was */
  area: string
  /** entity → key of the chosen one, of a page that offers its units or its records */
  records: Readonly<Record<string, string>>
  /** the area whose parts are shown: the chosen one, or the person's own */
  home: string
  /** the area that they see whole */
  root: string
}

/** Reads `period` and `area` of a request. Refuses what there is not, and what is not the person's. */
export function lookOf(call: CallContext): Look {
  const asOf = chinaTime()
  const root = rootOf(call)
  const [area, period] = [textArg(call, 'area'), textArg(call, 'period')]
  if (area !== '' && !call.regions.has(area)) throw badRequest(`没有地区“${area}”，请重新选择`)
  if (area !== '' && !within(call, area)) throw badRequest(`${call.regions.nameOf(area)}不在您的管辖范围内，请重新选择`)
  const read = period === '' ? undefined : periodOf(period)
  if (read?.problem) throw badRequest(problemText(read.problem))
  return {
    asOf,
    today: asOf.slice(0, 10),
    ...(read?.period ? { period: read.period } : {}),
    area,
    records: {},
    home: area || root,
    root,
  }
}

/** An area within the person's own, or around the customer's areas. */
const within = (call: CallContext, area: string): boolean =>
  mayTouch({ ...call.rows, customer: [] }, area)
  && (call.rows.customer.length === 0
    || call.rows.customer.some(prefix => area.startsWith(prefix) || prefix.startsWith(areaPrefix(area))))

/**
 * The area that a person sees whole: their own, or where it has parts of several customers, the customer's. Whoever
 * sees all of the customer's (data scope 4) sees no area of their own whole, but what holds all its areas.
 */
function rootOf({ rows, user }: CallContext): string {
  const own = user?.areaCode ?? ''
  const [only, ...more] = rows.customer
  if (rows.own === '' && only !== undefined) return aroundAll(rows.customer).padEnd(CODE_LENGTH, '0')
  const isWider = only !== undefined && more.length === 0 && only.length > areaPrefix(own).length
  return isWider ? only.padEnd(CODE_LENGTH, '0') : own
}

const CODE_LENGTH = 6
/** Lengths of area codes by level, the nation last. */
const LENGTHS = [9, 6, 4, 2, 0]

/** The smallest area that these all lie in. */
function aroundAll([first = '', ...others]: readonly string[]): string {
  const length = LENGTHS.find(one => first.length >= one && others.every(area => area.startsWith(first.slice(0, one))))
  return first.slice(0, length)
}
