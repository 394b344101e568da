import { describe, expect, it } from 'vitest'
import { explainValue } from '../../src/core/overlay/explain.ts'
import { getNode, originAt, toValue } from '../../src/core/source/node.ts'
import { BASE, patchProblems, resolverOf, type Files } from './files.ts'

const ENDPOINTS = `families:
  carrier:
    of:
      shop: {label: 网店}
      site: {label: 网站, entity: website}
    calls:
      save: {label: "保存{label}", method: POST, path: "/api/{name}/save", args: body, entity: "{entity}", changes: ["{entity}", carrier]}
      drop: {label: "删除{label}", method: GET, path: "/api/{name}/{id}", args: path}
endpoints:
  site.save: {path: /api/other/save}
  org.list: {label: 单位列表, method: GET, path: /api/org, args: query}
`
const AREA = 'customers/areas/35/endpoints.yaml'
const files: Files = {
  ...BASE,
  'schemas/endpoints.yaml': ENDPOINTS,
  [AREA]: 'endpoints:\n  shop.drop: false\n  site.save: {access: staff}\n',
}
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
      args: 'body',
      entity: 'shop',
      changes: ['shop', 'carrier'],
    })
    expect(value('site.drop')).toEqual({ label: '删除网站', method: 'GET', path: '/api/site/{id}', args: 'path' })
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
      [AREA]: 'families:\n  carrier:\n    of: {site: false}\n    calls: {save: {access: staff}}\n',
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

describe('explain of a call', () => {
  it('tells what the family says, the file and the overlay', () => {
    const says = explainValue(resolver, 'endpoints', ['endpoints', 'site', 'save', 'path'], { area: '35' })!
    expect(says.map(s => [s.of, s.layer, s.value, s.wins, s.origin.line])).toEqual([
      ['family', 'schemas', '/api/site/save', false, 7],
      ['file', 'schemas', '/api/other/save', true, 10],
      ['file', 'customers/areas/35', undefined, false, 3],
    ])
  })
  it('of another document: what it and its mixins say', () => {
    const says = explainValue(resolver, 'entities/shop', ['fields', 'areaCode', 'label'], {})!
    expect(says.map(s => [s.of, s.value, s.wins])).toEqual([
      ['mixin', '地区', true],
      ['file', undefined, false],
    ])
  })
})
