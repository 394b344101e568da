import { describe, expect, it } from 'vitest'
import { everTakeable, takeable, whyNot, type Actor } from '../../../src/core/workflow/decide.ts'
import { machineOf } from '../../../src/core/workflow/machine.ts'
import { doc, machine, person, row } from './job.ts'

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

describe('what time does', () => {
  const system: Actor = { ...person({ id: 'system', orgId: '' }), system: true }
  it('is taken by nobody but time, and time takes nothing else', () => {
    expect(whyNot(machine, 'lapse', row, system)).toBeUndefined()
    expect(whyNot(machine, 'back', row, system)?.code).toBe('relation')
    expect(whyNot(machine, 'lapse', { ...row, state: '1' }, system)?.code).toBe('state')
  })
})
