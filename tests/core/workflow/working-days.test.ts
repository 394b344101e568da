import { readFileSync } from 'node:fs'
import { Lunar } from 'lunar-typescript'
import { describe, expect, it } from 'vitest'
import {
  addWorkingDays,
  EVERY_DAY,
  calendarFrom,
  isWorkingDay,
  missingYear,
  putOff,
  workingDaysLeft,
} from '../../../src/core/workflow/working-days.ts'
import { isFeast } from '../../../src/core/workflow/feasts.ts'
import { CALENDAR } from './job.ts'

describe('working days', () => {
  it('leave out weekends and holidays, and count weekends that are worked', () => {
    expect(['2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'].map(day => isWorkingDay(day, CALENDAR))).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect(addWorkingDays('2025-12-31 10:00:00', 1, CALENDAR)).toBe('2026-01-04 10:00:00')
    expect(addWorkingDays('2025-12-31 10:00:00', 0, CALENDAR)).toBe('2025-12-31 10:00:00')
  })
  it('leave out Saturdays and Sundays of an ordinary week', () => {
    const week = ['2026-01-09', '2026-01-10', '2026-01-11', '2026-01-12']
    expect(week.map(day => isWorkingDay(day, CALENDAR))).toEqual([true, false, false, true])
    expect(week.every(day => isWorkingDay(day, EVERY_DAY))).toBe(true)
  })
  it('are counted from the day after; a day without a time begins at midnight', () => {
    expect(addWorkingDays('2026-01-09', 2, CALENDAR)).toBe('2026-01-13 00:00:00')
    expect(addWorkingDays('2026-01-09 08:30:00', 2, EVERY_DAY)).toBe('2026-01-11 08:30:00')
  })
  it('that are left are counted as far as it matters', () => {
    expect(workingDaysLeft('2026-01-09 10:00:00', '2026-01-13 09:00:00', CALENDAR, 9)).toBe(2)
    expect(workingDaysLeft('2026-01-09 10:00:00', '2026-12-31', CALENDAR, 3)).toBe(4)
    expect(workingDaysLeft('2026-01-09 10:00:00', '2026-01-09', CALENDAR, 3)).toBe(0)
  })
})

describe('a year whose days off are not announced', () => {
  const days = (...all: string[]) => all.map(day => [day, '放假'] as const)
  const of2026 = days('2026-01-01', '2026-02-16', '2026-05-01', '2026-06-19', '2026-10-01')
  const calendar = calendarFrom(name => (name === 'holiday' ? of2026 : undefined))
  const worked = (...all: string[]) => all.map(day => isWorkingDay(day, calendar))

  it('has its feasts off, those of the lunar calendar among them', () => {
    expect(worked('2027-01-01', '2027-02-04', '2027-02-05', '2027-02-08', '2027-02-09')).toEqual([
      false,
      true,
      false,
      false,
      true,
    ])
    // Pure Brightness, Dragon Boat, Mid-Autumn, National Day
    expect(worked('2027-04-05', '2027-06-09', '2027-09-15', '2027-10-01')).toEqual([false, false, false, false])
    // the eve is the thirtieth in one year, the twenty-ninth in another
    expect(worked('2028-01-25', '2029-02-12', '2030-02-01', '2030-02-04')).toEqual([false, false, true, false])
    expect(addWorkingDays('2026-12-31 10:00:00', 1, calendar)).toBe('2027-01-04 10:00:00')
  })
  it('is one, though a region has a feast of its own in it', () => {
    const own = calendarFrom(name => (name === 'holiday' ? [...of2026, ...days('2027-04-08')] : undefined))
    expect(['2027-01-01', '2027-04-08'].map(day => isWorkingDay(day, own))).toEqual([false, false])
  })
  it('is told from the November before', () => {
    const told = (today: string) => missingYear(calendar, today)
    expect(['2026-01-01', '2026-10-31', '2026-11-01', '2026-12-31', '2027-05-05'].map(told)).toEqual([
      undefined,
      undefined,
      '2027',
      '2027',
      '2027',
    ])
    expect(missingYear(EVERY_DAY, '2027-05-05')).toBeUndefined()
  })
  it('has them on the days of an almanac, for as long as its table goes', () => {
    for (let year = 2025; year < 2050; year++) {
      const lunar = (month: number, day: number) => Lunar.fromYmd(year, month, day).getSolar().toYmd()
      const bright = Lunar.fromYmd(year, 1, 10).getJieQiTable()['清明']?.toYmd() ?? ''
      const off = [lunar(1, 1), lunar(1, 3), lunar(5, 5), lunar(8, 15), bright]
      expect(off.filter(day => !isFeast(day))).toEqual([])
      expect(
        [Lunar.fromYmd(year, 1, 1).getSolar().next(-1), Lunar.fromYmd(year, 1, 4).getSolar()].map(one =>
          isFeast(one.toYmd()),
        ),
      ).toEqual([true, false])
    }
  })
  it('has the feasts that the years had which were announced', () => {
    const text = readFileSync(new URL('../../../base/dictionaries/holiday.yaml', import.meta.url), 'utf8')
    const announced = new Set([...text.matchAll(/'(\d{4}-\d\d-\d\d)'/g)].map(([, day = '']) => day))
    const plain = calendarFrom(() => undefined)
    for (let at = Date.UTC(2025, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
      const day = new Date(at).toISOString().slice(0, 10)
      const isOwn = !isWorkingDay(day, plain) && ![0, 6].includes(new Date(at).getUTCDay())
      if (isOwn) expect(announced, day).toContain(day)
    }
  })
})

it('a moment is put off by as long as lies between two others', () =>
  expect(putOff('2026-01-09 10:00:00', '2026-01-01 08:00:00', '2026-01-03 09:30:15')).toBe('2026-01-11 11:30:15'))
it('moves the end of a day by days, and by none within one', () => {
  expect(putOff('2026-01-09 23:59:59', '2026-01-01 08:00:00', '2026-01-03 09:30:15')).toBe('2026-01-11 23:59:59')
  expect(putOff('2026-01-09 23:59:59', '2026-01-01 08:00:00', '2026-01-01 08:00:02')).toBe('2026-01-09 23:59:59')
})
