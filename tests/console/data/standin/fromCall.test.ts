import { describe, expect, it } from 'vitest'
import type { MeasureFacts, StatisticQuery } from '../../../../src/core/contract/statistics.ts'
import { answered, readFigures } from '../../../../src/console/data/standin/fromCall.ts'

const clues: MeasureFacts = { name: 'clues', label: '线索数', kind: 'count' }
const rate: MeasureFacts = { name: 'rate', label: '处理率', kind: 'share' }
const late: MeasureFacts = { name: 'late', label: '超期数', kind: 'count' }
const query = (more: Partial<StatisticQuery> = {}): StatisticQuery => ({
  statistic: 'clues',
  measures: ['clues'],
  by: ['state'],
  ...more,
})
const DATA = [
  { state: '1', stateName: '待办', source: 'a', clues: 3, rate: 0.5 },
  { state: '2', stateName: '已办', source: 'a', clues: '4', rate: 0.2 },
  { state: '2', stateName: '已办', source: 'b', clues: 2, rate: 0.1 },
]

describe('numbers that a chart call of the specification answers', () => {
  it('are its rows, of which those of one group add up; what does not add up is not known', () => {
    const read = readFigures(DATA, { query: query(), measures: [clues, rate] })
    expect(read?.rows).toEqual([
      { keys: ['1'], labels: ['待办'], values: [3, 0.5], filters: {} },
      { keys: ['2'], labels: ['已办'], values: [6, null], filters: {} },
    ])
    expect(read?.total.values).toEqual([9, null])
  })
  it('keep the biggest groups, and the others together where the widget names them', () => {
    const wanted = query({ top: 1, rest: '其他' })
    expect(readFigures(DATA, { query: wanted, measures: [clues] })?.rows).toEqual([
      { keys: ['2'], labels: ['已办'], values: [6], filters: {} },
      { keys: [''], labels: ['其他'], values: [3], filters: {}, rest: true },
    ])
    expect(readFigures(DATA, { query: query({ top: 1 }), measures: [clues] })?.rows).toHaveLength(1)
  })
  it('are read by the words of the answer, from one object too; what is no number is none', () => {
    const one = (data: unknown): unknown =>
      readFigures(data, { query: query({ by: [] }), measures: [clues], map: { clues: 'total' } })
    expect(one({ total: 7 })).toMatchObject({ rows: [], total: { keys: [], labels: [], values: [7], filters: {} } })
    expect(one({ total: '无' })).toMatchObject({ total: { values: [null] } })
  })
  it('are none where the answer has not got the first measure, and less where it lacks another', () => {
    const of = (data: unknown, only = {}, by = ['state']) =>
      readFigures(data, { query: query({ by }), measures: [clues, late], only })?.measures.map(({ name }) => name)
    expect(of(DATA)).toEqual(['clues'])
    expect(of([{ state: '1', clues: 1, late: null }])).toEqual(['clues', 'late'])
    expect(of([{ state: '1', late: 1 }])).toBeUndefined()
    expect(of(DATA, { source: 'b' }, [])).toEqual(['clues'])
    expect(of(DATA, { source: 'c' }, [])).toBeUndefined()
    expect(of(null)).toBeUndefined()
    // a list without a group has all of its measures, and nothing to draw
    expect(of([])).toEqual(['clues', 'late'])
    expect(of([], {}, [])).toBeUndefined()
  })
  it('are those of a call of the same statistic: the same groups, or parts that add up', () => {
    const call = { statistic: 'clues', measures: ['clues', 'rate'], by: ['state', 'source'] }
    const told = (more: Partial<StatisticQuery>, measures = [clues], figures: object = {}): string[] =>
      answered({ ...call, ...figures }, { query: query(more), measures }).map(({ name }) => name)
    expect(told({ by: ['state', 'source'] })).toEqual(['clues'])
    expect(told({}, [clues, late, rate])).toEqual(['clues'])
    expect(told({ by: ['state', 'source'] }, [rate, clues])).toEqual(['rate', 'clues'])
    expect(told({}, [rate])).toEqual([])
    expect(told({}, [late, clues])).toEqual([])
    expect(told({ by: ['area'] })).toEqual([])
    expect(told({ statistic: 'shops' })).toEqual([])
    expect(told({ filters: { state: '1' } })).toEqual([])
    expect(told({ totals: true })).toEqual([])
    expect(told({}, [clues], { top: 5 })).toEqual([])
    expect(told({ by: ['month'], spark: true }, [clues, rate], { by: [] })).toEqual(['clues', 'rate'])
  })
})
