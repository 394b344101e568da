import type { Figures } from './statistics.ts'

/** What a number is compared with: the period before, and the same one last year. */
export type CompareKey = 'previous' | 'lastYear'

const YEAR_DIGITS = 4
/** The period before begins a year earlier: then it is the same period of last year, and 环比 is no word for it. */
function isYearBefore({ period, compared }: Figures): boolean {
  if (!period || !compared?.previous) return false
  const lastYear = String(Number(period.start.slice(0, YEAR_DIGITS)) - 1) + period.start.slice(YEAR_DIGITS)
  return compared.previous.start === lastYear
}

/** 环比 or 同比 */
export const changeWord = (figures: Figures, key: CompareKey): '环比' | '同比' =>
  key === 'lastYear' || isYearBefore(figures) ? '同比' : '环比'

/** The comparisons of these that say something of their own, in their order. */
export const saidOnce = (figures: Figures, keys: readonly CompareKey[]): CompareKey[] =>
  keys.filter(key => key === 'lastYear' || !keys.includes('lastYear') || !isYearBefore(figures))
