import type { FigureRow, Figures, SubtotalRow } from '../contract/statistics.ts'

interface Row {
  keys: readonly (string | null)[]
  values: (number | null)[]
}

/** Numbers shown as they were locked; `changed`: how many of them would be others now. */
export interface Locked {
  figures: Figures
  changed: number
}

/**
 * The numbers of a widget as they were locked. What leads to their lists is of today, because the reader's rights are.
 * A group that has come since is told with nothing locked; one that is gone keeps what it had.
 */
export function lockedFigures(live: Figures, kept: Figures): Locked {
  let changed = 0
  const place = new Map(live.measures.map((name, i) => [i, kept.measures.indexOf(name)] as const))
  const taken = (values: readonly (number | null)[] | undefined): (number | null)[] =>
    live.measures.map((_, i) => values?.[place.get(i) ?? -1] ?? null)
  const one = <R extends FigureRow | SubtotalRow>(now: R | undefined, then: R | undefined): R => {
    const base = (now ?? then) as R
    const values = taken(then?.values)
    const today = now ? now.values : live.measures.map(() => null)
    const differing = values.filter((value, i) => {
      // of a group that is gone, or was not there yet, nothing was counted: that is what a zero says, too
      if (!now || !then) return Boolean(value) || Boolean(today[i])
      return !isSame(value, today[i] ?? null)
    }).length
    changed += differing
    const { previous: _previous, lastYear: _lastYear, now: _now, ...rest } = base
    return {
      ...rest,
      ...(then ? { labels: then.labels } : {}),
      values,
      ...(then?.previous ? { previous: taken(then.previous) } : {}),
      ...(then?.lastYear ? { lastYear: taken(then.lastYear) } : {}),
      ...(differing > 0 ? { now: today } : {}),
    } as R
  }
  const all = <R extends FigureRow | SubtotalRow>(now: readonly R[], then: readonly R[]): R[] => {
    const [today, before] = [byKey(now), byKey(then)]
    return [
      ...then.map(row => one(today.get(keyOf(row)), row)),
      ...now.filter(row => !before.has(keyOf(row)) && row.values.some(Boolean)).map(row => one(row, undefined)),
    ]
  }
  const { compared: _compared, ...rest } = live
  const figures: Figures = {
    ...rest,
    asOf: kept.asOf,
    ...(kept.compared ? { compared: kept.compared } : {}),
    rows: all(live.rows, kept.rows),
    total: one(live.total, kept.total),
    ...(live.subtotals ? { subtotals: all(live.subtotals, kept.subtotals ?? []) } : {}),
  }
  return { figures, changed }
}

const keyOf = ({ keys }: Row): string => JSON.stringify(keys)
const byKey = <R extends Row>(rows: readonly R[]): Map<string, R> => new Map(rows.map(row => [keyOf(row), row]))

const NEAR = 1e-9
/** An average may differ in its last bit, though nothing has changed. */
const isSame = (a: number | null, b: number | null): boolean =>
  a === null || b === null ? a === b : Math.abs(a - b) <= NEAR * Math.max(1, Math.abs(a))
