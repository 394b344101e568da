import { describe, expect, it } from 'vitest'
import { lastYearPeriod, previousPeriod } from '../../../src/core/period/compare.ts'
import { addDays, daysFrom, isDay } from '../../../src/core/period/day.ts'
import { defaultPeriod, keptPeriod, timeRangeOf, updateDay } from '../../../src/core/period/kept.ts'
import {
  clampPeriod,
  type Period,
  PERIODS_BY,
  periodAt,
  periodOf,
  periodText,
  problemText,
  stepPeriod,
} from '../../../src/core/period/period.ts'
import { GRAINS, unitKey, unitOf } from '../../../src/core/period/units.ts'
import { bucketsOf, mostBuckets } from '../../../src/core/period/buckets.ts'
import { randomOf } from './random.ts'

const read = (text: string): Period => periodOf(text).period!
const text = (period: Period | undefined): string => (period ? periodText(period) : 'none')
/** Days of a period, as one text. */
const days = (period: Period | undefined): string => (period ? `${period.start}..${period.end}` : 'none')
const refusal = (from: Parameters<typeof periodOf>[0]): string => {
  const { problem } = periodOf(from)
  return problem ? problemText(problem) : 'none'
}

describe('a period', () => {
  it.each([
    ['2026', '2026-01-01..2026-12-31'],
    ['2026-Q3', '2026-07-01..2026-09-30'],
    ['2024-02', '2024-02-01..2024-02-29'],
    ['2026-W53', '2026-12-28..2027-01-03'],
    ['2025-W01', '2024-12-30..2025-01-05'],
    ['2026-11-22', '2026-11-22..2026-11-22'],
    ['2026-01-15..2026-03-02', '2026-01-15..2026-03-02'],
  ])('reads %s and prints it again', (written, meant) => {
    expect(days(read(written))).toBe(meant)
    expect(periodText(read(written))).toBe(written)
  })

  it('is read from its parts, and is the whole unit that they are', () => {
    expect(periodOf({ start: '2026-04-01', end: '2026-06-30' }).period?.by).toBe('quarter')
    expect(periodOf({ start: '2026-04-01 00:00:00', end: '2026-04-30 23:59:59' }).period?.by).toBe('month')
    expect(periodOf({ start: '2026-04-02', end: '2026-04-30', by: 'month' }).period?.by).toBe('range')
    expect(periodOf({ start: '2026-04-01', end: '2026-04-30', by: 'range' }).period?.by).toBe('range')
  })

  it.each([
    ['2026-02-30', '没有“2026-02-30”这一天'],
    ['2026-13', '没有“2026-13”这一期'],
    ['2025-W53', '没有“2025-W53”这一期'],
    ['2026-05-02..2026-05-01', '结束日期 2026-05-01 早于开始日期 2026-05-02'],
    ['2026-02-01..2026-02-31', '没有“2026-02-31”这一天'],
    ['1899', '“1899”超出 1900 年至 2100 年'],
    ['2101-01', '“2101-01”超出 1900 年至 2100 年'],
    ['1999-01-01..9999-01-01', '“9999-01-01”超出 1900 年至 2100 年'],
    ['0000-01-01', '“0000-01-01”超出 1900 年至 2100 年'],
  ])('is refused: %s', (written, why) => expect(refusal(written)).toBe(why))

  it('is refused where it is none at all', () => {
    for (const written of ['', 'today', '2026-Q5', '2026-1', '2026-01-01...2026-02-01', '2026-01-01..2026-02-01..'])
      expect(refusal(written)).toMatch(/不是统计周期|没有“/)
    expect(refusal({ start: '2026-01-01', end: '2026-01-31', by: 'century' })).toMatch(/不是统计周期/)
    const told = periodOf('next month', ['month', 'quarter', 'year']).problem
    expect(told && problemText(told)).toBe('“next month”不是统计周期：写作 2026、2026-Q1、2026-01')
    expect(refusal({ end: '2026-01-31' })).toBe('没有“”这一天')
  })

  it('R2.23 steps whole months, over the ends of years, and as whole quarters, years, weeks and days', () => {
    expect(text(stepPeriod(read('2026-01'), -1))).toBe('2025-12')
    expect(text(stepPeriod(read('2026-12'), 14))).toBe('2028-02')
    expect(days(stepPeriod(read('2024-01'), 1))).toBe('2024-02-01..2024-02-29')
    expect(text(stepPeriod(read('2026-Q1'), -1))).toBe('2025-Q4')
    expect(text(stepPeriod(read('2026'), 2))).toBe('2028')
    expect(text(stepPeriod(read('2026-W53'), 1))).toBe('2027-W01')
    expect(text(stepPeriod(read('2026-02-28'), 1))).toBe('2026-03-01')
  })

  it('steps by its own length, in months where it consists of them', () => {
    expect(text(stepPeriod(read('2026-01-01..2026-03-31'), -1))).toBe('2025-10-01..2025-12-31')
    expect(text(stepPeriod(read('2026-03-10..2026-03-16'), -1))).toBe('2026-03-03..2026-03-09')
  })

  it('steps nowhere beyond the years, and back to itself within them', () => {
    expect(stepPeriod(read('2100-12'), 1)).toBeUndefined()
    expect(stepPeriod(read('1900'), -1)).toBeUndefined()
    const random = randomOf(7)
    for (let i = 0; i < 500; i++) {
      const by = PERIODS_BY[random(PERIODS_BY.length)]!
      const period = periodAt(addDays('1990-01-01', random(20_000)), by)
      const steps = random(40) - 20
      expect(stepPeriod(stepPeriod(period, steps)!, -steps)).toEqual(period)
      expect(periodOf(periodText(period)).period).toEqual(period)
    }
  })

  it('is cut by what may be picked, and is gone outside it', () => {
    expect(clampPeriod(read('2026-05'), '2026-05-10', '2026-12-31')).toEqual(read('2026-05-10..2026-05-31'))
    expect(clampPeriod(read('2026-05'), undefined, undefined)).toEqual(read('2026-05'))
    expect(clampPeriod(read('2026-05'), '2026-06-01', undefined)).toBeUndefined()
  })
})

describe('a comparison', () => {
  it.each([
    ['2026-04', '2026-03-01..2026-03-31', '2025-04-01..2025-04-30'],
    ['2024-02', '2024-01-01..2024-01-31', '2023-02-01..2023-02-28'],
    ['2025-02', '2025-01-01..2025-01-31', '2024-02-01..2024-02-29'],
    ['2026-Q1', '2025-10-01..2025-12-31', '2025-01-01..2025-03-31'],
    ['2025', '2024-01-01..2024-12-31', '2024-01-01..2024-12-31'],
    ['2024-02-29', '2024-02-28..2024-02-28', '2023-02-28..2023-02-28'],
    ['2026-W01', '2025-12-22..2025-12-28', '2024-12-30..2025-01-05'],
    ['2021-W53', 'none', 'none'],
    ['2026-W53', '2026-12-21..2026-12-27', '2025-12-22..2025-12-28'],
    ['2026-03-10..2026-03-16', '2026-03-03..2026-03-09', '2025-03-10..2025-03-16'],
    ['2025-01-01..2025-02-28', '2024-11-01..2024-12-31', '2024-01-01..2024-02-29'],
  ])('of a finished %s is with the period before and the same of last year', (written, previous, lastYear) => {
    const { period } = periodOf(written)
    expect(days(period && previousPeriod(period, '2030-01-01'))).toBe(previous)
    expect(days(period && lastYearPeriod(period, '2030-01-01'))).toBe(lastYear)
  })

  it.each([
    ['2026-11', '2026-11-22', '2026-10-01..2026-10-22', '2025-11-01..2025-11-22'],
    ['2026-03', '2026-03-30', '2026-02-01..2026-02-28', '2025-03-01..2025-03-30'],
    ['2026-Q1', '2026-02-10', '2025-10-01..2025-11-10', '2025-01-01..2025-02-10'],
    ['2024', '2024-11-22', '2023-01-01..2023-11-22', '2023-01-01..2023-11-22'],
    ['2025', '2025-02-28', '2024-01-01..2024-02-29', '2024-01-01..2024-02-29'],
    ['2026-W47', '2026-11-18', '2026-11-09..2026-11-11', '2025-11-17..2025-11-19'],
    ['2026-11-10..2026-11-30', '2026-11-22', '2026-10-20..2026-11-01', '2025-11-10..2025-11-22'],
  ])('of an unfinished %s on %s is with as many days', (written, today, previous, lastYear) => {
    expect(days(previousPeriod(read(written), today))).toBe(previous)
    expect(days(lastYearPeriod(read(written), today))).toBe(lastYear)
  })

  it('of a period that has not begun is with whole ones', () =>
    expect(days(previousPeriod(read('2027-01'), '2026-11-22'))).toBe('2026-12-01..2026-12-31'))

  it('is none where the years begin', () => {
    expect(previousPeriod(read('1900-01'), '2026-01-01')).toBeUndefined()
    expect(lastYearPeriod(read('1900-05'), '2026-01-01')).toBeUndefined()
  })
})

describe('the parts of a period', () => {
  it('are cut where they reach outside it', () => {
    expect(bucketsOf(read('2026-05'), 'week')).toEqual([
      { key: '2026-W18', label: '第18周', start: '2026-05-01', end: '2026-05-03' },
      { key: '2026-W19', label: '第19周', start: '2026-05-04', end: '2026-05-10' },
      { key: '2026-W20', label: '第20周', start: '2026-05-11', end: '2026-05-17' },
      { key: '2026-W21', label: '第21周', start: '2026-05-18', end: '2026-05-24' },
      { key: '2026-W22', label: '第22周', start: '2026-05-25', end: '2026-05-31' },
    ])
  })
  it('name their year where there are several', () => {
    const labels = (written: string, grain: 'day' | 'week' | 'month' | 'quarter' | 'year', language?: 'en') =>
      bucketsOf(read(written), grain, language).map(({ label }) => label)
    expect(labels('2026-Q1', 'month')).toEqual(['1月', '2月', '3月'])
    expect(labels('2025-12-01..2026-01-31', 'month')).toEqual(['2025年12月', '2026年1月'])
    expect(labels('2026', 'quarter')).toEqual(['一季度', '二季度', '三季度', '四季度'])
    expect(labels('2026', 'quarter', 'en')).toEqual(['Q1', 'Q2', 'Q3', 'Q4'])
    expect(labels('2026-12-31..2027-01-01', 'week')).toEqual(['第53周'])
    expect(labels('2026-05-01..2026-05-02', 'day', 'en')).toEqual(['1 May', '2 May'])
    expect(labels('2025-06-01..2026-05-01', 'year')).toEqual(['2025年', '2026年'])
  })

  it('cover each day once, whatever the period, and hold the days that have their key', () => {
    const random = randomOf(23)
    for (let i = 0; i < 300; i++) {
      const start = addDays('1999-06-01', random(12_000))
      const period = { start, end: addDays(start, random(900)) }
      const grain = GRAINS[random(GRAINS.length)]!
      const buckets = bucketsOf(period, grain)
      expect(buckets[0]!.start).toBe(period.start)
      expect(buckets.at(-1)!.end).toBe(period.end)
      buckets.slice(1).forEach((bucket, at) => expect(addDays(buckets[at]!.end, 1)).toBe(bucket.start))
      for (const { key, start, end } of buckets) for (const day of [start, end]) expect(unitKey(day, grain)).toBe(key)
      expect(new Set(buckets.map(({ key }) => key)).size).toBe(buckets.length)
      expect(buckets.length).toBeLessThanOrEqual(mostBuckets(period, grain))
    }
  })
})

describe('days', () => {
  it('are those of the calendar', () => {
    expect(['2024-02-29', '2100-02-28', '2026-12-31'].every(isDay)).toBe(true)
    expect(['2100-02-29', '2026-00-10', '2026-04-31', '2026-1-1', ' 2026-01-01', ''].some(isDay)).toBe(false)
    expect(daysFrom('2024-02-28', '2024-03-01')).toBe(3)
    expect(unitOf('2027-01-01', 'week')).toEqual({ start: '2026-12-28', end: '2027-01-03' })
  })
})

describe('the kept time range', () => {
  it('R3.03 is timeStart, timeEnd, year, pickValue, topRadio and timeRange, and gives the period again', () => {
    expect(timeRangeOf(read('2026-Q2'))).toEqual({
      timeStart: '2026-04-01',
      timeEnd: '2026-06-30',
      year: '2026',
      pickValue: '2026-Q2',
      topRadio: 'quarter',
      timeRange: '',
    })
    for (const written of ['2026', '2026-Q2', '2026-02', '2026-W53', '2026-02-01', '2026-01-05..2026-02-07'])
      expect(keptPeriod(timeRangeOf(read(written)))).toEqual(read(written))
  })

  it('R3.03 is read from what parts there are, and none where they say nothing', () => {
    expect(keptPeriod({ timeStart: '2026-01-05', timeEnd: '2026-02-07' })).toEqual(read('2026-01-05..2026-02-07'))
    expect(keptPeriod({ year: '2025' })).toEqual(read('2025'))
    expect(keptPeriod({ topRadio: 'month', pickValue: '2026-99', year: '2025' })).toEqual(read('2025'))
    expect(keptPeriod({ timeStart: '2026-02-07', timeEnd: '2026-01-05' })).toBeUndefined()
    expect(keptPeriod({})).toBeUndefined()
  })

  it('R9.01 is 1 January to 31 December of the year of the update day, three days before today', () => {
    expect(updateDay('2026-11-22')).toBe('2026-11-19')
    expect(days(defaultPeriod('2026-11-22'))).toBe('2026-01-01..2026-12-31')
    expect(defaultPeriod('2027-01-03').start).toBe('2026-01-01')
    expect(defaultPeriod('2027-01-04').start).toBe('2027-01-01')
  })
})
