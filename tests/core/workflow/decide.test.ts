import { describe, expect, it } from 'vitest'
import { everTakeable, stepsApart, takeable, whyNot, type Actor } from '../../../src/core/workflow/decide.ts'
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
      everTakeable(machineOf({ ...doc, when: '=user.areaLevel == 1 && row.frozen == null' }, 'state'), person({})),
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

describe('a condition that cannot be computed of a record', () => {
  const when = (text: string) =>
    machineOf(
      { ...doc, transitions: { ...doc.transitions, urge: { label: '催办', from: ['2'], when: text } } },
      'state',
    )
  it.each(['=row.org - 1 > 0', '=int(row.org) > 2', '=row.org.startsWith(row.late)', '=row.list[3] == 1'])(
    'does not hold, and keeps nobody from the others: %s',
    text => {
      expect(whyNot(when(text), 'urge', { ...row, list: [] }, person({}))?.code).toBe('condition')
      expect(takeable(when(text), { ...row, list: [] }, person({ orgId: 'B' }))).toContain('finish')
    },
  )
})

describe('who has had a part in a record', () => {
  const apart = (notBy: string[], more: object = {}) =>
    machineOf(
      { ...doc, transitions: { ...doc.transitions, urge: { label: '审批', from: ['2'], notBy, ...more } } },
      'state',
    )
  const why = (of: ReturnType<typeof apart>, took: string[], more: object = {}) =>
    whyNot(of, 'urge', { ...row, ...more }, { ...person({}), took: () => new Set(took) })
  it('has no other one: neither who took a step, nor who is named in a field', () => {
    const machine = apart(['send', 'finish', 'officers'])
    expect(stepsApart(machine)).toEqual(['send', 'finish'])
    expect(why(machine, [])).toBeUndefined()
    expect(why(machine, ['back'])).toBeUndefined()
    expect(why(machine, ['finish'])).toEqual({ code: 'person', text: '办结是您办理的，审批须由其他人办理' })
    expect(why(machine, [], { officers: 'v,u' })?.code).toBe('person')
    expect(why(machine, [], { officers: 'uu,v' })).toBeUndefined()
    expect(why(apart(['send'], { otherwise: '须由另一人审批' }), ['send'])?.text).toBe('须由另一人审批')
  })
  it('has none as an administrator either, who stands in for units and not for persons; time is nobody', () => {
    const machine = apart(['send'], { relations: ['holder', 'system'] })
    const boss = { ...person({ roles: ['boss'], orgId: 'Z' }), took: () => new Set(['send']) }
    expect(whyNot(machine, 'urge', row, boss)?.code).toBe('person')
    expect(whyNot(machine, 'urge', row, { ...boss, system: true })).toBeUndefined()
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

describe('a workflow of its own rules', () => {
  const own = machineOf(
    {
      workflow: 'own',
      label: '流程',
      record: { org: 'org', sender: 'from', creator: 'by', area: 'area' },
      when: "=action != 'shut' || row.open == 1",
      states: { '1': { label: '待办' }, '2': { label: '办结' } },
      transitions: {
        free: { label: '登记', from: ['1'] },
        either: { label: '退回', from: ['1'], relations: ['holder', 'sender'] },
        timed: { label: '到期', from: ['1'], roles: ['lead'], relations: ['system', 'creator'] },
        judged: { label: '审核', from: ['1'], when: '=row.ready == 1', otherwise: '材料还不全' },
        plain: { label: '归档', from: ['1'], when: '=row.ready == 1' },
        shut: { label: '关闭', from: ['1'] },
        time: { label: '失效', from: ['1'], relations: ['system'] },
        above: { label: '催办', from: ['1'], relations: ['above'] },
        led: { label: '督办', from: ['1'], roles: ['lead'] },
      },
    },
    'state',
  )
  const open = { state: '1', org: 'unit1,unit2', from: 'unit3', by: 'x', area: '340402', ready: 1, open: 1 }
  const system: Actor = { ...person({ id: 'system', orgId: '', areaLevel: 9 }), system: true }
  const why = (code: string, actor: Actor, record: Readonly<Record<string, unknown>> = open) =>
    whyNot(own, code, record, actor)

  it('asks for one of several relations, each unit that has a record being its holder', () => {
    expect(why('either', person({ orgId: 'unit2' }))).toBeUndefined()
    expect(why('either', person({ orgId: 'unit3' }))).toBeUndefined()
    expect(why('either', person({ orgId: 'unit' }))?.code).toBe('relation')
  })
  it('has nobody above a record who has no area, or its own', () => {
    expect(why('above', person({}))).toBeUndefined()
    expect(why('above', person({ areaCode: '' }))?.code).toBe('relation')
    expect(why('above', person({ areaCode: '340402' }))?.code).toBe('relation')
    expect(why('above', person({ orgId: 'unit1' }))?.code).toBe('relation')
  })
  it('leaves to time what a person may take too, whatever the roles, and nothing that does not name it', () => {
    expect(why('timed', system)).toBeUndefined()
    expect(why('free', system)?.code).toBe('relation')
    expect(why('timed', person({ roles: ['lead'] }))?.code).toBe('relation')
    expect(why('timed', person({ roles: ['lead'], id: 'x' }))).toBeUndefined()
    expect(everTakeable(own, person({ roles: ['lead'] }))).toContain('timed')
  })
  it('is open to all where it names no relation, and has no administrators where it names none', () => {
    expect(why('free', person({ orgId: '', id: '' }))).toBeUndefined()
    expect(why('either', person({ roles: ['boss'], areaLevel: 0 }))?.code).toBe('relation')
  })
  it('knows in its conditions which step is about to be taken', () => {
    expect(why('shut', person({}), { ...open, open: 0 })?.code).toBe('condition')
    expect(why('free', person({}), { ...open, open: 0 })).toBeUndefined()
    const never = machineOf({ ...own.doc, when: "=action != 'shut' && user.areaLevel == 2" }, 'state')
    expect(everTakeable(never, person({}))).toEqual(['free', 'either', 'judged', 'plain', 'above'])
  })
  it('says in words why not', () => {
    const said = (code: string, record = open, actor = person({})) => why(code, actor, record)?.text
    expect(said('none')).toBe('流程没有“none”这个操作')
    expect(said('free', { ...open, state: '2' })).toBe('记录已是“办结”，不能登记')
    expect(said('free', { ...open, state: '7' })).toBe('记录已是“7”，不能登记')
    expect(said('time')).toBe('失效由系统自动进行')
    expect(said('led')).toBe('您的角色不能督办')
    expect(said('either')).toBe('只有当前办理单位、交办单位可以退回')
    expect(said('free', open, system)).toBe('只有可以登记')
    expect(said('judged', { ...open, ready: 0 })).toBe('材料还不全')
    expect(said('plain', { ...open, ready: 0 })).toBe('这条记录不满足归档的条件')
    expect(said('shut', { ...open, open: 0 })).toBe('这条记录不满足关闭的条件')
  })
})
