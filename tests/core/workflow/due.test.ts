import { describe, expect, it } from 'vitest'
import { dueOf } from '../../../src/core/workflow/due.ts'
import { CALENDAR } from './job.ts'

describe('a time limit', () => {
  const now = '2025-12-31 10:00:00'
  it('is past by days, near by working days, or neither', () => {
    expect(dueOf('2025-12-30 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'late', days: 1, away: 0 })
    expect(dueOf('2025-12-31 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'late', days: 1, away: 0 })
    expect(dueOf('2025-12-31', now, 3, CALENDAR)).toEqual({ state: 'soon', days: 0, away: 0 })
    expect(dueOf('2026-01-03 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'soon', days: 0, away: 3 })
    expect(dueOf('2026-01-06 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'soon', days: 3, away: 6 })
    expect(dueOf('2026-01-07 09:00:00', now, 3, CALENDAR)).toBeUndefined()
  })
  it('is not past at its own moment', () =>
    expect(dueOf(now, now, 3, CALENDAR)).toEqual({ state: 'soon', days: 0, away: 0 }))
})
