import { describe, expect, it } from 'vitest'
import { differences, documentChanges } from '../../../src/core/overlay/difference.ts'
import { BASE, resolverOf, tree } from '../files.ts'

const changed = (before: string, after: string) =>
  differences(tree(before, 'before.yaml'), tree(after, 'after.yaml')).map(
    ({ path, kind, before: old, after: now, origin }) => [
      path.join('.'),
      kind,
      old,
      now,
      `${origin.file}:${origin.line}:${origin.col}`,
    ],
  )

describe('what differs', () => {
  it('is nothing where both say the same, wherever they say it', () =>
    expect(changed('a: 1\nb: [1, {c: 2}]\n', '# later\na: 1\nb: [1, {c: 2}]\n')).toEqual([]))
  it('is the smallest value that is another one', () =>
    expect(changed('a: {b: {c: 1, d: 2}}\n', 'a: {b: {c: 1, d: 3}}\n')).toEqual([
      ['a.b.d', 'changed', 2, 3, 'after.yaml:1:18'],
    ]))
  it('is what is added, and what is gone, where its key stands', () =>
    expect(changed('a: 1\ngone: {x: 1}\n', 'a: 1\nnew: [2]\n')).toEqual([
      ['gone', 'removed', { x: 1 }, undefined, 'before.yaml:2:1'],
      ['new', 'added', undefined, [2], 'after.yaml:2:1'],
    ]))
  it('is a list as a whole, and a map that becomes a text', () =>
    expect(changed('a: [1, 2]\nb: {c: 1}\n', 'a: [2, 1]\nb: text\n')).toEqual([
      ['a', 'changed', [1, 2], [2, 1], 'after.yaml:1:4'],
      ['b', 'changed', { c: 1 }, 'text', 'after.yaml:2:4'],
    ]))
  it('by false is a removal, and over false an addition; between flags it is a change', () => {
    expect(changed('a: text\n', 'a: false\n')).toMatchObject([['a', 'removed', 'text', false, 'after.yaml:1:4']])
    expect(changed('a: {x: 1}\n', 'a: false\n')).toMatchObject([['a', 'removed', { x: 1 }, false, 'after.yaml:1:4']])
    expect(changed('a: false\n', 'a: {x: 1}\n')).toMatchObject([['a', 'added', false, { x: 1 }, 'after.yaml:1:4']])
    expect(changed('a: false\n', 'a: true\n')).toMatchObject([['a', 'changed', false, true, 'after.yaml:1:4']])
    expect(changed('a: true\n', 'a: false\n')).toMatchObject([['a', 'changed', true, false, 'after.yaml:1:4']])
    expect(changed('a: 1\n', 'a: 1\nb: false\n')).toEqual([])
  })
  it('is the order of names, with new ones that do not stand last, where it is said', () => {
    expect(changed('m: {a: 1, b: 2, c: 3}\n', 'm: {c: 3, x: 0, a: 1}\n')).toEqual([
      ['m', 'ordered', ['a', 'c'], ['c', 'x', 'a'], 'after.yaml:1:4'],
      ['m.b', 'removed', 2, undefined, 'before.yaml:1:11'],
      ['m.x', 'added', undefined, 0, 'after.yaml:1:11'],
    ])
    expect(changed('m: {a: 1, b: 2}\n', 'm: {$order: [b], b: 2, a: 1}\n')).toEqual([
      ['m', 'ordered', ['a', 'b'], ['b', 'a'], 'after.yaml:1:13'],
    ])
    expect(changed('m: {a: 1}\n', 'm: {a: 1, x: 0}\n')).toEqual([['m.x', 'added', undefined, 0, 'after.yaml:1:11']])
  })
})

describe('what differs between two views', () => {
  const files = {
    ...BASE,
    'customers/areas/35/pages/data/shop.yaml': 'title: 店\n',
    'customers/areas/35/pages/data/own.yaml': 'extends: data/shop\ntitle: 自有\n',
  }
  const { resolver } = resolverOf(files)
  const names = ['pages/data/shop', 'pages/data/own', 'pages/data/none', 'menu']
  const [base, area] = [
    { resolver, scope: {} },
    { resolver, scope: { area: '35' } },
  ]

  it('is told document by document, whole ones among them, and of none that is equal', () => {
    const changes = documentChanges(base, area, names)
    expect(changes.map(({ document }) => document)).toEqual(['pages/data/shop', 'pages/data/own'])
    expect(changes[0]!.changes).toMatchObject([{ path: ['title'], kind: 'changed', before: '网店', after: '店' }])
    expect(changes[1]!.changes).toMatchObject([{ path: [], kind: 'added', after: { title: '自有', kind: 'list' } }])
    expect(changes[1]!.changes[0]!.origin.file).toBe('customers/areas/35/pages/data/own.yaml')
    expect(changes[1]!.changes[0]).not.toHaveProperty('before')
  })
  it('is a removal seen from the other side', () => {
    const [, own] = documentChanges(area, base, names)
    expect(own!.changes).toMatchObject([{ path: [], kind: 'removed', before: { title: '自有' } }])
    expect(own!.changes[0]!.origin.file).toBe('customers/areas/35/pages/data/own.yaml')
  })
})
