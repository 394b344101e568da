import { describe, expect, it } from 'vitest'
import { figuresIn } from '../../../src/console/charts/model/words.ts'
import type { DimensionFacts, Figures } from '../../../src/core/contract/statistics.ts'

const by: DimensionFacts[] = [
  { name: 'areaCode', label: '地区', kind: 'area' },
  { name: 'month', label: '月份', kind: 'time', grain: 'month' },
]
const row = (keys: string[], labels: string[]) => ({ keys, labels, values: [1], filters: {} })
const figures: Figures = {
  asOf: '2026-11-22 10:00:00',
  measures: ['things'],
  by: ['areaCode', 'month'],
  rows: [row(['990100', '2026-05'], ['甲市', '5月']), row(['990200', ''], ['乙市', '未注明'])],
  total: row([], []),
  subtotals: [{ ...row([], ['', '5月']), keys: [null, '2026-05'] }],
  filters: {},
}

describe('R1.04 parts of time on an English page', () => {
  it('are named in English, in sums too; names of areas and what has no date stay', () => {
    const said = figuresIn('en', figures, by)
    expect(said.rows.map(({ labels }) => labels)).toEqual([
      ['甲市', 'May'],
      ['乙市', '未注明'],
    ])
    expect(said.subtotals?.map(({ labels }) => labels)).toEqual([['', 'May']])
    expect(figuresIn('zh', figures, by)).toBe(figures)
  })

  it('name their year where there are several', () => {
    const rows = [row(['990100', '2025-12'], ['甲市', '2025年12月']), row(['990100', '2026-01'], ['甲市', '2026年1月'])]
    const said = figuresIn('en', { ...figures, rows }, by)
    expect(said.rows.map(({ labels }) => labels[1])).toEqual(['Dec 2025', 'Jan 2026'])
  })
})
