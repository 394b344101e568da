import { describe, expect, it } from 'vitest'
import { chosen, type Cut, type NeededFilter } from '../../../src/core/statistics/cover.ts'
import { finestOf, levelsOf } from '../../../src/core/statistics/levels.ts'

const MONTH = { name: 'foundTime', grain: 'month' } as const
const DAY = { name: 'foundTime', grain: 'day' } as const
const LEVELS = levelsOf({
  area: 'areaCode',
  time: MONTH,
  by: [],
  also: [{ name: 'platform' }, { name: 'state', few: true }],
})
const shapes = LEVELS.map(keys => ({ name: '', keys, sums: [] }))
const answering = (by: Cut[], ...filters: NeededFilter[]): readonly Cut[] | undefined =>
  chosen(shapes, { by, filters, sums: [], scope: [] })?.keys
const area = (digits: number): Cut => ({ name: 'areaCode', digits })
const within = (digits: number): NeededFilter => ({ name: 'areaCode', on: 'beginning', digits })
const found = (from: string, to: string): NeededFilter => ({ name: 'foundTime', on: 'range', from, to })
const platform = { name: 'platform' }
const state = { name: 'state' }

describe('the levels of a roll-up', () => {
  it('are areas whole, by city, by province and not at all, each once', () => {
    expect(new Set(LEVELS.map(keys => JSON.stringify(keys))).size).toBe(LEVELS.length)
    expect(LEVELS).toContainEqual([{ name: 'areaCode' }, MONTH])
    for (const digits of [4, 2]) expect(LEVELS).toContainEqual([area(digits), MONTH])
    expect(LEVELS).toContainEqual([MONTH])
  })

  it('answer each level of the administration from the coarsest that holds it', () => {
    const month = found('2026-02-01', '2026-02-28')
    expect(answering([], month)).toEqual([MONTH])
    expect(answering([area(2)], month)).toEqual([area(2), MONTH])
    expect(answering([area(4)], within(2), month)).toEqual([area(4), MONTH])
    expect(answering([], within(4), month)).toEqual([area(4), MONTH])
    expect(answering([area(6)], within(4), month)).toEqual([{ name: 'areaCode' }, MONTH])
    expect(answering([platform], within(2), month)).toEqual([area(2), platform, MONTH])
    expect(answering([platform], month)).toEqual([platform, MONTH])
  })

  it('answer single days down to cities, of few values of provinces, and leave those of others to the rows', () => {
    const days = found('2026-02-03', '2026-02-11')
    expect(answering([], days)).toEqual([DAY])
    expect(answering([area(2)], days)).toEqual([area(2), DAY])
    expect(answering([platform], days)).toEqual([platform, DAY])
    expect(answering([area(4)], within(2), days)).toEqual([area(4), DAY])
    expect(answering([state], within(2), days)).toEqual([area(2), state, DAY])
    expect(answering([], within(6), days)).toBeUndefined()
    expect(answering([state], within(4), days)).toBeUndefined()
    expect(answering([platform], within(2), days)).toBeUndefined()
    expect(answering([platform], within(6), found('2026-02-01', '2026-02-28'))).toBeUndefined()
  })

  it('all follow from what is noted', () => {
    const keys = finestOf(LEVELS)
    expect(keys).toEqual([{ name: 'areaCode' }, DAY, platform, state])
    for (const level of LEVELS) for (const cut of level) expect(answering([cut]), JSON.stringify(cut)).toBeDefined()
  })

  it('are no more for a roll-up by days, and always hold what is told apart', () => {
    const byDay = levelsOf({ area: 'areaCode', time: DAY, by: ['state'], also: [] })
    expect(byDay).toHaveLength(4)
    expect(byDay.every(level => level.some(({ name }) => name === 'state'))).toBe(true)
  })
})
