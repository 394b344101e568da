import { periodOf } from '../../../core/period/period.ts'
import { unitLabel, type BucketLanguage } from '../../../core/period/buckets.ts'
import type { DimensionFacts, Figures } from '../../../core/contract/statistics.ts'

/**
 * Figures whose parts of time are named in the reader's language: the server knows none and says them in Chinese. Names
 * of areas are data, like those of shops: they stay as the lists behind the numbers have them.
 */
export function figuresIn(language: BucketLanguage, figures: Figures, by: readonly DimensionFacts[]): Figures {
  const times = figures.by.flatMap((name, at) => {
    const dimension = by.find(one => one.name === name)
    return dimension?.kind === 'time' && dimension.grain !== undefined ? [{ at, grain: dimension.grain }] : []
  })
  if (language === 'zh' || times.length === 0) return figures
  const keys = times.flatMap(({ at }) => figures.rows.map(row => row.keys[at] ?? ''))
  const withYear = new Set(keys.flatMap(key => key.slice(0, 4) || [])).size > 1
  const named = (keys: readonly (string | null)[], labels: readonly string[]): string[] => {
    const own = [...labels]
    for (const { at, grain } of times) {
      const start = periodOf(keys[at] ?? '').period?.start
      if (start !== undefined) own[at] = unitLabel(start, grain, language, withYear)
    }
    return own
  }
  const { rows, subtotals } = figures
  return {
    ...figures,
    rows: rows.map(row => ({ ...row, labels: named(row.keys, row.labels) })),
    ...(subtotals ? { subtotals: subtotals.map(row => ({ ...row, labels: named(row.keys, row.labels) })) } : {}),
  }
}
