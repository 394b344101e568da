import { describe, expect, it } from 'vitest'
import { getNode, originAt, toValue } from '../../../src/core/source/node.ts'
import { patchProblems, resolverOf } from '../files.ts'
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
