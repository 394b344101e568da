import { describe, expect, it } from 'vitest'
import { explainValue, namesAt } from '../../../src/core/overlay/explain.ts'
import { BASE, resolverOf } from '../files.ts'
import { files as callFiles } from './carrier-calls.ts'

describe('explain', () => {
  const files = {
    ...BASE,
    'customers/areas/34/pages/data/shop.yaml': 'columns:\n  sales: {label: 安徽销量}\n',
    'customers/87/pages/data/shop.yaml': 'columns:\n  sales: {label: 客户销量}\n',
  }
  it('gives every layer’s say with its place, and the winner', () => {
    const says = explainValue(resolverOf(files).resolver, 'data/shop', ['columns', 'sales', 'label'], {
      customer: '87',
      area: '340402',
    })!
    expect(says.map(s => [s.of, s.layer, s.value, s.winner, s.origin.line])).toEqual([
      ['entity', 'schemas', '销量', false, 10],
      ['page', 'schemas', undefined, false, 11],
      ['page', 'customers/areas/34', '安徽销量', false, 2],
      ['page', 'customers/87', '客户销量', true, 2],
    ])
  })
  it('tells of an $only that leaves out what lies below, and of nothing else', () => {
    const only = { ...files, 'customers/88/pages/data/shop.yaml': 'columns:\n  $only: [shopName]\n' }
    const says = (name: string) =>
      explainValue(resolverOf(only).resolver, 'data/shop', ['columns', name], { customer: '88' })!
        .filter(say => say.of === 'page')
        .map(s => [s.layer, s.value, s.winner, s.origin.line])
    expect(says('platform')).toEqual([
      ['schemas', null, false, 10],
      ['customers/88', false, true, 2],
    ])
    expect(says('shopName').at(-1)).toEqual(['customers/88', undefined, false, 2])
    expect(says('none').map(([, value]) => value)).toEqual([undefined, undefined])
  })
  it('knows no page that the scope has not', () =>
    expect(explainValue(resolverOf(files).resolver, 'x', ['title'], {})).toBeUndefined())
})

describe('explain of a call', () => {
  const { resolver } = resolverOf(callFiles)
  it('tells what the family says, the file and the overlay', () => {
    const says = explainValue(resolver, 'endpoints', ['endpoints', 'site', 'save', 'path'], { area: '35' })!
    expect(says.map(s => [s.of, s.layer, s.value, s.winner, s.origin.line])).toEqual([
      ['family', 'schemas', '/api/site/save', false, 7],
      ['file', 'schemas', '/api/other/save', true, 10],
      ['file', 'customers/areas/35', undefined, false, 3],
    ])
  })
  it('of another document: what it and its mixins say', () => {
    const says = explainValue(resolver, 'entities/shop', ['fields', 'areaCode', 'label'], {})!
    expect(says.map(s => [s.of, s.value, s.winner])).toEqual([
      ['mixin', '地区', true],
      ['file', undefined, false],
    ])
  })
})

describe('explain of a page', () => {
  const files = {
    ...BASE,
    'schemas/pages/data/shop2.yaml': 'extends: data/shop\ncolumns:\n  sales: {label: 卖}\n',
    'schemas/pages/data/plain.yaml': 'kind: dashboard\ntitle: 总览\ncolumns: {sales: {label: 无}}\n',
    'customers/areas/35/mixins/base.yaml': 'fields:\n  areaCode: {label: 区划}\n',
  }
  const { resolver } = resolverOf(files)
  const says = (route: string, path: string[], scope = {}) =>
    explainValue(resolver, route, path, scope)!.map(s => [s.of, s.layer, s.value, s.winner])

  it('tells what the page says that it extends', () => {
    expect(says('data/shop2', ['columns', 'sales', 'label'])).toEqual([
      ['entity', 'schemas', '销量', false],
      ['extends', 'schemas', undefined, false],
      ['page', 'schemas', '卖', true],
    ])
    expect(says('data/shop2', ['title'])).toEqual([
      ['extends', 'schemas', '网店', true],
      ['page', 'schemas', undefined, false],
    ])
  })
  it('tells what the mixins of its entity say of a field, in columns as in filters, and of nothing else', () => {
    expect(says('data/shop', ['filters', 'areaCode', 'label'], { area: '35' })).toEqual([
      ['mixin', 'schemas', '地区', false],
      ['mixin', 'customers/areas/35', '区划', true],
      ['page', 'schemas', undefined, false],
    ])
    expect(says('data/shop', ['columns'])).toEqual([
      ['page', 'schemas', { shopName: { fixed: 'left' }, platform: null, sales: { sort: true }, areaCode: null }, true],
    ])
    expect(says('data/shop', ['other', 'sales', 'label'])).toEqual([['page', 'schemas', undefined, false]])
    expect(says('data/plain', ['columns', 'sales', 'label'])).toEqual([['page', 'schemas', '无', true]])
    expect(says('data/shop', ['columns', 'sales'])).toEqual([
      ['entity', 'schemas', { label: '销量', kind: 'int' }, false],
      ['page', 'schemas', { sort: true }, true],
    ])
  })
  it('has a winner where only the value itself is empty, and none where nothing is said', () => {
    expect(says('data/shop', ['columns', 'platform'])).toMatchObject([
      ['entity', 'schemas', { kind: 'dict' }, false],
      ['page', 'schemas', null, true],
    ])
    expect(says('data/shop', ['nothing'])).toEqual([['page', 'schemas', undefined, false]])
  })
  it('points to the key', () =>
    expect(explainValue(resolver, 'data/shop', ['columns', 'sales'], {})!.at(-1)!.origin).toEqual({
      file: 'schemas/pages/data/shop.yaml',
      line: 11,
      col: 3,
    }))
})

describe('explain of a call that no family writes', () => {
  const { resolver } = resolverOf(callFiles)
  it('tells what the file says', () => {
    const says = explainValue(resolver, 'endpoints', ['endpoints', 'org', 'list', 'label'], {})!
    expect(says.map(s => [s.of, s.value, s.winner])).toEqual([['file', '单位列表', true]])
    expect(explainValue(resolver, 'endpoints', ['endpoints'], {})!.map(s => s.of)).toEqual(['file'])
    expect(explainValue(resolver, 'endpoints', ['families', 'carrier'], {})!.map(s => s.of)).toEqual(['file'])
    expect(explainValue(resolver, 'endpoints', ['endpoints', 'no', 'call'], {})!.map(s => s.winner)).toEqual([false])
  })
  it('knows no document that is not there', () => {
    expect(explainValue(resolver, 'entities/none', ['label'], {})).toBeUndefined()
    expect(explainValue(resolver, 'dictionaries/none', ['label'], {})).toBeUndefined()
  })
})

describe('names where a path ends', () => {
  const { resolver } = resolverOf({ ...BASE, ...callFiles })
  it('are those of the deepest map that is there', () => {
    expect(namesAt(resolver, 'data/shop', ['columns', 'salse', 'label'], {})).toEqual([
      'shopName',
      'platform',
      'sales',
      'areaCode',
    ])
    expect(namesAt(resolver, 'data/shop', ['columsn'], {})).toContain('columns')
    expect(namesAt(resolver, 'endpoints', ['endpoints', 'org', 'list', 'labl'], {})).toEqual([
      'label',
      'method',
      'path',
      'in',
    ])
    expect(namesAt(resolver, 'data/shop', ['columns', 'sales', 'sort', 'x'], {})).toEqual([])
    expect(namesAt(resolver, 'data/shop', ['columns', 'sales'], {})).toEqual([])
    expect(namesAt(resolver, 'none', ['columns'], {})).toEqual([])
  })
})
