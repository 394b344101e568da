import { describe, expect, it } from 'vitest'
import {
  callFacts,
  dictionaryEntries,
  endpointModels,
  entityModel,
  menuEntries,
  paramsOf,
  textsIn,
} from '../../../src/core/compile/models.ts'
import { getNode } from '../../../src/core/source/node.ts'
import { BASE, compiled as compile, tree } from '../files.ts'

describe('models of entities', () => {
  it('tables are the union of all overlays', () => {
    const union = compile({
      ...BASE,
      'customers/87/entities/shop.yaml': 'fields:\n  extra: {label: 附加, kind: text}\n  sales: false\n',
    })
    expect(
      union
        .entities()[0]!
        .fields.map(f => f.name)
        .sort(),
    ).toEqual(['areaCode', 'extra', 'id', 'platform', 'sales', 'shopName', 'updateTime'])
  })
})

describe('an entity as it is stored', () => {
  const entity = (text: string) => entityModel('book', tree(text))
  it('says little, and has all else by default', () => {
    expect(entity('fields: {a: {label: 甲, kind: text}, gone: false}\n')).toEqual({
      name: 'book',
      label: 'book',
      key: 'id',
      title: 'id',
      fields: [{ name: 'a', label: '甲', kind: 'text' }],
      volume: 'small',
      indexes: [],
      scope: 'none',
      softDelete: false,
    })
    expect(entity('key: no\nfields: [a]\n')).toMatchObject({ key: 'no', title: 'no', fields: [] })
  })
  it('may say everything', () =>
    expect(
      entity(
        'label: 图书\nkey: no\ntitle: name\nsubtitle: more\nusable: on\nvolume: large\nscope: {area: a}\nsoftDelete: true\nview: true\nunion: {of: [x]}\n',
      ),
    ).toEqual({
      name: 'book',
      label: '图书',
      key: 'no',
      title: 'name',
      subtitle: 'more',
      usable: 'on',
      fields: [],
      volume: 'large',
      indexes: [],
      scope: { area: 'a' },
      softDelete: true,
      view: true,
      union: { of: ['x'] },
    }))
  it('keeps of each scope the fields, of the widest the facts', () => {
    const union = compile({
      ...BASE,
      'customers/areas/35/entities/shop.yaml': 'label: 店\nfields: {shopName: {label: 店名, width: 9}}\n',
      'customers/87/entities/own.yaml': 'label: 自有\nfields: {x: {label: 甲, kind: text}}\n',
    }).entities()
    expect(union.map(({ name, label }) => [name, label])).toEqual([
      ['shop', '网店'],
      ['own', '自有'],
    ])
    expect(union[0]!.fields.find(({ name }) => name === 'shopName')).toMatchObject({ label: '网店名称', width: 240 })
  })
})

describe('a call', () => {
  const [plain, told] = endpointModels(
    tree(
      `endpoints:
  a: {path: /a, method: GET, in: none}
  b: {path: /b, method: POST, in: body, params: {x:, y: {kind: int, required: true}, z: false, $order: [y], $o: x}, changes: [b], envelope: code}
  c: false
`,
    ),
  )
  it('has the names of its arguments, without those that are left out', () => {
    expect(plain).toEqual({ name: 'a', path: '/a', method: 'GET', in: 'none' })
    expect(told!.names).toEqual(['x', 'y'])
    expect(paramsOf(told!)).toEqual([
      { name: 'x', kind: 'text', required: false },
      { name: 'y', kind: 'int', required: true },
    ])
    expect(paramsOf(plain!)).toEqual([])
    expect(endpointModels(undefined)).toEqual([])
    expect(endpointModels(tree('endpoints: [a]\n'))).toEqual([])
  })
  it('tells the console what that needs', () => {
    expect(callFacts(plain!)).toEqual({ name: 'a', method: 'GET', path: '/a', in: 'none', envelope: 'resultCode' })
    expect(callFacts(told!)).toEqual({
      name: 'b',
      method: 'POST',
      path: '/b',
      in: 'body',
      envelope: 'code',
      names: ['x', 'y'],
      changes: ['b'],
    })
  })
})

describe('entries of a dictionary', () => {
  it('have a code and a label, and what else they say', () =>
    expect(
      dictionaryEntries(
        tree(
          'entries: {a: 甲, b: {label: 乙, tone: error}, c: {}, d: , e: false, f: 7, g: {label: 低, min: 0}, h: {tone: success, min: 5}}\n',
        ),
        'entries',
      ),
    ).toEqual([
      ['a', '甲'],
      ['b', '乙', 'error'],
      ['c', 'c'],
      ['d', 'd'],
      ['f', '7'],
      ['g', '低', 'default', 0],
      ['h', 'h', 'success', 5],
    ]))
  it('are none where there is no map of them', () => {
    expect(dictionaryEntries(tree('entries: [a]\n'), 'entries')).toEqual([])
    expect(dictionaryEntries(undefined, 'states')).toEqual([])
  })
})

describe('entries of a menu', () => {
  it('are those that are there, with what is below them', () =>
    expect(
      menuEntries(
        getNode(
          tree('menu: {a: {title: 甲, roles: [1], children: {b: {page: x}, c: false}}, d: {roles: all}, e: false}\n'),
          ['menu'],
        ),
      ),
    ).toEqual([
      {
        name: 'a',
        id: 'a',
        title: '甲',
        roles: ['1'],
        children: [{ name: 'b', id: 'a.b', title: 'b', page: 'x', children: [] }],
      },
      { name: 'd', id: 'd', title: 'd', roles: 'all', children: [] },
    ]))
})

it('texts of a language are none where a file has none', () => {
  expect(textsIn(tree('texts: {甲: A}\n'))).toEqual({ 甲: 'A' })
  expect([textsIn(tree('locale: en\n')), textsIn(undefined)]).toEqual([{}, {}])
})
