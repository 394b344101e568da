import { describe, expect, it } from 'vitest'
import { takeable } from '../../../src/core/workflow/decide.ts'
import { deciderOf, decisionFacts } from '../../../src/core/workflow/decisions.ts'
import { machine, person, row } from './job.ts'

describe('which buttons a row has where the server does not say', () => {
  const facts = decisionFacts(machine)
  it('is decided as the server decides it, from what travels to the browser', () => {
    const sent = JSON.parse(JSON.stringify(facts)) as typeof facts
    for (const actor of [person({}), person({ orgId: 'B' }), person({ orgId: 'Z', roles: ['boss'] })])
      for (const state of machine.states.keys())
        expect(deciderOf(sent, actor)({ ...row, state })).toEqual(takeable(machine, { ...row, state }, actor))
  })
  it('needs no forms, and nothing of what a step writes', () => {
    const keys = new Set(Object.values(facts.doc.transitions).flatMap(step => Object.keys(step || {})))
    expect([...keys].filter(key => ['form', 'set', 'creates', 'assign', 'branches'].includes(key))).toEqual([])
  })
  it('takes what a row does not bring for empty', () => {
    const { frozen: _frozen, ...less } = row as Record<string, unknown>
    expect(facts.reads).toContain('frozen')
    expect(deciderOf(facts, person({ orgId: 'B' }))(less)).toEqual(
      takeable(machine, { ...less, frozen: null }, person({ orgId: 'B' })),
    )
  })
})
