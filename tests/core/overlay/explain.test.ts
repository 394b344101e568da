import { describe, expect, it } from 'vitest'
import { explainValue } from '../../../src/core/overlay/explain.ts'
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
