import { describe, expect, it } from 'vitest'
import type { FigureRow, MeasureFacts } from '../../../src/core/contract/statistics.ts'
import { layoutCloud, overlap } from '../../../src/console/charts/layout/cloud.ts'
import { layoutFunnel } from '../../../src/console/charts/layout/funnel.ts'
import { bowOf, fitOf, linesBeside, namedMap, namesOn, ON_PAGE } from '../../../src/console/charts/layout/map.ts'
import { partsOf } from '../../../src/console/charts/layout/paper.ts'
import { pivotOf, type Pivot } from '../../../src/console/charts/layout/pivot.ts'
import { layoutPie, layoutRose, ringPath, shareRoom } from '../../../src/console/charts/layout/round.ts'
import { numberText } from '../../../src/console/charts/model/numbers.ts'
import { classesFor, classOf, legendOf } from '../../../src/console/charts/model/classes.ts'
import { blocksOf, piecesOf } from '../../../src/console/charts/model/markdown.ts'
import { textWidth } from '../../../src/console/i18n/width.ts'
import { CLUES, figuresOf, group, randomOf, RATE } from './figures.ts'

const at = (keys: string[], values: FigureRow['values']): FigureRow => group('', values, { keys, labels: keys })
const textOf = (pivot: Pivot): unknown[][] => [
  ...pivot.heads.map(line => line.map(({ label, columns, lines }) => [label, columns, lines])),
  ...pivot.lines.map(({ heads, cells }) => [
    ...heads.map(({ label, columns, lines }) => [label, columns, lines]),
    ...cells.map(({ row, value }) => (row ? value : undefined)),
  ]),
]

describe('a cross table', () => {
  const rows = [at(['甲', 'A', '1月'], [1, 0.1]), at(['甲', 'B', '1月'], [2, 0.2]), at(['乙', 'A', '2月'], [3, 0.3])]
  const figures = figuresOf(rows, { by: ['city', 'kind', 'month'], measures: ['clues', 'rate'] })
  const asked = { figures, measures: [CLUES, RATE], labels: ['市', '类', '月'] }

  it('merges heads above and beside, has a hole where there is no group, and no total that nobody counted', () =>
    expect(textOf(pivotOf(asked))).toEqual([
      [
        ['市', 1, 2],
        ['类', 1, 2],
        ['1月', 2, 1],
        ['2月', 2, 1],
      ],
      [
        ['线索数(件)', 1, 1],
        ['办结率', 1, 1],
        ['线索数(件)', 1, 1],
        ['办结率', 1, 1],
      ],
      [['甲', 1, 2], ['A', 1, 1], 1, 0.1, undefined, undefined],
      [['B', 1, 1], 2, 0.2, undefined, undefined],
      [['乙', 1, 1], ['A', 1, 1], undefined, undefined, 3, 0.3],
    ]))

  it('takes each total from the question that counted it, and sums nothing', () => {
    const around = {
      rows: figuresOf([at(['甲', 'A'], [11, 0.5]), at(['甲', 'B'], [12, null]), at(['乙', 'A'], [13, 0.7])], {
        by: ['city', 'kind'],
      }),
      columns: figuresOf([at(['1月'], [21, 0.8]), at(['2月'], [22, 0.9])], { by: ['month'] }),
    }
    const pivot = pivotOf({ ...asked, around })
    expect(pivot.lines.map(({ cells }) => cells.slice(-2).map(({ value }) => value))).toEqual([
      [11, 0.5],
      [12, null],
      [13, 0.7],
      [999, null],
    ])
    expect(pivot.lines.at(-1)).toMatchObject({ isTotal: true, heads: [{ label: '合计', columns: 2 }] })
    expect(pivot.lines.at(-1)?.cells.map(({ value }) => value)).toEqual([21, 0.8, 22, 0.9, 999, null])
    expect(pivot.heads[0]?.at(-1)).toMatchObject({ label: '合计', columns: 2, lines: 1 })
  })

  it('of one dimension has its measures above and the total below', () =>
    expect(textOf(pivotOf({ figures: figuresOf([at(['甲'], [1])]), measures: [CLUES], labels: ['市'] }))).toEqual([
      [
        ['市', 1, 1],
        ['线索数(件)', 1, 1],
      ],
      [['甲', 1, 1], 1],
      [['合计', 1, 1], 999],
    ]))

  it('covers its whole grid with heads, whatever the groups', () => {
    const random = randomOf(3)
    for (let round = 0; round < 30; round++) {
      const some = Array.from({ length: 1 + Math.floor(random() * 30) }, () =>
        at(
          [1, 2, 3].map(() => String(Math.floor(random() * 4))),
          [random()],
        ),
      )
      const pivot = pivotOf({
        figures: figuresOf(some, { by: ['a', 'b', 'c'] }),
        measures: [CLUES],
        labels: ['a', 'b', 'c'],
        columns: round % 2 === 0 ? ['c'] : ['b', 'c'],
      })
      const width = pivot.lines[0]!.cells.length
      expect(pivot.lines.every(({ cells }) => cells.length === width)).toBe(true)
      const beside = pivot.lines
        .flatMap(({ heads }) => heads)
        .reduce((sum, { columns, lines }) => sum + columns * lines, 0)
      expect(beside).toBe(pivot.side * pivot.lines.length)
      const above = pivot.heads.flat().reduce((sum, { columns, lines }) => sum + columns * lines, 0)
      expect(above).toBe((pivot.side + width) * pivot.heads.length)
    }
  })
})

describe('a cross table on paper', () => {
  const kinds = Array.from({ length: 12 }, (_, i) => `类别${i}`)
  const rows = ['甲区', '乙区'].flatMap((area, line) => kinds.map((kind, i) => at([area, kind], [line * 100 + i, i])))
  const figures = figuresOf(rows, { by: ['platform', 'state'], measures: ['clues', 'rate'] })
  const pivot = pivotOf({ figures, measures: [CLUES, RATE], labels: ['地区', '类别'] })
  const text = ({ value }: { value: number | null }): string => String(value)

  it('is as it is where it fits, else in parts that have all columns once and the side heads each', () => {
    expect(partsOf(pivot, 5000, text)).toBeUndefined()
    const parts = partsOf(pivot, 500, text) ?? []
    expect(parts.length).toBeGreaterThan(1)
    for (const { widths } of parts) expect(widths.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(500.01)
    const cells = (line: number) => parts.flatMap(part => part.pivot.lines[line]!.cells)
    expect([cells(0), cells(1)]).toEqual(pivot.lines.map(line => line.cells))
    expect(parts.map(part => part.pivot.lines[1]!.heads[0]!.label)).toEqual(parts.map(() => '乙区'))
  })
  it('is cut between groups, and within one only if it is too wide by itself', () => {
    const heads = (partsOf(pivot, 500, text) ?? []).flatMap(part => part.pivot.heads[0]!.slice(1))
    expect(heads.map(({ label, columns }) => [label, columns])).toEqual(kinds.map(kind => [kind, 2]))
    const narrow = partsOf(pivot, 90, text) ?? []
    expect(narrow).toHaveLength(24)
  })
})

describe('round pictures', () => {
  it('have a slice for each part of the whole, and none for nothing or less', () => {
    const slices = layoutPie({ values: [1, null, 0, -5, 3], radius: 10 })
    expect(slices.map(one => [one.at, one.part])).toEqual([
      [0, 0.25],
      [4, 0.75],
    ])
    expect(layoutPie({ values: [], radius: 10 })).toEqual([])
  })

  it('of equal angles show numbers by area: four times as many is twice as long', () => {
    const [small, large] = layoutRose({ values: [1, 4], radius: 100 })
    expect(Math.hypot(large!.x, large!.y) / Math.hypot(small!.x, small!.y)).toBeCloseTo(2)
  })

  it('have all names beside them, or below, before the circle is large; what is more than that is scrolled', () => {
    const names = (count: number) => Array.from({ length: count }, () => ({ label: '医疗器械违法', text: '29件' }))
    const seen = (width: number, height: number, count: number) => {
      const { isBeside, height: circle, line } = shareRoom({ width, height, names: names(count) })
      return count * line <= (isBeside ? height : height - circle)
    }
    // the boxes of 导航大屏 and of 数据概览
    expect([seen(284, 224, 9), seen(240, 276, 8), seen(331, 276, 12), seen(240, 276, 3)]).toEqual(Array(4).fill(true))
    expect(shareRoom({ width: 240, height: 276, names: names(3) })).toMatchObject({ isBeside: false, line: 22 })
    expect(shareRoom({ width: 240, height: 120, names: names(20) }).height).toBe(72)
  })
  it('are full at most', () => expect(ringPath(1.7, 10, 2)).toBe(ringPath(1, 10, 2)))
})

describe('a funnel', () => {
  it('is as wide as its numbers, and tells what is kept of the step before', () =>
    expect(layoutFunnel([100, 50, 0, null], 200, 80).map(({ top, kept }) => [top, kept])).toEqual([
      [200, undefined],
      [100, 0.5],
      [2, 0],
      [2, undefined],
    ]))
})

describe('words', () => {
  it('never cover each other or leave their box, and those without room are counted', () => {
    const random = randomOf(5)
    for (const [width, height, count] of [
      [420, 240, 30],
      [160, 90, 60],
    ] as const) {
      const given = Array.from({ length: count }, (_, i) => ({ text: `词语${i}`, value: Math.ceil(random() * 500) }))
      const { words, left } = layoutCloud(given, width, height)
      expect(words.length + left).toBe(count)
      const boxes = words.map(({ at: index, x, y, size }) => {
        const half = textWidth(given[index]!.text, size) / 2
        return { left: x - half, right: x + half, top: y - size / 2, bottom: y + size / 2 }
      })
      expect(boxes.every(box => box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height)).toBe(true)
      expect(boxes.some((box, i) => boxes.slice(i + 1).some(other => overlap(box, other)))).toBe(false)
    }
  })
})

describe('classes of a map', () => {
  it('are equal steps, or equally many in each where a few are far above the others', () => {
    expect(classesFor([1, 2, 3, 4, 5.5, null, 0]).bounds).toEqual([1, 1.9, 2.8, 3.7, 4.6])
    expect(classesFor([1, 2, 3, 4, 1000]).bounds).toEqual([1, 2, 3, 4, 1000])
    expect(classesFor([0, null]).bounds).toEqual([])
    expect(classesFor([0, null, -2])).toEqual({ bounds: [], ends: 2, zero: true, none: true })
    // the legend says 0 where something is zero, and that there is nothing where there is nothing
    expect(classesFor([3, null])).toEqual({ bounds: [3], none: true })
  })

  it('run from the middle to two ends that are alike where some are below zero', () => {
    const classes = classesFor([-0.9, -0.2, 0, 0.1, 0.5])
    expect([-0.9, -0.31, -0.2, 0, 0.1, 0.5, 0.9].map(value => classOf(value, classes))).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map(nth => `div-${nth}`),
    )
    expect(classOf(null, classes)).toBe('step-none')
    expect(legendOf(classes).map(({ text }) => text)).toEqual(['≤-0.6', '≤-0.3', '<0', '0', '>0', '≥0.3', '≥0.6'])
  })

  it('begin at whole numbers where only such are counted, each at another one', () => {
    expect(classesFor([1, 2, 1, 2]).bounds).toEqual([1, 2])
    expect(classesFor([3, 3]).bounds).toEqual([3])
    const random = randomOf(4)
    for (let n = 0; n < 200; n++) {
      const most = Math.ceil(random() ** 3 * 9999)
      const classes = classesFor(Array.from({ length: 12 }, () => Math.floor(random() * most)))
      const texts = legendOf(classes).map(({ text }) => text)
      expect(new Set(texts).size, texts.join(' ')).toBe(texts.length)
    }
  })

  it('are one where two bounds read alike', () => {
    const told = (bound: number) => numberText(bound, 0)
    const classes = classesFor([0.6, 0.7, 0.9, 1.1, 1.3], told)
    expect(legendOf(classes, told).map(({ text }) => text)).toEqual(['≥1'])
    expect(classOf(1.3, classes)).toBe(classOf(0.6, classes))
  })

  it('put every value above zero into one, and zero, nothing and less apart', () => {
    const random = randomOf(9)
    const values = Array.from({ length: 60 }, () => random() ** 6 * 1e6)
    const classes = classesFor(values)
    expect(values.every(value => /^step-[1-5]$/.test(classOf(value, classes)))).toBe(true)
    expect([classOf(0, classes), classOf(null, classes)]).toEqual(['step-zero', 'step-none'])
    expect(classOf(Math.max(...values), classes)).toBe('step-5')
    expect(legendOf({ bounds: [10, 20] })).toEqual([
      { className: 'step-1', text: '≥10' },
      { className: 'step-5', text: '≥20' },
    ])
  })
})

describe('a map', () => {
  it('has as many lines as it needs for what has no place on it, up to a third of its box', () => {
    const streets = Array.from({ length: 11 }, (_, i) => `鼓楼街道 ${i}家`)
    const lines = linesBeside(streets, 480, 440)
    expect(lines * 480).toBeGreaterThan(streets.reduce((sum, text) => sum + textWidth(text), 0))
    expect([linesBeside([], 480, 440), linesBeside(streets, 100, 120)]).toEqual([1, 2])
  })
  const part = (code: string, x: number, r = 300) => ({
    part: { code, name: '某某市', d: '', x, y: 250, r },
    value: Number(code),
    number: `${code}00`,
  })
  const sheet = { width: 300, height: 300, letters: ON_PAGE }

  it('fits its box, and has names in their parts as far as there is room, the larger number first', () => {
    const fit = fitOf({ width: 1000, height: 500 }, 216, 300)
    expect(fit).toEqual({ scale: 0.2, left: 8, top: 100 })
    const named = (...parts: ReturnType<typeof part>[]) => namesOn(parts, { ...sheet, fit })
    const said = (names: ReturnType<typeof named>) => names.map(({ at, anchor }) => `${at.part.code} ${anchor}`)
    // one over the other: the larger number has the place, whichever comes first in the page
    expect(said(named(part('1', 500), part('2', 520)))).toEqual(['1 end', '2 middle'])
    expect(said(named(part('1', 500), part('3', 900)))).toEqual(['1 middle', '3 middle'])
    // too small a part has its name beside the map, at the side that it is nearer to, with a line to where it is
    const [small] = named(part('1', 200, 10))
    expect(small).toMatchObject({ anchor: 'end', from: { x: 48, y: 150 } })
    expect(small!.x).toBeLessThanOrEqual(fit.left + textWidth('某某市') * 1.05)
    expect(bowOf({ x: 0, y: 0 }, { x: 10, y: 0 })).toBe('M0 0Q5 -2 10 0')
  })

  it('names all parts beside it without one over another, inside the box, and gives way for them', () => {
    const parts = Array.from({ length: 9 }, (_, i) => part(String(i + 1), 40 + i * 10, 1))
    const { fit, names } = namedMap({ width: 1000, height: 500 }, parts, sheet)
    expect(fit.left).toBeGreaterThan(textWidth('某某市'))
    expect(names).toHaveLength(9)
    const ys = names.map(({ y }) => y).sort((a, b) => a - b)
    for (const [i, y] of ys.entries()) if (i > 0) expect(y - ys[i - 1]!).toBeGreaterThanOrEqual(24)
    expect(Math.min(...ys)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...ys)).toBeLessThan(300)
    for (const { x } of names) expect(x).toBeGreaterThanOrEqual(textWidth('某某市'))
    // at the side where names stand, and at no other
    const east = namedMap({ width: 1000, height: 500 }, [part('1', 960, 1), part('2', 900, 1)], sheet)
    expect(east.fit.left).toBe(8)
    const both = namedMap({ width: 1000, height: 500 }, [part('1', 960, 1), part('2', 40, 1)], sheet)
    expect(east.fit.scale).toBeGreaterThan(both.fit.scale)
    expect(east.names.map(({ anchor }) => anchor)).toEqual(['start', 'start'])
  })

  it('tells beside it of those with a number alone where there would be too many lines to follow', () => {
    const named = (many: number) =>
      namedMap(
        { width: 1000, height: 500 },
        Array.from({ length: many }, (_, i) => ({ ...part(String(i), 40 + i * 10, 1), value: i === 2 ? 5 : 0 })),
        sheet,
      ).names.map(({ at }) => at.part.code)
    expect(named(8)).toHaveLength(8)
    expect(named(9)).toEqual(['2'])
  })

  it('leaves out the least where not even the sides have room', () => {
    const parts = Array.from({ length: 40 }, (_, i) => part(String(i + 1), 40, 1))
    const { names } = namedMap({ width: 1000, height: 500 }, parts, sheet)
    expect(names.length).toBeLessThan(12)
    expect(names.map(({ at }) => at.part.code)).toContain('40')
    expect(names.map(({ at }) => at.part.code)).not.toContain('1')
  })
})

describe('text with marks', () => {
  it('has headings, lists, strong words and links, and nothing that runs', () => {
    expect(blocksOf('# 口径\n\n按**发现时间**\n二\n- 一\n- 二\n1. 甲')).toEqual([
      { kind: 'heading', level: 1, pieces: [{ kind: 'text', text: '口径' }] },
      {
        kind: 'paragraph',
        pieces: [
          { kind: 'text', text: '按' },
          { kind: 'strong', text: '发现时间' },
          { kind: 'text', text: '\n' },
          { kind: 'text', text: '二' },
        ],
      },
      { kind: 'list', isOrdered: false, items: [[{ kind: 'text', text: '一' }], [{ kind: 'text', text: '二' }]] },
      { kind: 'list', isOrdered: true, items: [[{ kind: 'text', text: '甲' }]] },
    ])
    expect(piecesOf('[好](/a) [坏](javascript:x) [外](//a.example)').filter(({ kind }) => kind === 'link')).toEqual([
      { kind: 'link', text: '好', to: '/a' },
    ])
    expect(piecesOf('<img onerror=x>')).toEqual([{ kind: 'text', text: '<img onerror=x>' }])
  })
})

const unknown: MeasureFacts[] = []
describe('measures that are gone', () => {
  it('keep their name instead of vanishing', () =>
    expect(pivotOf({ figures: figuresOf([at(['甲'], [1])]), measures: unknown, labels: [] }).heads[0]?.[1]?.label).toBe(
      'clues',
    ))
})
