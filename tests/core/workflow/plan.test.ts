import { describe, expect, it } from 'vitest'
import { planOf } from '../../../src/core/workflow/plan.ts'
import { request, row } from './job.ts'

describe('what a transition does', () => {
  it('hands over and back: whoever had it is the sender', () => {
    const sent = planOf(
      request('send', { row: { ...row, state: '1', org: 'A', from: null, who: 'u' }, form: { toOrg: 'B' } }),
      {},
    )
    expect(sent.values).toEqual({
      state: '2',
      since: '2025-12-31 10:00:00',
      step: '2026-01-05 10:00:00',
      org: 'B',
      from: 'A',
      who: null,
      limit: '2026-01-06 10:00:00',
      late: 0,
      done: 0,
    })
    const back = planOf(request('back'), {})
    expect(back.values).toMatchObject({ state: '1', org: 'A', from: 'B' })
  })
  it('chooses its target by the form, sets fields, and closes', () => {
    expect(planOf(request('finish', { form: { text: '好' } }), {}).values).toMatchObject({
      state: '3',
      note: '好。',
      done: 1,
      late: 0,
    })
    expect(planOf(request('finish', { form: { text: '好', again: 1 } }), {}).values).toMatchObject({
      state: '1',
      done: 0,
    })
  })
  it('prolongs a time limit, and takes the one that is filled in', () => {
    expect(planOf(request('longer', { form: { days: 2 } }), {}).values).toMatchObject({
      limit: '2026-01-07 09:00:00',
      state: '2',
    })
    // every day counts, from the day that the form says
    expect(planOf(request('grant', { row: { state: '1' }, form: { day: '2026-01-05' } }), {}).values).toMatchObject({
      limit: '2026-04-05 23:59:59',
      late: 0,
    })
    expect(planOf(request('send', { form: { toOrg: 'C', limit: '2025-12-30 00:00:00' } }), {}).values).toMatchObject({
      limit: '2025-12-30 00:00:00',
      late: 1,
    })
  })
})

describe('a state that pauses', () => {
  it('puts the time limit off by as long as it lasted', () => {
    expect(planOf(request('wait'), {}).values).not.toHaveProperty('limit')
    const resumed = planOf(
      request('goOn', { row: { ...row, state: '4', limit: '2025-12-30 09:00:00', since: '2025-12-28 10:00:00' } }),
      {},
    )
    expect(resumed.values).toMatchObject({ state: '2', limit: '2026-01-02 09:00:00', late: 0 })
  })
  it('and a limit that is met leaves nothing late', () => {
    expect(planOf(request('decide', { row: { ...row, limit: '2025-12-30 09:00:00' } }), {}).values).toMatchObject({
      limit: null,
      late: 0,
    })
  })
})

describe('a state with a time of its own', () => {
  it('begins with the state: its own limit is set on the way in and taken away on the way out', () => {
    const open = { ...row, limit: '2099-01-05 09:00:00' }
    const sent = planOf(request('send', { row: { ...open, state: '1' }, form: { toOrg: 'C' } }), {})
    expect(sent.values).toMatchObject({ step: '2026-01-05 10:00:00', since: '2025-12-31 10:00:00', late: 0 })
    expect(planOf(request('back', { row: { ...open, step: '2025-12-30 09:00:00' } }), {}).values).toMatchObject({
      step: null,
      since: '2025-12-31 10:00:00',
      late: 0,
    })
  })
  it('goes on where the state stays: past its own limit a record is late', () => {
    const stayed = planOf(
      request('longer', {
        row: { ...row, limit: '2099-01-05 09:00:00', step: '2025-12-30 09:00:00' },
        form: { days: 1 },
      }),
      {},
    )
    expect(stayed.values).toMatchObject({ late: 1 })
    expect(stayed.values).not.toHaveProperty('step')
    expect(stayed.values).not.toHaveProperty('since')
  })
})
