import { describe, expect, it } from 'vitest'
import type { FigureRow, Figures } from '../../../src/core/contract/statistics.ts'
import { lockedFigures } from '../../../src/core/statistics/locked.ts'

const row = (keys: string[], values: (number | null)[], more: Partial<FigureRow> = {}): FigureRow => ({
  keys,
  labels: keys,
  values,
  filters: { area: keys[0] },
  ...more,
})
const figures = (rows: FigureRow[], total: number[], more: Partial<Figures> = {}): Figures => ({
  asOf: '2026-11-22 10:00:00',
  measures: ['checks', 'fined'],
  by: ['area'],
  rows,
  total: row([], total),
  list: { page: 'a/list', filters: {} },
  filters: {},
  ...more,
})

describe('numbers that are locked', () => {
  it('are shown as they were, and say what they would be now', () => {
    const kept = figures([row(['a'], [3, 1.5]), row(['b'], [2, 0])], [5, 1.5], { asOf: '2026-10-02 09:00:00' })
    const live = figures([row(['b'], [2, 0]), row(['a'], [4, 1.5])], [6, 1.5])
    const { figures: shown, changed } = lockedFigures(live, kept)
    expect(shown.rows.map(({ keys, values, now }) => [keys[0], values, now])).toEqual([
      ['a', [3, 1.5], [4, 1.5]],
      ['b', [2, 0], undefined],
    ])
    expect(shown.total).toMatchObject({ values: [5, 1.5], now: [6, 1.5] })
    expect([changed, shown.asOf]).toEqual([2, '2026-10-02 09:00:00'])
  })

  it('lead to the lists of today, with the rights of today', () => {
    const kept = figures([row(['a'], [3, 0], { filters: { area: 'a', old: '1' } })], [3, 0], {
      list: { page: 'other/list', filters: {} },
    })
    const { list: _list, ...live } = figures([row(['a'], [3, 0])], [3, 0])
    const { figures: shown } = lockedFigures(live, kept)
    expect(shown.list).toBeUndefined()
    expect(shown.rows[0]?.filters).toEqual({ area: 'a' })
  })

  it('keep a group that is gone, and tell of one that has come since', () => {
    const kept = figures([row(['gone'], [2, 0]), row(['none'], [0, 0])], [2, 0])
    const live = figures([row(['new'], [7, 0]), row(['nothing'], [0, 0])], [7, 0])
    const { figures: shown, changed } = lockedFigures(live, kept)
    expect(shown.rows.map(({ keys, values, now }) => [keys[0], values, now])).toEqual([
      ['gone', [2, 0], [null, null]],
      ['none', [0, 0], undefined],
      ['new', [null, null], [7, 0]],
    ])
    expect(changed).toBe(3)
  })

  it('are found by the names of their measures, whatever order the page gives them now', () => {
    const kept = figures([row(['a'], [1.5, 3])], [1.5, 3], { measures: ['fined', 'checks'] })
    const live = figures([row(['a'], [3, 1.5])], [3, 1.5], { measures: ['checks', 'fined'] })
    const { figures: shown, changed } = lockedFigures(live, kept)
    expect(shown.rows[0]?.values).toEqual([3, 1.5])
    expect(changed).toBe(0)
  })

  it('differ by no last bit of an average', () => {
    const { changed } = lockedFigures(figures([], [0.1 + 0.2, 0]), figures([], [0.3, 0]))
    expect(changed).toBe(0)
  })
})
