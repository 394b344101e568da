import { afterEach, describe, expect, it } from 'vitest'
import { changeOf, changesOf } from '../../../src/console/charts/model/change.ts'
import { emptyOf } from '../../../src/console/charts/model/empty.ts'
import {
  numberText,
  rounded,
  scaledText,
  scaleOf,
  shortText,
  valueText,
} from '../../../src/console/charts/model/numbers.ts'
import { sentenceOf } from '../../../src/console/charts/model/sentence.ts'
import { gridOf, panelsOf } from '../../../src/console/charts/model/series.ts'
import { cellText, tableOf } from '../../../src/console/charts/model/table.ts'
import { shortened, wrapped } from '../../../src/console/charts/model/text.ts'
import { textWidth } from '../../../src/console/i18n/width.ts'
import { walk } from '../../../src/console/charts/model/walk.ts'
import { classesOf } from '../../../src/console/charts/model/colours.ts'
import type { FigureRow, Figures } from '../../../src/core/contract/statistics.ts'
import { CLUES, figuresOf, group, PLATFORM, randomOf, RATE } from './figures.ts'

afterEach(() => localStorage.clear())

describe('numbers', () => {
  it.each([
    [1.005, 2, 1.01],
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [-0.4, 0, 0],
    [79.995, 2, 80],
    [1e21, 2, 1e21],
    [1e-7, 2, 0],
  ])('%s with %s digits is %s: a half goes away from zero', (value, digits, expected) =>
    expect(rounded(value, digits)).toBe(expected),
  )

  it.each([
    [1234567, undefined, '1,234,567'],
    [0.5, undefined, '0.5'],
    [-1234.5, 2, '-1,234.50'],
    [-0.001, 2, '0.00'],
  ])('%s is written %s, %s', (value, digits, text) => expect(numberText(value, digits)).toBe(text))

  it('are told with their unit, a share in per cent, none as a dash', () => {
    expect(valueText(1234, CLUES)).toBe('1,234件')
    expect(valueText(0.8355, RATE)).toBe('83.6%')
    expect(valueText(null, RATE)).toBe('–')
    expect(valueText(3, { kind: 'sum', unit: 'kg', digits: 2 })).toBe('3.00 kg')
  })

  it.each([
    [9999, '件', '件', '9,999'],
    [10000, '件', '万件', '1'],
    [123456789, '件', '亿件', '1.23'],
    [-20000, '件', '万件', '-2'],
    // 万万元 is no unit
    [25000, '万元', '亿元', '2.5'],
    [9000, '万元', '万元', '9,000'],
    [25000, '亿元', '亿元', '25,000'],
  ])('an axis up to %s%s is told in %s: %s', (most, unit, word, text) => {
    const scale = scaleOf(most, { kind: 'sum', unit })
    expect([scale.unit, scaledText(most, { kind: 'sum', unit }, scale)]).toEqual([word, text])
  })

  it('have English words in English', () => {
    localStorage.setItem('lang', 'en')
    expect(scaleOf(2_500_000, { kind: 'count', unit: '' })).toEqual({ divisor: 1e6, unit: 'm' })
  })

  it('are shortened from a million on', () => {
    expect(shortText(999_999, CLUES)).toEqual(['999,999', '件'])
    expect(shortText(1_234_567, CLUES)).toEqual(['123.46', '万件'])
    expect(shortText(null, CLUES)).toEqual(['–', ''])
  })
})

describe('a change', () => {
  it.each([
    [110, 100, 'up', '+10.0%', 'good'],
    [90, 100, 'down', '-10.0%', 'bad'],
    [100, 100, 'same', '0.0%', 'neutral'],
    [-50, -100, 'up', '+50.0%', 'good'],
    [5, 0, undefined, '—', 'neutral'],
    [null, 5, undefined, '—', 'neutral'],
    [5, null, undefined, '—', 'neutral'],
  ] as const)('from %s against %s goes %s by %s: %s', (now, then, direction, text, tone) =>
    expect(changeOf(now, then, { kind: 'count', better: 'up' })).toMatchObject({
      text,
      tone,
      ...(direction && { direction }),
    }),
  )

  it('of a share is told in percentage points, from nothing too', () => {
    expect(changeOf(0.835, 0.82, RATE)).toMatchObject({ text: '+1.5个百分点', tone: 'good' })
    expect(changeOf(0.1, 0, RATE)).toMatchObject({ text: '+10.0个百分点' })
  })

  it('too small to be seen is none: neither arrow nor colour', () => {
    expect(changeOf(100_001, 100_000, { kind: 'count', better: 'up' })).toEqual({
      direction: 'same',
      text: '0.0%',
      tone: 'neutral',
    })
    expect(changeOf(0.50001, 0.5, RATE)).toMatchObject({ direction: 'same', text: '0.0个百分点', tone: 'neutral' })
  })

  it('of a year is said once: the period before is the same one last year', () => {
    const row = { ...group('a', [3]), previous: [2], lastYear: [2] }
    const year = { start: '2025-01-01', end: '2025-11-23' }
    const month = { start: '2026-10-01', end: '2026-10-23' }
    const ofYear = { ...figuresOf([row]), period: { start: '2026-01-01', end: '2026-12-31' } }
    const ofMonth = { ...figuresOf([row]), period: { start: '2026-11-01', end: '2026-11-30' } }
    const words = (figures: Figures, of: FigureRow = row) => changesOf(figures, of, 0, CLUES).map(({ word }) => word)
    expect(words({ ...ofYear, compared: { previous: year, lastYear: year } })).toEqual(['同比'])
    expect(words({ ...ofMonth, compared: { previous: month, lastYear: year } })).toEqual(['环比', '同比'])
    // nor is it called the one before where nobody asked for both
    expect(words({ ...ofYear, compared: { previous: year } }, group('a', [3], { previous: [2] }))).toEqual(['同比'])
    const heads = tableOf({ ...ofYear, compared: { previous: year, lastYear: year } }, [CLUES]).head
    expect(heads.map(({ label }) => label).slice(1)).toEqual(['线索数', '线索数 去年同期', '线索数 同比'])
  })

  it('is told of what still changes only when its period is over, as the one before has had its time', () => {
    const row = { ...group('a', [3]), previous: [2] }
    const until = (end: string) => ({
      ...figuresOf([row]),
      asOf: '2026-11-22 10:00:00',
      period: { start: '2026-11-01', end },
    })
    const told = (figures: Figures, matures: boolean) => changesOf(figures, row, 0, { ...CLUES, matures }).length
    expect([told(until('2026-11-30'), true), told(until('2026-11-22'), true), told(until('2026-11-21'), true)]).toEqual(
      [0, 0, 1],
    )
    expect(told(until('2026-11-30'), false)).toBe(1)
  })

  it('is neutral where nobody has said which direction is good, and bad where more is worse', () => {
    expect(changeOf(2, 1, { kind: 'count' }).tone).toBe('neutral')
    expect(changeOf(2, 1, { kind: 'count', better: 'down' }).tone).toBe('bad')
  })
})

describe('empty figures', () => {
  it('nothing yet and zero are told apart', () => {
    expect(emptyOf(figuresOf([]))).toBe('none')
    expect(emptyOf(figuresOf([group('a', [null])]))).toBe('none')
    expect(emptyOf(figuresOf([group('a', [0])], { total: group('', [0]) }))).toBe('zero')
    expect(emptyOf(figuresOf([], { by: [], total: group('', [0]) }))).toBe('zero')
    expect(emptyOf(figuresOf([], { by: [], total: group('', [null]) }))).toBe('none')
    expect(emptyOf(figuresOf([group('a', [1])]))).toBeUndefined()
  })

  it('what is withheld is not empty', () =>
    expect(emptyOf(figuresOf([group('a', [null], { withheld: true })]))).toBeUndefined())
})

describe('series', () => {
  it('are the measures of one dimension; what was left out stands last', () => {
    const figures = figuresOf([
      group('其他', [5], { keys: [''], rest: true }),
      group('', [1], { keys: [''], labels: [''] }),
    ])
    const { categories, series } = gridOf(figures, [CLUES])
    expect(categories.map(({ label }) => label)).toEqual(['未注明', '其他'])
    expect(series[0]?.cells.map(cell => cell?.value)).toEqual([1, 5])
  })

  it('are the groups of a second dimension, with holes where there is no group', () => {
    const rows = [
      group('a', [1], { keys: ['1', 'x'], labels: ['一月', '甲'] }),
      group('b', [2], { keys: ['2', 'y'], labels: ['二月', '乙'] }),
    ]
    const { series } = gridOf(figuresOf(rows, { by: ['month', 'platform'] }), [CLUES])
    expect(series.map(({ label, cells }) => [label, cells.map(cell => cell?.value)])).toEqual([
      ['甲', [1, undefined]],
      ['乙', [undefined, 2]],
    ])
  })

  it('share no axis with another unit', () => {
    const { series } = gridOf(figuresOf([group('a', [1, 0.5])], { measures: ['clues', 'rate'] }), [CLUES, RATE])
    expect(panelsOf(series).map(panel => panel.map(({ key }) => key))).toEqual([['clues'], ['rate']])
  })

  it('have colours by meaning only where each has its own', () => {
    const entries: [string, string, 'success' | 'error'][] = [
      ['1', '好', 'success'],
      ['2', '坏', 'error'],
      ['3', '很坏', 'error'],
    ]
    expect(classesOf(['key:1', 'key:2'], entries)).toEqual(['tone-success', 'tone-error'])
    expect(classesOf(['1', '2', '3'], entries)).toEqual(['c1', 'c2', 'c3'])
    expect(classesOf(['a', 'b'], undefined, { a: 'warning', b: 'default' })).toEqual(['tone-warning', 'tone-default'])
  })
})

describe('a picture as table', () => {
  const figures = figuresOf([group('甲', [3, 0.5], { previous: [2, 0.25] })], {
    measures: ['clues', 'rate'],
    total: { keys: [], labels: [], values: [999, 0.4], previous: [0, null], filters: {} },
  })
  const table = tableOf(figures, [CLUES, RATE], [PLATFORM])

  it('has exact numbers, those before, and the total as it was counted', () => {
    expect(table.head.map(({ label }) => label)).toEqual([
      '平台',
      '线索数',
      '线索数 上期',
      '线索数 环比',
      '办结率',
      '办结率 上期',
      '办结率 环比',
    ])
    expect(table.rows[0]?.cells).toEqual(['甲', 3, 2, '+50.0%', 0.5, 0.25, '+25.0个百分点'])
    expect(table.total?.cells).toEqual(['合计', 999, 0, '—', 0.4, null, '—'])
  })

  it('writes each as the picture does, and withheld numbers as a star', () => {
    const row = table.rows[0]!
    expect(table.head.map((column, at) => cellText(column, row, at))).toEqual([
      '甲',
      '3件',
      '2件',
      '+50.0%',
      '50.0%',
      '25.0%',
      '+25.0个百分点',
    ])
    const withheld = tableOf(figuresOf([group('甲', [null], { withheld: true })]), [CLUES]).rows[0]!
    expect(cellText({ name: 'clues', label: '', kind: 'number', measure: CLUES }, withheld, 1)).toBe('*')
  })

  it('has no sum of the way to a number, but the number; what was not compared stays empty', () => {
    const way = figuresOf([group('九月', [4]), group('十月', [3])], {
      total: { keys: [], labels: [], values: [3], previous: [4], filters: {} },
    })
    const { rows, total } = tableOf(way, [CLUES], [PLATFORM], true)
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['九月', 4, '', ''],
      ['十月', 3, '', ''],
    ])
    expect(total?.cells).toEqual(['本期', 3, 4, '-25.0%'])
  })

  it('has one row where nothing is cut', () =>
    expect(tableOf(figuresOf([], { by: [] }), [CLUES])).toMatchObject({ rows: [{ cells: [999] }] }))
})

describe('the sentence of a picture', () => {
  it('says all, the highest, the lowest and the change', () => {
    const rows = [group('甲', [3]), group('乙', [9]), group('丙', [3]), group('其他', [50], { rest: true })]
    const total = { keys: [], labels: [], values: [65], previous: [50], filters: {} }
    expect(sentenceOf({ figures: figuresOf(rows, { total }), measures: [CLUES] })).toBe(
      '线索数65件，最高乙（9件），最低甲、丙（3件），环比+30.0%。',
    )
  })

  it('says that there is nothing, and no extremes where all are equal', () => {
    expect(sentenceOf({ figures: figuresOf([]), measures: [CLUES] })).toBe('暂无数据')
    expect(sentenceOf({ figures: figuresOf([group('甲', [3]), group('乙', [3])]), measures: [CLUES] })).toBe(
      '线索数999件。',
    )
  })
})

describe('texts', () => {
  it('are as wide as their letters, and are cut or wrapped to a width', () => {
    expect(textWidth('网店')).toBe(24)
    expect(shortened('网络交易监督管理', 60)).toBe('网络交易…')
    expect(shortened('网店', 60)).toBe('网店')
    expect(wrapped('网络交易监督', 36, 2)).toEqual(['网络交', '易监督'])
    expect(wrapped('网络交易监督', 36, 1)).toBeUndefined()
    expect(wrapped('Taobao', 12, 3)).toBeUndefined()
  })
})

describe('arrow keys', () => {
  const marks = [
    { at: 0, line: 0 },
    { at: 1, line: 0 },
    { at: 3, line: 0 },
    { at: 0, line: 1 },
    { at: 2, line: 1 },
  ]
  it.each([
    [undefined, 'ArrowRight', 0],
    [1, 'ArrowRight', 2],
    [2, 'ArrowRight', 2],
    [2, 'ArrowDown', 4],
    [4, 'ArrowUp', 1],
    [4, 'Home', 0],
    [0, 'End', 4],
    [0, 'a', undefined],
  ])('from %s by %s to %s', (from, key, to) => expect(walk(marks, from, key)).toBe(to))

  it('up and down walk along where there is one line', () => {
    expect(walk(marks.slice(0, 3), 0, 'ArrowDown')).toBe(1)
    expect(walk([], undefined, 'ArrowDown')).toBeUndefined()
  })

  it('reach every mark of a full grid', () => {
    const random = randomOf(7)
    const all = Array.from({ length: 12 }, (_, i) => ({ at: i % 4, line: Math.floor(i / 4) }))
    const seen = new Set<number>()
    let at: number | undefined
    for (let i = 0; i < 2000; i++) {
      at = walk(all, at, ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'][Math.floor(random() * 4)]!)
      seen.add(at!)
    }
    expect(seen.size).toBe(12)
  })
})
