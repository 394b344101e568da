import { describe, expect, it } from 'vitest'
import type { FigureRow } from '../../../src/core/contract/statistics.ts'
import { valueAxis } from '../../../src/console/charts/layout/axis.ts'
import { layoutBars } from '../../../src/console/charts/layout/bars.ts'
import { layoutLines, nearestPoint } from '../../../src/console/charts/layout/lines.ts'
import { namesBelow, timesBelow } from '../../../src/console/charts/layout/names.ts'
import { gridOf } from '../../../src/console/charts/model/series.ts'
import { CLUES, figuresOf, group, randomOf, RATE } from './figures.ts'

/** What a statistic may well answer: negative, null, none, one, many, all zero, huge. */
const KINDS: [name: string, value: (random: () => number) => number | null, count: number][] = [
  ['ordinary', random => Math.round(random() * 1000), 12],
  ['negative', random => Math.round(random() * 1000 - 500), 12],
  ['with gaps', random => (random() < 0.4 ? null : Math.round(random() * 50)), 30],
  ['one', random => random(), 1],
  ['many', random => Math.round(random() * 9), 200],
  ['zero', () => 0, 8],
  ['huge', random => random() * 1e15, 5],
  ['tiny', random => random() * 1e-9, 5],
  ['empty', () => null, 3],
]
const rowsOf = (value: (random: () => number) => number | null, count: number, seed: number): FigureRow[] => {
  const random = randomOf(seed)
  return Array.from({ length: count }, (_, i) => group(`名称${'长'.repeat(i % 7)}${i}`, [value(random), value(random)]))
}
const isNumber = (value: number): boolean => Number.isFinite(value)

describe.each(KINDS)('figures that are %s', (_, value, count) => {
  it.each([1, 2, 3])('give bars inside their box, and a name for each category (%s)', seed => {
    for (const isStacked of [true, false])
      for (const [width, height] of [
        [240, 120],
        [900, 400],
      ] as const) {
        const figures = figuresOf(rowsOf(value, count, seed), { measures: ['clues', 'more'] })
        const grid = gridOf(figures, [CLUES, { ...CLUES, name: 'more' }])
        const series = grid.series.map((one, line) => ({ one, line }))
        const { bars, names, box, height: all } = layoutBars({ grid, series, width, height, isStacked, isTime: false })
        expect(names).toHaveLength(count)
        expect(names.every(({ lines }) => lines.join('') !== '')).toBe(true)
        for (const bar of bars) {
          expect([bar.x, bar.y, bar.width, bar.height].every(isNumber)).toBe(true)
          expect(bar.x).toBeGreaterThanOrEqual(box.left - 0.01)
          expect(bar.x + bar.width).toBeLessThanOrEqual(width + 0.01)
          expect(bar.y).toBeGreaterThanOrEqual(box.top - 0.01)
          expect(bar.y + bar.height).toBeLessThanOrEqual(all + 0.01)
        }
        const drawn = grid.series.flatMap(one => one.cells.filter(cell => cell?.value !== null))
        expect(bars).toHaveLength(drawn.length)
      }
  })

  it('give lines whose points stand inside their box', () => {
    const values = rowsOf(value, count, 5).map(row => row.values[0] ?? null)
    const numbers = values.filter(one => one !== null)
    const axis = valueAxis({ values: numbers, measure: CLUES, room: 200 })
    const xs = values.map((_one, i) => `2026-${i}`)
    const { points, box, lines } = layoutLines({
      xs,
      lines: [{ line: 0, values }],
      axis,
      width: 400,
      height: 200,
      isTime: true,
    })
    expect(points).toHaveLength(numbers.length)
    for (const { x, y } of points) {
      expect(x >= box.left && x <= box.left + box.width).toBe(true)
      expect(y >= box.top - 0.01 && y <= box.top + box.height + 0.01).toBe(true)
    }
    expect(lines[0]?.d).not.toMatch(/NaN/)
  })
})

describe('an axis', () => {
  it('of what is counted has whole ticks, in one unit, and nothing but zero where there is nothing', () => {
    expect(valueAxis({ values: [1, 2], measure: CLUES, room: 400 }).ticks.map(({ text }) => text)).toEqual([
      '0',
      '1',
      '2',
    ])
    expect(valueAxis({ values: [0, 0], measure: CLUES, room: 400 }).ticks.map(({ text }) => text)).toEqual(['0'])
    const { scale, ticks } = valueAxis({ values: [38_000], measure: CLUES, room: 150 })
    expect([scale.unit, ticks.map(({ text }) => text)]).toEqual(['万件', ['0', '1', '2', '3', '4']])
  })

  it('of shares is told in per cent', () =>
    expect(valueAxis({ values: [0.93], measure: RATE, room: 100 }).ticks.map(({ text }) => text)).toEqual([
      '0',
      '50',
      '100',
    ]))
})

describe('names of categories', () => {
  it('are wrapped, then tilted, then the bars are turned', () => {
    const names = ['网络交易平台', '微信小程序']
    expect(namesBelow(names, 90, 80).form).toBe('plain')
    expect(namesBelow(names, 50, 80)).toMatchObject({
      form: 'wrapped',
      lines: [
        ['网络交', '易平台'],
        ['微信小', '程序'],
      ],
    })
    expect(namesBelow(names, 17, 80).form).toBe('tilted')
    expect(namesBelow(names, 10, 80).form).toBe('turn')
  })

  it('are thinned where they are days, the last one always said', () => {
    const days = Array.from({ length: 31 }, (_, i) => `11-${i}`)
    const { lines, every } = timesBelow(days, 12)
    expect(lines.at(-1)).toEqual(['11-30'])
    expect(lines.filter(one => one.length > 0)).toHaveLength(Math.ceil(31 / every))
  })
})

describe('a line', () => {
  it('is broken where there is no value', () => {
    const axis = valueAxis({ values: [1, 2], measure: CLUES, room: 100 })
    const { lines } = layoutLines({
      xs: ['a', 'b', 'c', 'd', 'e'],
      lines: [{ line: 0, values: [1, 2, null, 1, 2] }],
      axis,
      width: 300,
      height: 100,
      isTime: true,
    })
    expect(lines[0]?.d.match(/M/g)).toHaveLength(2)
  })

  it('is pointed at where it is nearest along x', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 50 },
    ]
    expect(nearestPoint(points, 70, 45)).toBe(2)
    expect(nearestPoint([], 0, 0)).toBeUndefined()
  })
})
