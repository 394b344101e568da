import { describe, expect, it } from 'vitest'
import type { WorkflowDoc } from '../../../src/core/model/workflow.ts'
import { initialStates, machineOf, partOf, stateOf, targetsOf } from '../../../src/core/workflow/machine.ts'

const doc: WorkflowDoc = {
  workflow: 'w',
  label: '流程',
  record: { org: 'unit' },
  states: { b: { label: '乙' }, a: { label: '甲' }, gone: false, open: null },
  transitions: { go: { label: '去', from: ['a'] }, away: false, later: null },
}

describe('a machine', () => {
  it('has the states and transitions that no layer has left out', () => {
    const machine = machineOf(doc, 'state')
    expect([...machine.states.keys()]).toEqual(['b', 'a'])
    expect([...machine.transitions.keys()]).toEqual(['go'])
    expect(machine.initial).toBe('b')
  })
  it('begins nowhere where it has no states', () => expect(machineOf({ ...doc, states: {} }, 'state').initial).toBe(''))
  it('reads the parts of a record as texts; what is not there is empty', () => {
    const machine = machineOf(doc, 'state')
    expect([{ unit: 7 }, { unit: null }, {}].map(row => partOf(machine, row, 'org'))).toEqual(['7', '', ''])
    expect(partOf(machine, { undefined: 'x' }, 'user')).toBe('')
    expect(partOf(machineOf({ ...doc, record: undefined }, 'state'), { unit: 7 }, 'org')).toBe('')
    expect([{ state: 1 }, { state: null }, {}].map(row => stateOf(machine, row))).toEqual(['1', '', ''])
  })
})

describe('initial states', () => {
  const [plain, initial] = [{ label: '' }, { label: '', initial: true }]
  it('are those that say so, lowest code first, else the first state', () => {
    expect(
      initialStates(
        new Map([
          ['b', plain],
          ['a', plain],
        ]),
      ),
    ).toEqual(['b'])
    expect(
      initialStates(
        new Map([
          ['c', plain],
          ['b', initial],
          ['a', initial],
        ]),
      ),
    ).toEqual(['a', 'b'])
  })
})

describe('where a transition leads to', () => {
  const go = { label: '去', from: ['a'] }
  it('is each branch and what it says otherwise; without it the state stays', () => {
    expect(targetsOf(go, 'a')).toEqual(['a'])
    expect(targetsOf({ ...go, to: 'b' }, 'a')).toEqual(['b'])
    expect(targetsOf({ ...go, to: 'b', branches: [{ when: 'true', to: 'c' }] }, 'a')).toEqual(['c', 'b'])
    expect(targetsOf({ ...go, branches: [{ when: 'true', to: 'c' }] }, 'a')).toEqual(['c', 'a'])
  })
})
