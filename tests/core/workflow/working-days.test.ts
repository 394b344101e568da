import { describe, expect, it } from 'vitest'
import { addWorkingDays, isWorkingDay } from '../../../src/core/workflow/working-days.ts'
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
})
