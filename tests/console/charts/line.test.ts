import { describe, expect, it } from 'vitest'
import type { Chart, DictionaryEntries } from '../../../src/core/contract/configuration.ts'
import { bandOf } from '../../../src/core/model/field/bands.ts'
import { monthsUpTo, MOST_LINES, pictureOf, wordsOf } from '../../../src/console/charts/pictureOf.ts'

const BANDS: DictionaryEntries = [
  ['5', '沉睡', 'default', 0],
  ['1', '高活跃', 'success', 80],
  ['3', '一般', 'processing', 40],
  ['0', '无法判定'],
]
const chart: Chart = { kind: 'line', label: '曲线', x: 'month', y: 'score', interval: 'month', last: 4 }
const drawn = (rows: object[], more: Partial<Chart> = {}) =>
  pictureOf({
    rows: rows as Record<string, unknown>[],
    chart: { ...chart, ...more },
    entries: BANDS,
    unit: '分',
    today: '2026-02-03',
  })

describe('bands', () => {
  it.each([
    [100, '1'],
    [80, '1'],
    [79, '3'],
    [40, '3'],
    [39.5, '5'],
    [0, '5'],
    [-1, undefined],
  ])('%s is in %s', (value, band) => expect(bandOf(BANDS, value)).toBe(band))
})

describe('a line', () => {
  it('stands over the months up to this one, over the turn of a year', () =>
    expect(monthsUpTo('2026-02-03', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']))

  it('is in order whatever the order of the rows, has gaps where a month has none, and nothing older', () => {
    const { picture } = drawn([
      { month: '2026-02', score: 90 },
      { month: '2025-11', score: 10 },
      { month: '2025-10', score: 1 },
      { month: '2026-01', score: null },
    ])
    expect(picture.lines).toEqual([{ key: '', name: '', values: [10, null, null, 90] }])
    expect(picture).toMatchObject({
      range: [0, 100],
      ticks: [0, 40, 80, 100],
      bands: [
        { label: '高活跃', from: 80, to: 100 },
        { label: '一般', from: 40, to: 80 },
        { label: '沉睡', from: 0, to: 40 },
      ],
    })
    expect(wordsOf('曲线', picture)).toBe('曲线，2025-11 至 2026-02，最近 2026-02 为 90分 高活跃')
  })

  it('is one for each value of its series, called what that is called last; those beyond the colours are counted', () => {
    const rows = Array.from({ length: MOST_LINES + 2 }, (_, i) => ({
      id: `k${i}`,
      name: i < 2 ? '同名' : `店${i}`,
      month: '2026-01',
      score: i,
    }))
    const { picture, more } = drawn([...rows, { id: 'k0', name: '旧名', month: '2025-12', score: 5 }], {
      series: 'id',
      named: 'name',
    })
    expect(more).toBe(2)
    expect(picture.lines.slice(0, 3).map(({ name, values }) => [name, values])).toEqual([
      ['同名', [null, 5, 0, null]],
      ['同名（2）', [null, null, 1, null]],
      ['店2', [null, null, 2, null]],
    ])
    expect(wordsOf('曲线', picture)).toBe('曲线，2025-11 至 2026-02，共 8 条线')
  })

  it('has what x has, where it is no month', () => {
    const { interval: _, ...plain } = chart
    const { picture } = pictureOf({
      rows: [
        { month: 'b', score: 2 },
        { month: 'a', score: 1 },
      ],
      chart: plain,
      entries: [],
      unit: '',
      today: '2026-02-03',
    })
    expect(picture).toMatchObject({ xs: ['a', 'b'], range: [0, 2], bands: [] })
  })
})

describe('several columns of one list', () => {
  const rows = [
    { id: 'a', day: '01-01', sale: 10, low: 8, on: 0, rules: '' },
    { id: 'b', day: '01-02', sale: 12, low: null, on: 1, rules: 'P1' },
    { id: 'c', day: '01-03', sale: 9, low: 8, on: 1, rules: '' },
    { id: 'd', day: '01-04', sale: null, low: 8, on: 0, rules: 'P5' },
  ]
  const { picture } = pictureOf({
    rows,
    chart: {
      kind: 'line',
      label: '价格',
      x: 'day',
      y: 'sale',
      also: ['low'],
      during: { field: 'on', label: '促销期' },
      markers: { field: 'rules', page: 'found', filter: 'recordId' },
      last: 60,
    },
    entries: [],
    unit: '元',
    today: '2026-02-03',
    columns: [
      { name: 'sale', label: '售价' },
      { name: 'low', label: '前7日最低' },
    ],
    rowKey: 'id',
  })

  it('are lines of their own, by the names of the columns, with gaps where a row has none', () =>
    expect(picture.lines).toEqual([
      { key: 'sale', name: '售价', values: [10, 12, 9, null] },
      { key: 'low', name: '前7日最低', values: [8, null, 8, 8] },
    ]))

  it('stand over the stretch in which a flag is set, and say which rows are marked', () => {
    expect(picture.spans).toEqual([{ label: '促销期', from: 1, to: 2 }])
    expect([...(picture.marked ?? [])]).toEqual([
      [1, { text: 'P1', key: 'b' }],
      [3, { text: 'P5', key: 'd' }],
    ])
  })
})
