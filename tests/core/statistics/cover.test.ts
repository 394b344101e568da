import { describe, expect, it } from 'vitest'
import type { Grain } from '../../../src/core/period/units.ts'
import {
  chosen,
  coverage,
  inParts,
  type NeededFilter,
  type RollupShape,
  type Wanted,
} from '../../../src/core/statistics/cover.ts'
import { FINER, isFirstDay, isLastDay } from '../../../src/core/statistics/grains.ts'

const CLUES: RollupShape = {
  name: 'clues',
  keys: [{ name: 'areaCode' }, { name: 'platform' }, { name: 'foundTime', grain: 'month' }],
  sums: [{ name: 'closed' }, { name: 'amount' }],
}
const asks = (more: Partial<Wanted>): Wanted => ({ by: [], filters: [], sums: [], scope: [], ...more })
const said = (more: Partial<Wanted>, shape = CLUES): string => {
  const coverageOf = coverage(shape, asks(more))
  return coverageOf.covered ? 'covered' : `${coverageOf.why} ${coverageOf.name}`
}
const filtered = (filter: NeededFilter, shape = CLUES): string => said({ filters: [filter] }, shape)
const found = (from?: string, to?: string): NeededFilter => ({
  name: 'foundTime',
  on: 'range',
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
})
const at = (grain: Grain): RollupShape => ({ ...CLUES, keys: [{ name: 'foundTime', grain }] })

describe('a roll-up answers', () => {
  it('the number of its rows, and the sums that it keeps', () => {
    expect(said({})).toBe('covered')
    expect(said({ sums: ['closed', 'amount'] })).toBe('covered')
    expect(said({ sums: ['closed', 'shops'] })).toBe('sum shops')
  })

  it('dimensions that are keys or made of whole keys', () => {
    expect(said({ by: [{ name: 'platform' }, { name: 'areaCode', digits: 4 }] })).toBe('covered')
    expect(said({ by: [{ name: 'riskLevel' }] })).toBe('dimension riskLevel')
    for (const grain of ['month', 'quarter', 'year'] as const)
      expect(said({ by: [{ name: 'foundTime', grain }] }), grain).toBe('covered')
    for (const grain of ['day', 'week'] as const)
      expect(said({ by: [{ name: 'foundTime', grain }] }), grain).toBe('dimension foundTime')
    expect(said({ by: [{ name: 'foundTime' }] })).toBe('dimension foundTime')
    expect(said({ by: [{ name: 'foundTime', grain: 'year' }] }, at('week'))).toBe('dimension foundTime')
  })

  it('areas down to the level that it keeps, and not exactly this area from a shortened code', () => {
    const cities: RollupShape = { ...CLUES, keys: [{ name: 'areaCode', digits: 4 }] }
    for (const digits of [2, 4]) expect(said({ by: [{ name: 'areaCode', digits }] }, cities)).toBe('covered')
    expect(said({ by: [{ name: 'areaCode', digits: 6 }] }, cities)).toBe('dimension areaCode')
    expect(said({ by: [{ name: 'areaCode' }] }, cities)).toBe('dimension areaCode')
    expect(filtered({ name: 'areaCode', on: 'beginning', digits: 4 }, cities)).toBe('covered')
    expect(filtered({ name: 'areaCode', on: 'beginning', digits: 6 }, cities)).toBe('filter areaCode')
    expect(filtered({ name: 'areaCode', on: 'value' }, cities)).toBe('filter areaCode')
    expect(filtered({ name: 'areaCode', on: 'empty' }, cities)).toBe('covered')
    expect(filtered({ name: 'areaCode', on: 'value' })).toBe('covered')
    expect(filtered({ name: 'areaCode', on: 'beginning', digits: 9 })).toBe('covered')
  })

  it('filters by keys alone, a value of a time not among them', () => {
    expect(filtered({ name: 'platform', on: 'value' })).toBe('covered')
    expect(filtered({ name: 'platform', on: 'empty' })).toBe('covered')
    expect(filtered({ name: 'overdue', on: 'value' })).toBe('filter overdue')
    expect(filtered({ name: 'foundTime', on: 'value' })).toBe('filter foundTime')
    expect(filtered({ name: 'foundTime', on: 'empty' })).toBe('covered')
  })

  it('ranges of whole periods', () => {
    expect(filtered(found('2026-01-01', '2026-03-31'))).toBe('covered')
    expect(filtered(found('2026-01-01 00:00:00', '2024-02-29 23:59:59'))).toBe('covered')
    expect(filtered(found())).toBe('covered')
    expect(filtered(found('2026-05-01'))).toBe('covered')
    const parts: NeededFilter[] = [
      found('2026-01-02', '2026-03-31'),
      found('2026-01-01', '2026-03-30'),
      found('2026-01-01', '2025-02-29'),
      found('2026-01-01 00:00:01'),
      found(undefined, '2026-03-31 12:00:00'),
      found('2026-13-01'),
      found('yesterday'),
    ]
    for (const filter of parts) expect(filtered(filter), JSON.stringify(filter)).toBe('filter foundTime')
    expect(filtered(found('2026-01-01', '2026-03-31'), at('quarter'))).toBe('covered')
    expect(filtered(found('2026-02-01', '2026-03-31'), at('quarter'))).toBe('filter foundTime')
    expect(filtered(found('2026-01-05', '2026-01-11'), at('week'))).toBe('covered')
    expect(filtered(found('2026-01-01', '2026-01-31'), at('week'))).toBe('filter foundTime')
    expect(filtered(found('2026-01-07', '2026-01-07'), at('day'))).toBe('covered')
    expect(filtered(found('2026-01-01', '2026-12-31'), at('year'))).toBe('covered')
    expect(filtered({ ...found('2026-01-01'), name: 'openDay' }, { ...CLUES, keys: [{ name: 'openDay' }] })).toBe(
      'covered',
    )
  })

  it('nobody whose row scope compares what it does not keep', () => {
    expect(said({ scope: [{ name: 'areaCode', on: 'beginning', digits: 4 }] })).toBe('covered')
    expect(said({ scope: [{ name: 'curOrg', on: 'value' }] })).toBe('scope curOrg')
  })
})

it('of several that answer, the smallest is chosen, and none where none answers', () => {
  const small: RollupShape = { name: 'small', keys: [{ name: 'areaCode' }], sums: [] }
  expect(chosen([CLUES, small], asks({ by: [{ name: 'areaCode' }] }))?.name).toBe('small')
  expect(chosen([small, CLUES], asks({ by: [{ name: 'platform' }] }))?.name).toBe('clues')
  expect(chosen([small, CLUES], asks({ by: [{ name: 'shop' }] }))).toBeUndefined()
})

it('whoever begins or ends a period of a grain begins or ends one of each finer grain, on every day of thirty years', () => {
  const grains = Object.keys(FINER) as Grain[]
  for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2030, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    for (const finer of grains)
      for (const coarser of FINER[finer]) {
        if (isFirstDay(coarser, day)) expect(isFirstDay(finer, day), `${finer} ${coarser} ${day}`).toBe(true)
        if (isLastDay(coarser, day)) expect(isLastDay(finer, day), `${finer} ${coarser} ${day}`).toBe(true)
      }
  }
})

describe('a range of any days', () => {
  const months: RollupShape = { ...at('month'), name: 'months' }
  const days: RollupShape = { ...at('day'), name: 'days' }
  const parts = (from: string | undefined, to: string | undefined, rollups = [months, days]) => {
    const found = inParts(
      rollups,
      asks({ filters: [{ name: 'foundTime', on: 'range', ...(from ? { from } : {}), ...(to ? { to } : {}) }] }),
    )
    return found && [found.whole.name, found.finer.name, ...found.cut.map(({ start, end }) => `${start}..${end}`)]
  }

  it('is answered by whole months, and by days for those that it begins or ends within', () => {
    expect(parts('2026-01-05', '2026-03-09')).toEqual([
      'months',
      'days',
      '2026-01-01..2026-01-31',
      '2026-03-01..2026-03-31',
    ])
    expect(parts('2026-01-05', '2026-03-31 23:59:59')).toEqual(['months', 'days', '2026-01-01..2026-01-31'])
    expect(parts('2026-01-01 00:00:00', '2026-02-03')).toEqual(['months', 'days', '2026-02-01..2026-02-28'])
    expect(parts(undefined, '2026-02-03')).toEqual(['months', 'days', '2026-02-01..2026-02-28'])
    expect(parts('2026-02-03', undefined)).toEqual(['months', 'days', '2026-02-01..2026-02-28'])
  })
  it('is left to what answers all of it where it has no whole month, or is made of them', () => {
    expect(parts('2026-01-05', '2026-02-27')).toBeUndefined()
    expect(parts('2026-01-05', '2026-01-20')).toBeUndefined()
    expect(parts('2026-01-01', '2026-01-20')).toBeUndefined()
    expect(parts('2026-01-01', '2026-03-31')).toBeUndefined()
    expect(parts(undefined, undefined)).toBeUndefined()
    expect(parts('2026-13-05', '2026-03-31')).toBeUndefined()
    // a moment within a day, and no days: rows answer
    expect(parts('2026-01-05 08:30:00', '2026-03-31')).toBeUndefined()
    expect(parts('2026-01-05', '2026-03-09', [months])).toBeUndefined()
    expect(parts('2026-01-05', '2026-03-09', [days])).toBeUndefined()
  })
  it('is left to it where months are not what is asked for', () => {
    const range = { name: 'foundTime', on: 'range', from: '2026-01-05', to: '2026-03-09' } as const
    const byDay = asks({ by: [{ name: 'foundTime', grain: 'day' }], filters: [range] })
    expect(inParts([months, days], byDay)).toBeUndefined()
    const byPlatform = asks({ by: [{ name: 'platform' }], filters: [range] })
    expect(inParts([months, days], byPlatform)).toBeUndefined()
    expect(inParts([CLUES, days], byPlatform)).toBeUndefined()
  })
})
