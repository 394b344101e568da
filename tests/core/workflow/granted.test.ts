import { describe, expect, it } from 'vitest'
import { buttonKey, grantedBy, namedIn } from '../../../src/core/workflow/granted.ts'
import { machineOf, type Machine } from '../../../src/core/workflow/machine.ts'

const workflow = (name: string, grantable: boolean): Machine =>
  machineOf(
    {
      workflow: name,
      label: name,
      ...(grantable ? { grantable } : {}),
      states: { open: { label: '待办' } },
      transitions: { pass: { label: '通过', from: ['open'] }, stop: { label: '停办', from: ['open'] } },
    },
    'state',
  )
const [repair, loan] = [workflow('repair', true), workflow('loan', true)]

describe('buttons that roles grant', () => {
  it('are named by their code, or with their workflow where two have a button of this code', () => {
    expect(namedIn(['pass', 'lend'], repair)).toEqual(['pass'])
    const named = [buttonKey('loan', 'stop')]
    expect([namedIn(named, repair), namedIn(named, loan)]).toEqual([[], ['stop']])
  })

  it('are those that the roles name together; a role that names none grants none', () => {
    expect(grantedBy([['pass'], ['stop']], repair)).toEqual(new Set(['pass', 'stop']))
    expect(grantedBy([['pass'], ['unmask']], repair)).toEqual(new Set(['pass']))
    expect(grantedBy([[buttonKey('loan', 'pass')]], repair)).toEqual(new Set())
    expect(grantedBy([[]], repair)).toEqual(new Set())
  })

  it('are all where a role says so, but for the workflows of which it names some', () => {
    expect(grantedBy([['*']], repair)).toBeUndefined()
    expect(grantedBy([['pass'], ['*']], repair)).toBeUndefined()
    expect(grantedBy([['*', 'pass']], repair)).toEqual(new Set(['pass']))
    expect(grantedBy([['*', buttonKey('loan', 'pass')]], repair)).toBeUndefined()
  })

  it('are all of a workflow that is not grantable, whatever the roles name', () => {
    expect(grantedBy([['pass']], workflow('repair', false))).toBeUndefined()
  })
})
