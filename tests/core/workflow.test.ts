import { describe, expect, it } from 'vitest'
import type { WorkflowDoc } from '../../src/core/model/workflow.ts'
import { everTakeable, takeable, whyNot, type Actor } from '../../src/core/workflow/decide.ts'
import { initialStates, machineOf } from '../../src/core/workflow/machine.ts'
import { planOf, type TransitionRequest } from '../../src/core/workflow/plan.ts'
import { dueOf } from '../../src/core/workflow/due.ts'
import { addWorkingDays, isWorkingDay } from '../../src/core/workflow/working-days.ts'

const doc: WorkflowDoc = {
  workflow: 'job',
  label: '工单',
  record: {
    org: 'org',
    user: 'who',
    sender: 'from',
    creator: 'by',
    area: 'area',
    due: 'limit',
    step: 'step',
    since: 'since',
    overdue: 'late',
    closed: 'done',
  },
  adminRoles: ['boss'],
  when: 'row.frozen == null',
  states: {
    '1': { label: '待办', initial: true },
    '2': { label: '在办', days: 2 },
    '3': { label: '办结', closed: true },
    '4': { label: '中止', pauses: true },
  },
  transitions: {
    send: {
      label: '派发',
      from: ['1', '2'],
      to: '2',
      roles: ['2'],
      rolesByState: { '2': ['lead'] },
      relations: ['holder'],
      assign: { org: 'form.toOrg' },
      due: { days: '3' },
    },
    back: { label: '退回', from: ['2'], to: '1', relations: ['holder'], assign: { org: 'row.from' } },
    finish: {
      label: '办结',
      from: ['2'],
      to: '3',
      branches: [{ when: 'form.again == 1', to: '1' }],
      relations: ['holder'],
      set: { note: "form.text + '。'" },
    },
    longer: { label: '延期', from: ['2'], relations: ['sender'], due: { days: 'form.days', from: 'due' } },
    grant: {
      label: '准予',
      from: ['1'],
      to: '2',
      relations: ['system'],
      due: { days: '90', since: 'form.day', count: 'calendar' },
    },
    wait: { label: '中止', from: ['2'], to: '4', relations: ['system'] },
    goOn: { label: '恢复', from: ['4'], to: '2', relations: ['system'] },
    decide: { label: '决定', from: ['2'], to: '1', relations: ['system'], set: { limit: 'null' } },
    drop: { label: '撤销', from: ['1'], to: '3', relations: ['creator'] },
    urge: { label: '催办', from: ['2'], relations: ['above'] },
    lapse: { label: '失效', from: ['2'], to: '3', relations: ['system'] },
  },
}
const machine = machineOf(doc, 'state')
const person = (more: Partial<Actor['user']>): Actor => ({
  option: {},
  user: { id: 'u', nickName: '', customerId: '', areaCode: '340400', areaLevel: 2, roles: [], orgId: 'A', ...more },
})
const row = { state: '2', org: 'B', from: 'A', by: 'x', area: '340402', limit: '2026-01-05 09:00:00' }
const CALENDAR = { holidays: new Set(['2026-01-01', '2026-01-02']), workdays: new Set(['2026-01-04']) }
const request = (code: string, more: Partial<TransitionRequest> = {}): TransitionRequest => ({
  machine,
  code,
  row,
  form: {},
  actor: person({}),
  now: '2025-12-31 10:00:00',
  calendar: CALENDAR,
  ...more,
})

describe('who may take a transition', () => {
  const why = (code: string, actor: Actor, record: object = row): string | undefined =>
    whyNot(machine, code, record as typeof row, actor)?.code
  it('says by a code why not', () => {
    expect(why('nothing', person({}))).toBe('unknown')
    expect(why('drop', person({}))).toBe('state')
    expect(why('send', person({ orgId: 'B' }))).toBe('role')
    expect(why('send', person({ orgId: 'B' }), { ...row, state: '1' })).toBeUndefined()
    expect(why('send', person({ orgId: 'B', roles: ['lead'] }))).toBeUndefined()
    expect(why('back', person({}))).toBe('relation')
    expect(why('back', person({ orgId: 'B' }), { ...row, frozen: 1 })).toBe('condition')
    expect(why('lapse', person({ roles: ['boss'] }))).toBe('system')
  })
  it('knows holder, sender, creator and who is above; nobody is not the same as nobody', () => {
    expect(takeable(machine, row, person({ orgId: 'B', areaCode: '340402' }))).toEqual(['back', 'finish'])
    expect(takeable(machine, { ...row, org: 'C', who: 'u' }, person({ orgId: '' }))).toEqual(['back', 'finish'])
    expect(takeable(machine, row, person({}))).toEqual(['longer', 'urge'])
    expect(takeable(machine, { ...row, area: '350100' }, person({ orgId: 'Z' }))).toEqual([])
    expect(takeable(machine, { state: '2' }, person({ orgId: '', id: '', areaCode: '' }))).toEqual([])
    expect(why('drop', person({ id: 'x' }), { ...row, state: '1' })).toBeUndefined()
  })
  it('says before any record is known what some record may give one', () => {
    expect(everTakeable(machine, person({ areaLevel: 3 }))).toEqual(['back', 'finish', 'longer', 'drop', 'urge'])
    expect(everTakeable(machine, person({ areaLevel: 3, roles: ['lead'] }))).toContain('send')
    expect(everTakeable(machine, { ...person({}), granted: new Set(['finish', 'lapse']) })).toEqual(['finish'])
    expect(
      everTakeable(machineOf({ ...doc, when: 'user.areaLevel == 1 && row.frozen == null' }, 'state'), person({})),
    ).toEqual([])
  })
  it('lets an administrator stand in for any unit, within the roles', () => {
    expect(takeable(machine, row, person({ orgId: 'Z', roles: ['boss'] }))).toEqual([
      'back',
      'finish',
      'longer',
      'urge',
    ])
  })
})

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

it('a record begins in a state that says so, else in the first', () => {
  expect(
    initialStates(
      new Map([
        ['b', { label: '' }],
        ['a', { label: '' }],
      ]),
    ),
  ).toEqual(['b'])
  expect(
    initialStates(
      new Map([
        ['b', { label: '', initial: true }],
        ['a', { label: '', initial: true }],
      ]),
    ),
  ).toEqual(['a', 'b'])
})

describe('what time does', () => {
  const system: Actor = { ...person({ id: 'system', orgId: '' }), system: true }
  it('is taken by nobody but time, and time takes nothing else', () => {
    expect(whyNot(machine, 'lapse', row, system)).toBeUndefined()
    expect(whyNot(machine, 'back', row, system)?.code).toBe('relation')
    expect(whyNot(machine, 'lapse', { ...row, state: '1' }, system)?.code).toBe('state')
  })
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

describe('a time limit', () => {
  const now = '2025-12-31 10:00:00'
  it('is past by days, near by working days, or neither', () => {
    expect(dueOf('2025-12-30 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'late', days: 1 })
    expect(dueOf('2025-12-31 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'late', days: 1 })
    expect(dueOf('2025-12-31', now, 3, CALENDAR)).toEqual({ state: 'soon', days: 0 })
    expect(dueOf('2026-01-03 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'soon', days: 0 })
    expect(dueOf('2026-01-06 09:00:00', now, 3, CALENDAR)).toEqual({ state: 'soon', days: 3 })
    expect(dueOf('2026-01-07 09:00:00', now, 3, CALENDAR)).toBeUndefined()
  })
})
