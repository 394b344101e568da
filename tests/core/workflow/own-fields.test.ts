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

  const own = (more: Partial<WorkflowDoc>) => {
    const { always, assigned } = ownFields(machineOf({ ...doc, transitions: {}, ...more }, 'state'))
    return { always: sorted(always), assigned: sorted(assigned) }
  }
  const clocks = ['done', 'late', 'since', 'state', 'step']

  it('is no unit, person or sender where no step hands a record over', () =>
    expect(own({ transitions: { note: { label: '记', from: ['a'] } } })).toEqual({ always: clocks, assigned: [] }))
  it('is the person alone where a step hands a record to a person of the same unit', () =>
    expect(own({ transitions: { pass: { label: '转', from: ['a'], assign: { user: '=form.user' } } } })).toEqual({
      always: clocks,
      assigned: ['person'],
    }))
  it('is no limit that only the state has, and the limit that a pause puts off', () => {
    const step = { step: { label: '延', from: ['a'], due: { days: 1, limit: 'stateDue' as const } } }
    expect(own({ transitions: step }).always).toEqual(clocks)
    const paused = { a: { label: '甲' }, b: { label: '乙', pauses: true } }
    expect(own({ states: paused }).always).toContain('limit')
    const both = { ...step, limit: { label: '限', from: ['a'], due: { days: 1 } } }
    expect(own({ transitions: both }).always).toContain('limit')
  })
  it('is nothing that an overlay has left out, or that another call writes', () => {
    const set = { urged: false as const, noted: '1' }
    expect(own({ transitions: { urge: { label: '催', from: ['a'], set } } }).always).toEqual(
      [...clocks, 'noted'].sort(),
    )
    const saved = { label: '存', from: ['a'], via: 'save' as const, assign: { org: '=form.org' }, due: { days: 1 } }
    expect(own({ transitions: { save: saved } })).toEqual({ always: clocks, assigned: [] })
  })
  it('is the state alone where a record has no such parts', () =>
    expect(own({ record: undefined })).toEqual({ always: ['state'], assigned: [] }))
})
