import type { Figures, SubtotalRow } from '../../../core/contract/statistics.ts'

/** The last column and the last line of a cross table, as figures of their own; each was counted by itself. */
export function aroundOf(
  figures: Figures,
  columns: readonly string[] | undefined,
): { rows?: Figures; columns?: Figures } {
  const { by, subtotals } = figures
  if (!subtotals || by.length < 2) return {}
  const above = columns ?? by.slice(-1)
  const [across, down] = [by.filter(name => above.includes(name)), by.filter(name => !above.includes(name))]
  if (across.length === 0 || down.length === 0) return {}
  return { rows: part(figures, subtotals, down), columns: part(figures, subtotals, across) }
}

/** The sums over all other dimensions. */
function part(figures: Figures, subtotals: readonly SubtotalRow[], by: readonly string[]): Figures {
  const places = by.map(name => figures.by.indexOf(name))
  const rows = subtotals.flatMap(row => {
    if (row.keys.some((key, at) => (key === null) === places.includes(at))) return []
    const [keys, labels] = [places.map(at => row.keys[at] ?? ''), places.map(at => row.labels[at] ?? '')]
    return [{ ...row, keys, labels }]
  })
  return { ...figures, by: [...by], rows }
}
