import { describe, expect, it } from 'vitest'
import type { TransitionDoc, WorkflowDoc } from '../../../src/core/model/workflow.ts'
import { machineOf } from '../../../src/core/workflow/machine.ts'
import { evaluated, holdsFor, planOf, transitionOf } from '../../../src/core/workflow/plan.ts'
import { doc, person, request, row } from './job.ts'

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

/** What one transition of a workflow does; `record` says which fields it writes. */
const planned = (
  transition: Partial<TransitionDoc>,
  more: Partial<Parameters<typeof planOf>[0]> & { record?: WorkflowDoc['record'] } = {},
) => {
  const { record = doc.record, ...rest } = more
  const machine = machineOf(
    { ...doc, record, transitions: { go: { label: '办', from: ['1', '2', '4'], ...transition } } },
    'state',
  )
  return planOf(request('go', { machine, ...rest }), {})
}

describe('a plan', () => {
  it('says the state and the units before and after', () => {
    expect(planned({ to: '3' })).toMatchObject({ from: '2', to: '3', org: { before: 'B', after: 'B' }, user: '' })
    const sent = planned({ assign: { org: 'C', user: 'k' } }, { row: { ...row, who: 'u' } })
    expect(sent).toMatchObject({ from: '2', to: '2', org: { before: 'B', after: 'C' }, user: 'k' })
    expect(sent.values).toMatchObject({ org: 'C', from: 'B', who: 'k' })
  })
  it('writes nothing but the state where the workflow keeps nothing else', () => {
    const moved = { to: '3', assign: { org: 'C', user: 'k' }, due: { days: 3 } }
    for (const record of [{}, undefined])
      expect(planned(moved, { record: record ?? {}, row: { state: '2' } }).values).toEqual({ state: '3' })
    const machine = machineOf(
      { ...doc, record: undefined, transitions: { go: { label: '', from: ['2'], ...moved } } },
      'state',
    )
    expect(planOf(request('go', { machine }), {}).values).toEqual({ state: '3' })
  })
  it('keeps what it is given, below what the transition sets', () => {
    const machine = machineOf(
      { ...doc, record: {}, transitions: { go: { label: '', from: ['2'], set: { note: '=at.time', gone: false } } } },
      'state',
    )
    expect(planOf(request('go', { machine }), { note: 'old', sum: 3, state: '9' }).values).toEqual({
      note: '2025-12-31 10:00:00',
      sum: 3,
      state: '2',
    })
  })
  it('does not fail over a state that the workflow no longer has', () => {
    const plan = planned({ to: 'gone' }, { row: { ...row, state: 'old', since: '2025-12-01 10:00:00' } })
    expect(plan.values).toMatchObject({ state: 'gone', done: 0, step: null })
    expect(plan.values).not.toHaveProperty('limit')
  })
  it('is none of a transition that is not there', () =>
    expect(() => transitionOf({ ...request('nothing') })).toThrow('job has no transition nothing'))
  it('holds where nothing is asked, and where the answer is yes', () => {
    expect(
      [undefined, '=row.state == "2"', '=row.state == "1"', '=row.state'].map(one => holdsFor(one, request('send'))),
    ).toEqual([true, true, false, false])
  })
  it('computes the expressions of a map, what an overlay has left out not among them', () => {
    expect(evaluated({ a: '=row.org', b: false, c: null, d: '=extra' }, request('send'), { extra: 1 })).toEqual({
      a: 'B',
      d: 1,
    })
    expect(evaluated(undefined, request('send'))).toEqual({})
  })
})

describe('whose turn it is', () => {
  it('stays where the expression gives nothing', () => {
    const stayed = planned({ assign: { org: '=null' } }, { row: { ...row, who: 'u' } })
    expect(stayed).toMatchObject({ org: { before: 'B', after: 'B' }, user: 'u' })
    for (const field of ['org', 'from', 'who']) expect(stayed.values).not.toHaveProperty(field)
  })
  it('goes to another person of the same unit, and to none', () => {
    const handed = planned({ assign: { user: 'k' } }, { row: { ...row, who: 'u' } })
    expect(handed.values).toMatchObject({ who: 'k' })
    expect(handed.values).not.toHaveProperty('from')
    expect(planned({ assign: { user: '=null' } }, { row: { ...row, who: 'u' } }).values).toMatchObject({ who: null })
  })
  it('has no sender where a unit takes it for itself or gives it to itself', () => {
    const to = (org: string, form = {}) => planned({ assign: { org } }, { form, actor: person({ orgId: 'B' }) }).values
    expect(to('=user.orgId')).toMatchObject({ from: null })
    expect(to('=form.toOrg', { toOrg: 'B' })).toMatchObject({ from: null })
    expect(to('=form.toOrg', { toOrg: 'C' })).toMatchObject({ org: 'C', from: 'B' })
    expect(to('=row.org')).not.toHaveProperty('from')
  })
  it('has no sender where the record was with no unit', () =>
    expect(planned({ assign: { org: 'C' } }, { row: { state: '2' } }).values).toMatchObject({ org: 'C', from: null }))
})

describe('the limit of a record', () => {
  const prolonged = (due: NonNullable<TransitionDoc['due']>, more: object = {}) =>
    planned({ due }, { row: { ...row, step: '2026-01-08 08:00:00', ...more } }).values
  it('is counted from the moment that is said, from the limit that it had, or from now', () => {
    expect(prolonged({ days: 1, since: "='2026-01-08 07:00:00'" })).toMatchObject({ limit: '2026-01-09 07:00:00' })
    expect(prolonged({ days: 1, since: "='2026-01-08'" })).toMatchObject({ limit: '2026-01-09 23:59:59' })
    expect(prolonged({ days: 1, since: 'due' })).toMatchObject({ limit: '2026-01-06 09:00:00' })
    expect(prolonged({ days: 1, since: 'due' }, { limit: null })).toMatchObject({ limit: '2026-01-04 10:00:00' })
    expect(prolonged({ days: 1, since: 'now' })).toMatchObject({ limit: '2026-01-04 10:00:00' })
  })
  it('is the state’s own where the transition says so', () => {
    const put = prolonged({ days: 1, since: 'due', limit: 'stateDue' })
    expect(put).toMatchObject({ step: '2026-01-09 08:00:00' })
    expect(put).not.toHaveProperty('limit')
    expect(put).not.toHaveProperty('since')
  })
  it('is left as it is where its days are no number', () =>
    expect(prolonged({ days: 'row.nothing.x' }, { nothing: { x: 'soon' } })).not.toHaveProperty('limit'))
  it('is computed where the form leaves it empty', () =>
    expect(planned({ due: { days: 1 } }, { form: { limit: '' } }).values).toMatchObject({
      limit: '2026-01-04 10:00:00',
    }))
  it('is not late at its own moment, and late behind it', () => {
    const late = (limit: string) => planned({}, { row: { ...row, limit } }).values['late']
    expect(['2025-12-31 10:00:01', '2025-12-31 10:00:00', '2025-12-31 09:59:59'].map(late)).toEqual([0, 0, 1])
  })
})

describe('a pause', () => {
  const paused = { ...row, state: '4', limit: '2025-12-30 09:00:00', since: '2025-12-28 10:00:00' }
  const limit = (transition: Partial<TransitionDoc>, record: object = paused) =>
    planned(transition, { row: record as typeof row }).values['limit']
  it('puts a limit off when it ends, once and where there is one', () => {
    expect(limit({ to: '2' })).toBe('2026-01-02 09:00:00')
    expect(limit({})).toBeUndefined()
    expect(limit({ to: '4' })).toBeUndefined()
    expect(limit({ to: '1' }, { ...paused, state: '2' })).toBeUndefined()
    expect(limit({ to: '2' }, { ...paused, limit: null })).toBeUndefined()
    expect(limit({ to: '2' }, { ...paused, since: null })).toBeUndefined()
  })
})

describe('the time of a state', () => {
  it('begins anew where a branch leads into it, be it the same state', () => {
    const branched = planned({ branches: [{ when: 'true', to: '2' }] })
    expect(branched.values).toMatchObject({ state: '2', step: '2026-01-05 10:00:00', since: '2025-12-31 10:00:00' })
    expect(planned({ to: '2' }).values).toMatchObject({ step: '2026-01-05 10:00:00' })
  })
})
