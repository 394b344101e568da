import { describe, expect, it } from 'vitest'
import type { BoardWidget } from '../../../src/core/contract/configuration.ts'
import type { Figures, FigureRow, MeasureFacts } from '../../../src/core/contract/statistics.ts'
import { filledIn, namesIn } from '../../../src/core/statistics/report-words.ts'

const measure = (more: Partial<MeasureFacts>): MeasureFacts => ({
  name: 'clues',
  label: '线索数',
  kind: 'count',
  unit: '件',
  ...more,
})
const row = (value: number | null, more: Partial<FigureRow> = {}): FigureRow => ({
  keys: [],
  labels: [],
  values: [value],
  filters: {},
  ...more,
})

/** One measure of one widget as a template says it. */
function said(template: string, of: MeasureFacts, total: FigureRow, rows: FigureRow[] = []): string {
  const widget = { name: 'w', widget: 'kpi', measures: [of], by: [], width: 1, height: 1, options: {} } as BoardWidget
  const figures: Figures = { asOf: '', measures: [of.name], by: [], rows, total, filters: {} }
  return filledIn(template, { area: '淮南市' }, new Map([['w', { widget, figures }]]))
}

describe('the words of a report', () => {
  it.each([
    ['{w.clues}', measure({}), row(1234), '1,234件'],
    ['{w.clues}', measure({ kind: 'share', digits: 1 }), row(0.8345), '83.5%'],
    ['{w.clues}', measure({ kind: 'sum', unit: '万元' }), row(12.345), '12.35万元'],
    ['{w.clues}', measure({ kind: 'average' }), row(null), '—'],
    ['{w.clues.previous}', measure({}), row(112, { previous: [100] }), '环比上升12.0%'],
    ['{w.clues.lastYear}', measure({}), row(90, { lastYear: [120] }), '同比下降25.0%'],
    ['{w.clues.previous}', measure({}), row(5, { previous: [5] }), '环比持平'],
    ['{w.clues.previous}', measure({}), row(100_001, { previous: [100_000] }), '环比持平'],
    ['{w.clues.previous}', measure({}), row(5, { previous: [0] }), '上期为0'],
    ['{w.clues.lastYear}', measure({}), row(5, { lastYear: [0] }), '上年同期为0'],
    ['{w.clues.previous}', measure({}), row(5, { previous: [null] }), '环比无可比数'],
    ['{w.clues.previous}', measure({ kind: 'share' }), row(0.5, { previous: [0.523] }), '环比下降2.3个百分点'],
  ])('%s of %o is said as it is written by hand', (template, of, total, expected) => {
    expect(said(template, of, total)).toBe(expected)
  })

  it.each([
    ['共{w.clues}，{w.clues.previous}，{w.clues.lastYear}；', '共120件，同比上升20.0%；'],
    ['{w.clues.previous}，{w.clues.lastYear}', '同比上升20.0%'],
    ['共{w.clues}，{w.clues.previous}', '共120件，同比上升20.0%'],
  ])('of a year %s is compared with last year once, and called so', (template, expected) => {
    const widget = { name: 'w', measures: [measure({})], by: [] } as unknown as BoardWidget
    const last = { start: '2025-01-01', end: '2025-12-31' }
    const total = row(120, { previous: [100], lastYear: [100] })
    const compared = { previous: last, lastYear: last }
    const period = { start: '2026-01-01', end: '2026-12-31' }
    const figures: Figures = { asOf: '', period, compared, measures: ['clues'], by: [], rows: [], total, filters: {} }
    expect(filledIn(template, {}, new Map([['w', { widget, figures }]]))).toBe(expected)
  })

  it('names the first groups that have anything, without what is left over', () => {
    const groups = [
      row(8, { labels: ['网店'] }),
      row(3, { labels: ['网站'] }),
      row(9, { labels: ['其他'], rest: true }),
      row(0, { labels: ['App'] }),
    ]
    expect(said('其中{w.top}。', measure({}), row(20), groups)).toBe('其中网店8件、网站3件。')
    expect(said('{w.top}', measure({}), row(0))).toBe('没有数据')
  })

  it('leaves a name that nothing stands for, and says what may not be seen', () => {
    expect(said('{area}{nothing}{x.y}', measure({}), row(1))).toBe('淮南市{nothing}{x.y}')
    const widget = { name: 'w', measures: [], by: [] } as unknown as BoardWidget
    const denied = { widget, figures: { state: 'denied' as const, message: '' } }
    expect(filledIn('{w.clues}', {}, new Map([['w', denied]]))).toBe('（无权查看）')
  })

  it('are words, or a widget with its measure and comparison', () => {
    expect(namesIn('{area}{w.clues}{w.clues.previous}')).toEqual([
      { text: 'area' },
      { text: 'w.clues', widget: 'w', part: 'clues' },
      { text: 'w.clues.previous', widget: 'w', part: 'clues', change: 'previous' },
    ])
  })
})
