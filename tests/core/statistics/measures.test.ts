import { describe, expect, it } from 'vitest'
import type { MeasureModel } from '../../../src/core/contract/statistics.ts'
import { countedFor, partsOf, valueOf } from '../../../src/core/statistics/measures.ts'

const measure = (name: string, more: Partial<MeasureModel>): [string, MeasureModel] => [
  name,
  { name, label: name, kind: 'count', filters: {}, ...more },
]
const MEASURES = Object.fromEntries([
  measure('all', {}),
  measure('closed', {}),
  measure('fees', { kind: 'sum', of: 'fee' }),
  measure('rate', { kind: 'share', of: 'closed', in: 'all' }),
  measure('each', { kind: 'derived', value: '=fees / all' }),
  measure('score', { kind: 'derived', value: '=each * 2 + rate' }),
  measure('round', { kind: 'derived', value: '=back + 1' }),
  measure('back', { kind: 'derived', value: '=round + 1' }),
])
const value = (name: string, counted: Record<string, number | null>): number | null => valueOf(name, MEASURES, counted)

describe('measures', () => {
  it('are worked out of counted ones, each counted once', () => {
    expect(countedFor(['score', 'rate', 'all'], MEASURES).map(({ name }) => name)).toEqual(['fees', 'all', 'closed'])
    expect(partsOf(MEASURES['score']!)).toEqual(['each', 'rate'])
    expect([partsOf(MEASURES['rate']!), partsOf(MEASURES['all']!)]).toEqual([['closed', 'all'], []])
  })

  it('that come back to themselves end, and those that are gone count nothing', () => {
    expect(countedFor(['round', 'gone'], MEASURES)).toEqual([])
    expect(value('gone', {})).toBeNull()
  })

  it('are a fraction of the whole; a share of nothing is none, which is not zero', () => {
    expect(value('rate', { closed: 3, all: 4 })).toBe(0.75)
    expect(value('rate', { closed: 0, all: 4 })).toBe(0)
    expect(value('rate', { closed: 0, all: 0 })).toBeNull()
    expect([value('rate', { closed: null, all: 4 }), value('rate', { all: 4 })]).toEqual([null, null])
  })

  it('have no value where a part has none, or where nothing can be divided', () => {
    expect(value('score', { fees: 8, all: 4, closed: 1 })).toBe(4.25)
    const without: Record<string, number | null>[] = [
      { fees: null, all: 4, closed: 1 },
      { fees: 8, all: 0, closed: 0 },
      { all: 4, closed: 1 },
    ]
    for (const counted of without) expect(value('score', counted)).toBeNull()
    expect(value('each', { fees: 8, all: 0 })).toBeNull()
  })
})
