import { describe, expect, it } from 'vitest'
import { explainValue } from '../../../src/core/overlay/explain.ts'
import { Resolver } from '../../../src/core/overlay/resolve.ts'
import { getNode, originAt, toValue } from '../../../src/core/source/node.ts'
import { BASE, patchProblems, resolverOf, type Files } from '../files.ts'

const DELETE =
  'delete: {label: 删除, call: shop.remove, confirm: 删除？, form: {why: {label: 原因, kind: text}}, danger: true}'
const MIXIN = 'schemas/mixins/deletable.yaml'
const ENTITY = 'schemas/entities/shop.yaml'
const PAGE = 'schemas/pages/data/shop.yaml'
const OVER = 'customers/areas/35/pages/data/shop.yaml'

function files(actions: string, more: Files = {}): Files {
  const entity = BASE[ENTITY] ?? ''
  return {
    ...BASE,
    [MIXIN]: `mixin: deletable\nlabel: 可删除\nactions:\n  ${DELETE}\n`,
    [ENTITY]: `${entity.replace(/^mixins: .*\n/m, '')}mixins: [base, deletable]\nactions:\n  delete: {done: 网店已删除}\n`,
    [PAGE]: `${BASE[PAGE] ?? ''}actions: ${actions}\n`,
    ...more,
  }
}
const actionsOf = (given: Files, scope: { area?: string } = {}) => {
  const { node } = resolverOf(given).resolver.resolve('pages/data/shop', scope)!
  return toValue(getNode(node, ['actions'])!) as Record<string, unknown>
}

const WHOLE = {
  label: '删除',
  call: 'shop.remove',
  confirm: '删除？',
  form: { why: { label: '原因', kind: 'text' } },
  danger: true,
  done: '网店已删除',
}

describe('a button that pages share', () => {
  it('is taken from the entity and its mixins by its name, and none that the page does not name', () => {
    expect(actionsOf(files('{delete: }'))).toEqual({ delete: WHOLE })
    expect(actionsOf(files('{view: {label: 查看, page: data/shop}}'))).toEqual({
      view: { label: '查看', page: 'data/shop' },
    })
  })
  it('has what the page says laid over it, also within', () =>
    expect(actionsOf(files('{delete: {on: [row], form: {why: {required: true}}, danger: false}}'))).toEqual({
      delete: {
        ...WHOLE,
        on: ['row'],
        danger: false,
        form: { why: { label: '原因', kind: 'text', required: true } },
      },
    }))
  it('is left out by a page or an overlay, and keeps the page’s order', () => {
    const two = files('{view: {label: 查看, page: data/shop}, delete: {on: [row]}}', {
      [OVER]: 'actions: {delete: false}\n',
    })
    expect(Object.keys(actionsOf(two))).toEqual(['view', 'delete'])
    expect(actionsOf(two, { area: '3501' })['delete']).toBe(false)
  })
  it('changes on all pages with an overlay of the entity, for that area alone', () => {
    const over = files('{delete: }', {
      'customers/areas/35/entities/shop.yaml': 'actions: {delete: {confirm: 真的删除？}}\n',
    })
    expect(actionsOf(over, { area: '3501' })['delete']).toMatchObject({ confirm: '真的删除？', label: '删除' })
    expect(actionsOf(over)['delete']).toEqual(WHOLE)
  })
  it('says of each part where it was written', () => {
    const { node } = resolverOf(files('{delete: {on: [row]}}')).resolver.resolve('pages/data/shop', {})!
    const fileOf = (...path: string[]) => originAt(node, ['actions', 'delete', ...path], true).file
    expect([fileOf(), fileOf('on'), fileOf('done'), fileOf('confirm')]).toEqual([PAGE, PAGE, ENTITY, MIXIN])
  })
  it('is made anew after an edit of the entity or its mixin, and only then', () => {
    const before = resolverOf(files('{delete: }')).resolver
    before.resolve('pages/data/shop', {})
    const after = (more: Files) => {
      const { project } = resolverOf(files('{delete: }', more))
      return toValue(new Resolver(project, before).resolve('pages/data/shop', {})!.node) as { actions: object }
    }
    const mixin = `mixin: deletable\nlabel: 可删除\nactions:\n  ${DELETE.replace('删除？', '真的？')}\n`
    expect(after({ [MIXIN]: mixin }).actions).toEqual({ delete: { ...WHOLE, confirm: '真的？' } })
    const entity = files('')[ENTITY]?.replace('网店已删除', '删了') ?? ''
    expect(after({ [ENTITY]: entity }).actions).toEqual({ delete: { ...WHOLE, done: '删了' } })
    expect(after({ 'schemas/app.yaml': `${BASE['schemas/app.yaml']}version: 2\n` }).actions).toEqual({ delete: WHOLE })
  })
  it('is explained layer by layer', () => {
    const { resolver } = resolverOf(files('{delete: {done: 已删除}}', { [OVER]: 'actions: {delete: {done: 删了}}\n' }))
    const says = explainValue(resolver, 'data/shop', ['actions', 'delete', 'done'], { area: '35' })!
    expect(says.map(({ of, value, winner }) => [of, value, winner])).toEqual([
      ['entity', '网店已删除', false],
      ['page', '已删除', false],
      ['page', '删了', true],
    ])
  })
})

describe('what a page says of a button that pages share', () => {
  it('may not repeat the entity', () =>
    expect(patchProblems(files('{delete: {label: 删除, done: 已删除}}'))).toEqual([`overlay-no-change ${PAGE}:13:20`]))
  it('may not repeat it in an overlay, nor leave out what is not there', () => {
    const over = (text: string) => patchProblems(files('{delete: {on: [row]}}', { [OVER]: text }))
    expect(over('actions: {delete: {danger: true}}\n')).toEqual([`overlay-no-change ${OVER}:1:20`])
    expect(over('actions: {delete: {form: {why: {required: true}}}}\n')).toEqual([])
    expect(over('actions: {delete: {form: {wyh: false}}}\n')).toEqual([`overlay-target-missing ${OVER}:1:27 (why)`])
    expect(over('actions: {delte: false}\n')).toEqual([`overlay-target-missing ${OVER}:1:11 (delete)`])
  })
  it('may be nothing, or a page’s own where the entity has none of the name', () => {
    expect(patchProblems(files('{delete: }'))).toEqual([])
    expect(patchProblems(files('{view: {label: 查看, page: data/shop}}'))).toEqual([])
  })
})
