import type { Figures } from '../../../core/contract/statistics.ts'

/** `none`: nothing has come yet; `zero`: it was counted, and there are none. The two never look alike. */
export type Emptiness = 'none' | 'zero'

export function emptyOf({ rows, total, by }: Pick<Figures, 'rows' | 'total' | 'by'>): Emptiness | undefined {
  if (by.length > 0 && rows.length === 0) return 'none'
  if ([...rows, total].some(row => row.withheld)) return undefined
  const values = (rows.length > 0 ? rows : [total]).flatMap(row => row.values)
  if (values.every(value => value === null)) return 'none'
  return values.every(value => value === null || value === 0) ? 'zero' : undefined
}
