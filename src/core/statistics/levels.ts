import type { Grain } from '../period/units.ts'
import type { Cut } from './cover.ts'

/** What a statistic's roll-up is kept by. */
export interface RollupBy {
  /** field of the area that rows belong to */
  area: string
  /** field that periods are cut by, and the finest period that is kept of all areas */
  time?: { name: string; grain: Grain }
  /** dimensions that are always told apart, and those of which each is kept by itself beside them */
  by: readonly string[]
  also: readonly Beside[]
}
/** `few`: a dimension of few values, so that days of provinces, too, make far fewer groups than there are rows */
export interface Beside {
  name: string
  few?: boolean
}
/** So many values are few. */
export const FEW_VALUES = 16

/** Lengths of the codes of cities and provinces; 0: the whole country. */
const [CITY, PROVINCE, COUNTRY] = [4, 2, 0]

/**
 * What is put together of the noted changes: whoever looks at the country must not add up thousands of counties, and
 * whoever looks at a county has few rows. So areas are kept whole, by city, by province and not at all, and what is
 * kept beside them for all but counties. Single days are kept down to the cities, and beside them for the country, of
 * few values for its provinces too: their number is bounded, while rows grow, of which a province has too many to be
 * looked through for each question.
 */
export function levelsOf({ area, time, by, also }: RollupBy): Cut[][] {
  const areas = (digits?: number): Cut[] =>
    digits === COUNTRY ? [] : [{ name: area, ...(digits === undefined ? {} : { digits }) }]
  const times = (grain = time?.grain): Cut[] => (time && grain ? [{ name: time.name, grain }] : [])
  const fixed = by.map(name => ({ name }))
  const level = (digits: number | undefined, grain: Grain | undefined, more: readonly string[] = []): Cut[] => [
    ...areas(digits),
    ...fixed,
    ...more.map(name => ({ name })),
    ...times(grain),
  ]
  const days = (areas: readonly number[], more?: readonly string[]): Cut[][] =>
    time?.grain === 'month' ? areas.map(digits => level(digits, 'day', more)) : []
  return [
    ...[undefined, CITY, PROVINCE, COUNTRY].map(digits => level(digits, time?.grain)),
    ...days([CITY, PROVINCE, COUNTRY]),
    ...also.flatMap(({ name, few }) => [
      ...[CITY, PROVINCE, COUNTRY].map(digits => level(digits, time?.grain, [name])),
      ...days(few ? [PROVINCE, COUNTRY] : [COUNTRY], [name]),
    ]),
  ]
}

/** As fine as changes must be noted for these levels: each key once, the finest of it. */
export function finestOf(levels: readonly (readonly Cut[])[]): Cut[] {
  const keys = new Map<string, Cut>()
  for (const cut of levels.flat()) {
    const known = keys.get(cut.name)
    if (!known || cut.grain === 'day') keys.set(cut.name, cut)
  }
  return [...keys.values()]
}
