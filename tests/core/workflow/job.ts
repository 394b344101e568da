import type { WorkflowDoc } from '../../../src/core/model/workflow.ts'
import type { Actor } from '../../../src/core/workflow/decide.ts'
import { machineOf } from '../../../src/core/workflow/machine.ts'
import type { TransitionRequest } from '../../../src/core/workflow/plan.ts'

export const doc: WorkflowDoc = {
  workflow: 'job',
  label: '工单',
  record: {
    org: 'org',
    user: 'who',
    sender: 'from',
    creator: 'by',
    area: 'area',
    due: 'limit',
    stateDue: 'step',
    entered: 'since',
    overdue: 'late',
    closed: 'done',
  },
  adminRoles: ['boss'],
  when: '=row.frozen == null',
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
      assign: { org: '=form.toOrg' },
      due: { days: 3 },
    },
    back: { label: '退回', from: ['2'], to: '1', relations: ['holder'], assign: { org: '=row.from' } },
    finish: {
      label: '办结',
      from: ['2'],
      to: '3',
      branches: [{ when: '=form.again == 1', to: '1' }],
      relations: ['holder'],
      set: { note: "=form.text + '。'" },
    },
    longer: { label: '延期', from: ['2'], relations: ['sender'], due: { days: '=form.days', since: 'due' } },
    grant: {
      label: '准予',
      from: ['1'],
      to: '2',
      relations: ['system'],
      due: { days: 90, since: '=form.day', count: 'calendar' },
    },
    wait: { label: '中止', from: ['2'], to: '4', relations: ['system'] },
    goOn: { label: '恢复', from: ['4'], to: '2', relations: ['system'] },
    decide: { label: '决定', from: ['2'], to: '1', relations: ['system'], set: { limit: '=null' } },
    drop: { label: '撤销', from: ['1'], to: '3', relations: ['creator'] },
    urge: { label: '催办', from: ['2'], relations: ['above'] },
    lapse: { label: '失效', from: ['2'], to: '3', relations: ['system'] },
  },
}
export const machine = machineOf(doc, 'state')
export const person = (more: Partial<Actor['user']>): Actor => ({
  option: {},
  user: { id: 'u', nickName: '', customerId: '', areaCode: '340400', areaLevel: 2, roles: [], orgId: 'A', ...more },
})
export const row = { state: '2', org: 'B', from: 'A', by: 'x', area: '340402', limit: '2026-01-05 09:00:00' }
export const CALENDAR = {
  holidays: new Set(['2026-01-01', '2026-01-02']),
  workdays: new Set(['2026-01-04']),
  announced: new Set(['2025', '2026']),
}
export const request = (code: string, more: Partial<TransitionRequest> = {}): TransitionRequest => ({
  machine,
  code,
  row,
  form: {},
  actor: person({}),
  now: '2025-12-31 10:00:00',
  calendar: CALENDAR,
  ...more,
})
