import { addDays } from '../period/day.ts'
import { unitOf, type Days, type Grain } from '../period/units.ts'
import { FINER, isFirstDay, isLastDay } from './grains.ts'

/** Something that rows are told apart by: a whole value, its beginning, or the period that it lies in. */
export interface Cut {
  /** a field of the entity */
  name: string
  /** of a time: the period */
  grain?: Grain
  /** of an area: so many characters of its code; absent: the whole value */
  digits?: number
}

/** What is kept of a table's rows: sums for each combination of the keys. At most one key of each field. */
export interface RollupShape {
  name: string
  keys: readonly Cut[]
  /** sums beside the number of rows, which is always kept; each of these is additive */
  sums: readonly { name: string }[]
}

/** A condition on rows, as far as it matters which keys it needs. */
export type NeededFilter = { name: string } & (
  | /** any condition on the value as a whole: is, one of, none of, exactly this area, contains */ { on: 'value' }
  | /** whether there is a value */ { on: 'empty' }
  | /** the value begins with so many characters */ { on: 'beginning'; digits: number }
  | /** first and last day or moment, both belong to it; absent: open */ { on: 'range'; from?: string; to?: string }
)

/** What somebody wants to know. */
export interface Wanted {
  by: readonly Cut[]
  filters: readonly NeededFilter[]
  /** names of the sums */
  sums: readonly string[]
  /** what the asker's row scope compares */
  scope: readonly NeededFilter[]
}

export type Coverage =
  | { covered: true }
  /** `name`: the field or sum that is missing */
  | { covered: false; why: 'dimension' | 'filter' | 'scope' | 'sum'; name: string }

const isWhole = (key: Cut): boolean => key.grain === undefined && key.digits === undefined

/** Whether the groups of a dimension are made of whole groups of the key. */
export function followsFrom(wanted: Cut, key: Cut): boolean {
  if (wanted.name !== key.name) return false
  if (key.grain !== undefined) return wanted.grain !== undefined && FINER[key.grain].includes(wanted.grain)
  return key.digits === undefined || (wanted.digits !== undefined && wanted.digits <= key.digits)
}

const DAY_BEGINS = /^(\d{4}-\d{2}-\d{2})(?: 00:00:00)?$/
const DAY_ENDS = /^(\d{4}-\d{2}-\d{2})(?: 23:59:59)?$/

/** A range is made of whole periods, or ends where no period does: then rows answer. */
function bounds(key: Cut, from: string | undefined, to: string | undefined): boolean {
  const { grain } = key
  if (grain === undefined) return isWhole(key)
  const [first, last] = [from && DAY_BEGINS.exec(from)?.[1], to && DAY_ENDS.exec(to)?.[1]]
  return (
    (!from || (first !== undefined && isFirstDay(grain, first)))
    && (!to || (last !== undefined && isLastDay(grain, last)))
  )
}

/** Whether a condition can be asked of the key instead of the rows. */
export function asksOf(filter: NeededFilter, key: Cut): boolean {
  if (filter.name !== key.name) return false
  switch (filter.on) {
    case 'empty':
      return true
    case 'value':
      return isWhole(key)
    case 'beginning':
      return key.grain === undefined && filter.digits <= (key.digits ?? Infinity)
    case 'range':
      return bounds(key, filter.from, filter.to)
  }
}

/**
 * Whether a roll-up answers what is wanted, to the row: each dimension and each condition, also those of the asker's
 * own row scope, is a key or follows from one. Otherwise the rows answer, and it says why.
 */
export function coverage({ keys, sums }: RollupShape, wanted: Wanted): Coverage {
  const missing = (why: 'dimension' | 'filter' | 'scope' | 'sum', name: string): Coverage => ({
    covered: false,
    why,
    name,
  })
  const sum = wanted.sums.find(name => !sums.some(one => one.name === name))
  if (sum !== undefined) return missing('sum', sum)
  const dimension = wanted.by.find(cut => !keys.some(key => followsFrom(cut, key)))
  if (dimension) return missing('dimension', dimension.name)
  const unasked = (filters: readonly NeededFilter[]): NeededFilter | undefined =>
    filters.find(filter => !keys.some(key => asksOf(filter, key)))
  const filter = unasked(wanted.filters)
  if (filter) return missing('filter', filter.name)
  const scope = unasked(wanted.scope)
  return scope ? missing('scope', scope.name) : { covered: true }
}

/** How many groups a key makes, roughly: a day thirty of a month, a whole area ten of the next above it. */
const FINENESS: Readonly<Record<Grain, number>> = { year: 0, quarter: 1, month: 2, week: 3, day: 4 }
const finenessOf = ({ grain, digits = WHOLE }: Cut): number => (grain === undefined ? digits : FINENESS[grain])
const WHOLE = 9

/** Fewer keys make fewer groups; of as many, coarser ones. */
const isSmaller = (a: RollupShape, b: RollupShape): boolean => {
  const sum = ({ keys }: RollupShape): number => keys.reduce((all, key) => all + finenessOf(key), 0)
  return a.keys.length < b.keys.length || (a.keys.length === b.keys.length && sum(a) < sum(b))
}

/** The smallest roll-up that answers; undefined: rows answer. */
export const chosen = <R extends RollupShape>(rollups: readonly R[], wanted: Wanted): R | undefined =>
  rollups
    .filter(rollup => coverage(rollup, wanted).covered)
    .reduce<R | undefined>((best, one) => (best && !isSmaller(one, best) ? best : one), undefined)

/** A roll-up for whole periods, and a finer one for those that a range begins or ends within. */
export interface InParts<R> {
  whole: R
  finer: R
  /** the field of the range */
  time: string
  cut: readonly Days[]
}
type Range = Extract<NeededFilter, { on: 'range' }>

/**
 * What answers a range of any days with fewer groups than whatever is as fine as its ends: most of the days lie in
 * whole periods. Undefined where nothing is gained by it.
 */
export function inParts<R extends RollupShape>(rollups: readonly R[], wanted: Wanted): InParts<R> | undefined {
  const finer = chosen(rollups, wanted)
  // rows of few areas are read as quickly as they are, of many it is all of them that must be looked through
  if (!finer) return undefined
  for (const range of wanted.filters) {
    if (range.on !== 'range') continue
    const filters = wanted.filters.map(one => (one === range ? ({ name: one.name, on: 'empty' } as const) : one))
    const whole = chosen(rollups.filter(isCutBy(range)), { ...wanted, filters })
    const grain = whole && grainOf(whole, range)
    if (whole && grain && isSmaller(whole, finer))
      return { whole, finer, time: range.name, cut: cutPeriods(range, grain) }
  }
  return undefined
}

const grainOf = ({ keys }: RollupShape, { name }: Range): Grain | undefined =>
  keys.find(key => key.name === name)?.grain

/** Whether a range has whole periods of a roll-up, and begins or ends within one. */
const isCutBy =
  (range: Range) =>
  (rollup: RollupShape): boolean => {
    const grain = grainOf(rollup, range)
    if (grain === undefined) return false
    const cut = cutPeriods(range, grain)
    if (cut.length === 0 || !range.from || !range.to) return cut.length > 0
    const [first, last] = [range.from, range.to].map(one => unitOf(dayOf(one), grain))
    const [begins, ends] = [first, last].map(unit => cut.some(({ start }) => start === unit?.start))
    return (begins ? addDays(first!.end, 1) : first!.start) <= (ends ? addDays(last!.start, -1) : last!.end)
  }

const dayOf = (moment: string): string => moment.slice(0, DAY)
const DAY = 10

/** The periods that a range begins or ends within. */
function cutPeriods({ name, from, to }: Range, grain: Grain): Days[] {
  const key = { name, grain }
  const cut = [bounds(key, from, undefined) ? undefined : from, bounds(key, undefined, to) ? undefined : to]
  const periods = cut.flatMap(one => (one ? [unitOf(dayOf(one), grain)] : []))
  return periods.filter(({ start }, i) => periods.findIndex(one => one.start === start) === i)
}
