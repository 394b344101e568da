import { describe, expect, it } from 'vitest'
import { compileExpression } from '../../../src/core/expression/index.ts'
import type { TransitionDoc } from '../../../src/core/model/workflow.ts'
import { locked, takeable, whyNot, type Actor } from '../../../src/core/workflow/decide.ts'
import { machineOf } from '../../../src/core/workflow/machine.ts'
import { ownFields } from '../../../src/core/workflow/own-fields.ts'
import { planOf } from '../../../src/core/workflow/plan.ts'
import { lastDay } from '../../../src/core/workflow/working-days.ts'
import { CALENDAR, doc, person, request, row } from './job.ts'

const withStep = (step: Partial<TransitionDoc>) =>
  machineOf({ ...doc, transitions: { judge: { label: '决定', from: ['2'], ...step } } }, 'state')
const on = (today: string): Actor => ({ ...person({}), today })

describe('what a step requires', () => {
  const machine = withStep({
    requires: [
      { when: '=row.served != null', otherwise: '告知书还没有送达' },
      { when: '=row.waived == 1 || row.until < today', otherwise: '{served}送达，{until}之后可以决定' },
    ],
  })
  const served = { ...row, served: '2026-01-05', until: '2026-01-12' }

  it('locks it with the first thing that is lacking, until the day after the last', () => {
    expect(locked(machine, row, on('2026-01-13'))).toEqual({ judge: '告知书还没有送达' })
    expect(locked(machine, served, on('2026-01-12'))).toEqual({ judge: '2026-01-05送达，2026-01-12之后可以决定' })
    expect(whyNot(machine, 'judge', served, on('2026-01-12'))?.code).toBe('requirement')
    expect(takeable(machine, served, on('2026-01-12'))).toEqual([])
    expect(locked(machine, served, on('2026-01-13'))).toEqual({})
    expect(takeable(machine, served, on('2026-01-13'))).toEqual(['judge'])
    expect(takeable(machine, { ...served, waived: 1 }, on('2026-01-06'))).toEqual(['judge'])
  })
  it('locks nothing for those who may not take it anyway', () => {
    const others = withStep({ roles: ['chief'], requires: [{ when: '=row.served != null', otherwise: '没有送达' }] })
    expect(locked(others, row, on('2026-01-13'))).toEqual({})
    expect(locked(machine, { ...served, state: '1' }, on('2026-01-06'))).toEqual({})
  })
  it('names what has no value as nothing', () => {
    const one = withStep({ requires: [{ when: '=row.until < today', otherwise: '{until}之后' }] })
    expect(locked(one, row, on('2026-01-06'))).toEqual({ judge: '—之后' })
  })
})

describe('people of the same area', () => {
  const machine = withStep({ relations: ['area'] })
  it.each([
    ['340402', true],
    ['340400', false],
    ['340403', false],
    ['340402100', false],
    ['', false],
  ])('are those whose own area it is, not those above or below: %s', (areaCode, may) => {
    expect(takeable(machine, row, person({ areaCode })).length > 0).toBe(may)
  })
})

describe('last days that a step works out', () => {
  const limited = (limits: TransitionDoc['limits'], form: object) =>
    planOf(request('judge', { machine: withStep({ limits: limits ?? {} }), form: { ...form } }), {}).values

  it('are working days from a day, or days of the calendar that end on no day off', () => {
    const limits = {
      until: { days: 2, since: '=form.day' },
      pay: { days: 3, since: '=form.day', count: 'calendar' },
    } as const
    expect(limited(limits, { day: '2025-12-31' })).toMatchObject({ until: '2026-01-05', pay: '2026-01-04' })
    expect(limited(limits, { day: '2026-01-06' })).toMatchObject({ until: '2026-01-08', pay: '2026-01-09' })
    expect(lastDay('2026-01-06', 4, 'calendar', CALENDAR)).toBe('2026-01-12')
  })
  it('are none where their beginning or their number is not known, and belong to the workflow', () => {
    const limits = { until: { days: '=form.days', since: '=form.day' } }
    expect(limited(limits, { days: 2 })).toMatchObject({ until: null })
    expect(limited(limits, { day: '2026-01-06' })).toMatchObject({ until: null })
    expect(ownFields(withStep({ limits })).always).toContain('until')
  })
})

it('counts the days from one day to another, of moments too, and none where one is missing', () => {
  const days = compileExpression('=row.from.daysTo(row.to)')
  const of = (from: unknown, to: unknown) => days({ row: { from, to } })
  expect(of('2026-02-27', '2026-03-02 23:59:59')).toBe(3)
  expect(of('2026-03-02', '2026-02-27')).toBe(-3)
  expect([of(null, '2026-02-27'), of('2026-02-27', null), of(null, null), of('x', '2026-02-27')]).toEqual([
    null,
    null,
    null,
    null,
  ])
})
