import { describe, expect, it } from 'vitest'
import type { WorkflowDoc } from '../../../src/core/model/workflow.ts'
import { machineOf } from '../../../src/core/workflow/machine.ts'
import { ownFields } from '../../../src/core/workflow/own-fields.ts'

const sorted = (fields: ReadonlySet<string>): string[] => [...fields].sort()

describe('what a workflow writes itself', () => {
  const doc: WorkflowDoc = {
    workflow: 'w',
    label: '流程',
    record: {
      org: 'org',
      user: 'person',
      sender: 'from',
      due: 'limit',
      stateDue: 'step',
      entered: 'since',
      overdue: 'late',
      closed: 'done',
      area: 'area',
      creator: 'by',
    },
    states: { a: { label: '甲' } },
    transitions: {
      hand: { label: '交', from: ['a'], assign: { org: '=form.org' }, set: { urged: 1 } },
      change: { label: '改', from: ['a'], via: 'save', set: { not: 1 } },
    },
  }

  it('is its clocks, what it sets, and whom it hands a record to', () => {
    const { always, assigned } = ownFields(machineOf(doc, 'state'))
    expect(sorted(always)).toEqual(['done', 'from', 'late', 'since', 'state', 'step', 'urged'])
    expect(sorted(assigned)).toEqual(['org', 'person'])
  })

  it('is the limit only where it counts one', () => {
    const counting = { ...doc, transitions: { begin: { label: '始', from: ['a'], due: { days: 3 } } } }
    expect(sorted(ownFields(machineOf(counting, 'state')).always)).toContain('limit')
    expect(sorted(ownFields(machineOf(counting, 'state')).assigned)).toEqual([])
  })
})
