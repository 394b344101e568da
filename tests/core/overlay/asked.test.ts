import { describe, expect, it } from 'vitest'
import { explainValue } from '../../../src/core/overlay/explain.ts'
import { toValue } from '../../../src/core/source/node.ts'
import { BASE, resolverOf } from '../files.ts'

const FILES = {
  ...BASE,
  'schemas/entities/shop.yaml':
    BASE['schemas/entities/shop.yaml'] + '  state: {label: 状态, kind: status, workflow: clue}\n',
  'schemas/entities/check.yaml':
    'entity: check\nlabel: 核查\nkey: checkId\nfields:\n  checkId: {label: 编号, kind: text}\n'
    + '  result: {label: 结论, kind: text, required: true, maxLength: 9}\n  remark: {label: 备注, kind: longText}\n',
  'schemas/entities/way.yaml':
    'entity: way\nlabel: 流转\nkey: wayId\nfields:\n  wayId: {label: 编号, kind: text}\n  remark: {label: 意见, kind: longText}\n'
    + '  result: {label: 后来的, kind: text}\n',
  'schemas/workflows/clue.yaml':
    'workflow: clue\nlabel: 线索\nentity: shop\nroute: {entity: way, key: wayId}\nstates:\n  open: {label: 待办}\n'
    + 'transitions:\n  finish:\n    label: 办结\n    from: [open]\n    form: {sales: , result: {maxLength: 5}, remark: , own: {label: 自, kind: int}}\n'
    + '    creates: {check: }\n  leave:\n    label: 放下\n    from: [open]\n    form: {result: , remark: false}\n',
  'schemas/pages/data/shop.yaml':
    BASE['schemas/pages/data/shop.yaml'] + 'actions:\n  end: {on: [row], call: shop.list, transition: finish}\n',
  'customers/87/workflows/clue.yaml': 'transitions:\n  finish: {label: 了结, form: {result: {label: 说法}}}\n',
}
const formOf = (transition: string, customer?: string): unknown => {
  const { node } = resolverOf(FILES).resolver.resolve('workflows/clue', customer === undefined ? {} : { customer })!
  const { transitions } = toValue(node) as { transitions: Record<string, { form: unknown }> }
  return transitions[transition]?.form
}

describe('a form of a transition', () => {
  it('says what it leaves out as the record does that the transition makes, before the one of its way', () => {
    expect(formOf('finish')).toEqual({
      // the workflow's own entity says it where the form is compiled, as before
      sales: null,
      result: { label: '结论', kind: 'text', required: true, maxLength: 5 },
      remark: { label: '备注', kind: 'longText' },
      own: { label: '自', kind: 'int' },
    })
  })
  it('says it as its way does where it makes nothing, and leaves out what it leaves out', () =>
    expect(formOf('leave')).toEqual({ result: { label: '后来的', kind: 'text' }, remark: false }))
  it('is changed by an overlay over all of that', () =>
    expect(formOf('finish', '87')).toMatchObject({ result: { label: '说法', required: true, maxLength: 5 } }))

  it('is explained with the entity that says it', () => {
    const says = explainValue(
      resolverOf(FILES).resolver,
      'workflows/clue',
      ['transitions', 'finish', 'form', 'result', 'label'],
      { customer: '87' },
    )!
    expect(says.map(({ of, layer, value, winner }) => [of, layer, value, winner])).toEqual([
      ['entity', 'schemas', '结论', false],
      ['file', 'schemas', undefined, false],
      ['file', 'customers/87', '说法', true],
    ])
  })
  it('gives a button its name, which is explained with the workflow and its overlay', () => {
    const says = explainValue(resolverOf(FILES).resolver, 'data/shop', ['actions', 'end', 'label'], { customer: '87' })!
    expect(says.filter(say => 'value' in say).map(({ of, layer, value }) => [of, layer, value])).toEqual([
      ['workflow', 'schemas', '办结'],
      ['workflow', 'customers/87', '了结'],
    ])
    expect(says.find(({ winner }) => winner)?.value).toBe('了结')
  })
})
