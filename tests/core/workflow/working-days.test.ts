import { describe, expect, it } from 'vitest'
import {
  addWorkingDays,
  EVERY_DAY,
  isWorkingDay,
  putOff,
  workingDaysLeft,
} from '../../../src/core/workflow/working-days.ts'
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

it('a moment is put off by as long as lies between two others', () =>
  expect(putOff('2026-01-09 10:00:00', '2026-01-01 08:00:00', '2026-01-03 09:30:15')).toBe('2026-01-11 11:30:15'))
it('moves the end of a day by days, and by none within one', () => {
  expect(putOff('2026-01-09 23:59:59', '2026-01-01 08:00:00', '2026-01-03 09:30:15')).toBe('2026-01-11 23:59:59')
  expect(putOff('2026-01-09 23:59:59', '2026-01-01 08:00:00', '2026-01-01 08:00:02')).toBe('2026-01-09 23:59:59')
})
