import { daysFrom, earlier, later, partsOfDay } from './day.ts'
import { type Days, type Grain, stepUnit, unitKey, unitOf, weekOf } from './units.ts'

/** One part of a period. Of a week, month or year that reaches outside it, `start` and `end` are the days within. */
export interface Bucket extends Days {
  /** 2026-01-31, 2026-W05, 2026-01, 2026-Q1, 2026 */
  key: string
  label: string
}

export type BucketLanguage = 'zh' | 'en'

/** The parts of a period, first to last, without gaps; those of several years name their year. */
export function bucketsOf(period: Days, grain: Grain, language: BucketLanguage = 'zh'): Bucket[] {
  const withYear = yearIn(period.start, grain) !== yearIn(period.end, grain)
  const buckets: Bucket[] = []
  for (let unit = unitOf(period.start, grain); unit.start <= period.end; unit = stepUnit(unit.start, grain, 1)) {
    buckets.push({
      key: unitKey(unit.start, grain),
      label: unitLabel(unit.start, grain, language, withYear),
      start: later(unit.start, period.start),
      end: earlier(unit.end, period.end),
    })
  }
  return buckets
}

const yearIn = (day: string, grain: Grain): number => (grain === 'week' ? weekOf(day).year : partsOfDay(day).year)

/** How many parts there will be at most, to be asked before they are made. */
const LENGTHS: Record<Grain, number> = { day: 1, week: 7, month: 28, quarter: 90, year: 365 }
export const mostBuckets = ({ start, end }: Days, grain: Grain): number =>
  Math.ceil(daysFrom(start, end) / LENGTHS[grain]) + 1

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A unit in words: 5月, 2026年5月, 第5周, 一季度; in English May, May 2026, W5, Q1. */
export function unitLabel(day: string, grain: Grain, language: BucketLanguage = 'zh', withYear = true): string {
  const { month, day: date } = partsOfDay(day)
  const year = yearIn(day, grain)
  if (grain === 'year') return language === 'zh' ? `${year}年` : String(year)
  const label = LABELS[language][grain]({ month, date, week: weekOf(day).week })
  if (!withYear) return label
  return language === 'zh' ? `${year}年${label}` : `${label} ${year}`
}

/** A period in words: 2026年, 2026年一季度; one that somebody chose by its days. */
export const periodName = (
  { start, end, by }: Days & { by: Grain | 'range' },
  language: BucketLanguage = 'zh',
): string =>
  by !== 'range' ? unitLabel(start, by, language) : language === 'zh' ? `${start} 至 ${end}` : `${start} to ${end}`

type Labels = Record<Exclude<Grain, 'year'>, (at: { month: number; date: number; week: number }) => string>
const LABELS: Record<BucketLanguage, Labels> = {
  zh: {
    day: ({ month, date }) => `${month}月${date}日`,
    week: ({ week }) => `第${week}周`,
    month: ({ month }) => `${month}月`,
    quarter: ({ month }) => `${'一二三四'[Math.ceil(month / 3) - 1]}季度`,
  },
  en: {
    day: ({ month, date }) => `${date} ${MONTHS[month - 1]}`,
    week: ({ week }) => `W${week}`,
    month: ({ month }) => MONTHS[month - 1] ?? '',
    quarter: ({ month }) => `Q${Math.ceil(month / 3)}`,
  },
}
