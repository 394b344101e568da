import { describe, expect, it } from 'vitest'
import { getNode, originAt, toValue } from '../../../src/core/source/node.ts'
import { patchProblems, resolverOf, type Files } from '../files.ts'
import { AREA, files } from './carrier-calls.ts'

const { resolver } = resolverOf(files)
const calls = (area?: string) => getNode(resolver.resolve('endpoints', area ? { area } : {})!.node, ['endpoints'])!
const value = (name: string, area?: string) => toValue(getNode(calls(area), [name])!)

describe('a family of calls', () => {
  it('writes a call for each member and template, with the member’s words; a path keeps its parameters', () => {
    expect(Object.keys(toValue(calls()) as object)).toEqual([
      'shop.save',
      'shop.drop',
      'site.save',
      'site.drop',
      'org.list',
    ])
    expect(value('shop.save')).toEqual({
      label: '保存网店',
      method: 'POST',
      path: '/api/shop/save',
      in: 'body',
      entity: 'shop',
      changes: ['shop', 'carrier'],
    })
    expect(value('site.drop')).toEqual({ label: '删除网站', method: 'GET', path: '/api/site/{id}', in: 'path' })
  })
  it('lies below what the file says of one call', () =>
    expect(value('site.save')).toMatchObject({
      label: '保存网站',
      path: '/api/other/save',
      entity: 'website',
      changes: ['website', 'carrier'],
    }))
  it('lies below what an overlay says of one call', () => {
    expect(value('shop.drop', '3501')).toBe(false)
    expect(value('site.save', '3501')).toMatchObject({ path: '/api/other/save', access: 'staff' })
  })
  it('points to the template, and to the member where a value is its word alone', () => {
    expect(originAt(calls(), ['shop.save', 'label'])).toMatchObject({ line: 7, col: 21 })
    expect(originAt(calls(), ['site.save', 'entity'])).toMatchObject({ line: 5, col: 33 })
    expect(originAt(calls(), ['shop.save', 'entity'])).toMatchObject({ line: 4, col: 7 })
  })
  it('is changed as a whole by an overlay of its template or its members', () => {
    const patched = resolverOf({
      ...files,
      [AREA]: `families:
  carrier:
    members: {site: false}
    calls: {save: {access: staff}}
`,
    }).resolver
    const found = toValue(getNode(patched.resolve('endpoints', { area: '35' })!.node, ['endpoints'])!) as Record<
      string,
      unknown
    >
    expect(Object.keys(found)).toEqual(['shop.save', 'shop.drop', 'site.save', 'org.list'])
    expect(found['shop.save']).toMatchObject({ access: 'staff' })
  })
  it('is what patches are judged over', () =>
    expect(
      patchProblems({ ...files, [AREA]: 'endpoints:\n  shop.save: {method: POST}\n  shop.dorp: false\n' }),
    ).toEqual([`overlay-no-change ${AREA}:2:15`, `overlay-target-missing ${AREA}:3:3 (shop.drop)`]))
})

describe('the words of a member', () => {
  const filled = (template: string, member = '{label: 网店, size: 3, none: , list: [1]}') => {
    const { resolver } = resolverOf({
      'schemas/endpoints.yaml': `families:\n  f:\n    members: {shop: ${member}}\n    calls: {go: ${template}}\n`,
    })
    return toValue(getNode(resolver.resolve('endpoints', {})!.node, ['endpoints', 'shop.go'])!)
  }
  it('stand wherever their braces stand', () =>
    expect(
      filled('{a: "{label}", b: "{name}/{label}", c: {d: ["{entity}", {e: "x{size}"}]}, f: "{size}", g: 3, h: true}'),
    ).toEqual({ a: '网店', b: 'shop/网店', c: { d: ['shop', { e: 'x3' }] }, f: '3', g: 3, h: true }))
  it('are none where it says none: the braces stay', () =>
    expect(filled('{a: "{id}", b: "/{id}/{name}", c: "{none}", d: "{list}", e: "{", f: "x{label}"}')).toEqual({
      a: '{id}',
      b: '/{id}/shop',
      c: '{none}',
      d: '{list}',
      e: '{',
      f: 'x网店',
    }))
  it('may change its name as an entity', () =>
    expect(filled('{a: "{entity}"}', '{entity: site}')).toEqual({ a: 'site' }))
  it('are written once for every call of a family, and of each family', () => {
    const text = `families:
  f: {members: {a: {}, gone: false}, calls: {x: {k: 1}, y: false}}
  g: {members: {b: {}}, calls: {x: {k: 2}}}
  h: {members: {c: {}}}
  i: text
`
    const node = (files: Files) => resolverOf(files).resolver.resolve('endpoints', {})!.node
    expect(toValue(getNode(node({ 'schemas/endpoints.yaml': text }), ['endpoints'])!)).toEqual({
      'a.x': { k: 1 },
      'b.x': { k: 2 },
    })
    const odd = node({ 'schemas/endpoints.yaml': `${text}endpoints: []\n` })
    expect(Object.keys(toValue(getNode(odd, ['endpoints'])!) as object)).toEqual(['a.x', 'b.x'])
    expect(getNode(odd, ['endpoints'])!.origin.line).toBe(6)
    const plain = { 'schemas/endpoints.yaml': 'endpoints:\n  a: {k: 1}\n' }
    expect(toValue(node(plain))).toEqual({ endpoints: { a: { k: 1 } } })
  })
})
