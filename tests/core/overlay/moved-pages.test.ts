import { describe, expect, it } from 'vitest'
import { getNode, toValue } from '../../../src/core/source/node.ts'
import { movesOf } from '../../../src/core/overlay/moved-pages.ts'
import { resolverOf, tree, type Files } from '../files.ts'

const PAGES: Files = {
  'base/pages/system/users.yaml': `kind: list
title: 用户
actions:
  add: {label: 新增, page: system/userForm}
`,
  'base/pages/system/userForm.yaml': `kind: form
title: 用户
parent: system/users
`,
  'base/menu.yaml': "menu:\n  $order: ['*', system]\n  system: {title: 设置, page: system/users}\n",
}
const at = (files: Files, document: string, path: string[]) =>
  toValue(getNode(resolverOf(files).resolver.resolve(document, {})!.node, path)!)

describe('routes of app.yaml', () => {
  const files: Files = { ...PAGES, 'schemas/app.yaml': 'title: 甲\nroutes:\n  system/users: people\n' }

  it('give pages of the base the routes of the product, and all links to them follow', () => {
    expect(resolverOf(files).resolver.routes().sort()).toEqual(['people', 'system/userForm'])
    expect(at(files, 'pages/people', ['actions', 'add', 'page'])).toBe('system/userForm')
    expect(at(files, 'pages/system/userForm', ['parent'])).toBe('people')
    expect(at(files, 'menu', ['menu', 'system', 'page'])).toBe('people')
  })
  it('are where the product patches such a page', () => {
    const patched = { ...files, 'schemas/pages/people.yaml': 'title: 人员\n' }
    expect(at(patched, 'pages/people', ['title'])).toBe('人员')
    expect(
      resolverOf(patched)
        .resolver.resolve('pages/people', {})!
        .documents.map(({ file }) => file),
    ).toEqual(['base/pages/system/users.yaml', 'schemas/pages/people.yaml'])
  })
})

describe('the rest in $order', () => {
  it('stands where * stands, what a layer above adds included', () => {
    const files = { ...PAGES, 'schemas/menu.yaml': 'menu:\n  books: {title: 图书, page: books}\n' }
    const menu = resolverOf(files).resolver.resolve('menu', {})!.node
    expect(Object.keys(toValue(getNode(menu, ['menu'])!) as object)).toEqual(['books', 'system'])
  })
})

describe('the lines of routes', () => {
  const moves = (routes: string, pages = ['a', 'b', 'c']) =>
    movesOf(tree(`routes: ${routes}\n`), pages).map(({ from, to, isUnknown, taken }) => [from, to, isUnknown, taken])

  it('say from where to where, whether that page is there, and what stands there already', () => {
    expect(moves('{a: x, z: y}')).toEqual([
      ['a', 'x', false, undefined],
      ['z', 'y', true, undefined],
    ])
    expect(moves('{a: b, c: a}')).toEqual([
      ['a', 'b', false, 'b'],
      ['c', 'a', false, undefined],
    ])
    expect(moves('{a: x, b: x}')).toEqual([
      ['a', 'x', false, undefined],
      ['b', 'x', false, 'a'],
    ])
    expect(moves('{a: b, b: a}')).toEqual([
      ['a', 'b', false, undefined],
      ['b', 'a', false, undefined],
    ])
    expect(movesOf(tree('routes: {a: x}\n'), ['a'])[0]).not.toHaveProperty('taken')
  })
  it('are none where they are no texts', () => {
    expect(moves('{a: 1, b: [x], c: x}')).toEqual([['c', 'x', false, undefined]])
    expect(moves('[a, b]')).toEqual([])
    expect(movesOf(tree('title: x\n'), ['a'])).toEqual([])
    expect(movesOf(undefined, ['a'])).toEqual([])
  })
  it('that cannot be move nothing', () => {
    const files = { ...PAGES, 'schemas/app.yaml': 'title: 甲\nroutes: {system/users: system/userForm, none: people}\n' }
    expect(resolverOf(files).resolver.routes().sort()).toEqual(['system/userForm', 'system/users'])
    expect(at(files, 'menu', ['menu', 'system', 'page'])).toBe('system/users')
  })
  it('move pages of the base alone, in the product’s app.yaml alone', () => {
    const routes = 'title: 甲\nroutes: {system/users: people, own: mine}\n'
    const own = {
      'schemas/pages/own.yaml': `kind: list
title: 自有
parent: system/users
`,
    }
    const files = { ...PAGES, ...own, 'schemas/app.yaml': routes }
    expect(resolverOf(files).resolver.routes().sort()).toEqual(['own', 'people', 'system/userForm'])
    expect(at(files, 'pages/own', ['parent'])).toBe('system/users')
    expect(resolverOf({ ...PAGES, 'base/app.yaml': routes }).resolver.routes()).toContain('system/users')
  })
})

describe('links of a page of the base', () => {
  const files: Files = {
    'base/pages/a.yaml': `kind: system
title: b
parent: b
leads: [b, c]
extends: b
actions: {go: {page: b, label: b}, page: b}
`,
    'base/pages/b.yaml': 'kind: system\ntitle: 乙\n',
    'schemas/app.yaml': 'title: 甲\nroutes: {b: moved}\n',
  }
  it('follow the page wherever they stand; other texts stay', () => {
    const [document] = resolverOf(files).project.documents.get('pages/a')!
    expect(toValue(document!.node)).toEqual({
      kind: 'system',
      title: 'b',
      parent: 'moved',
      leads: ['moved', 'c'],
      extends: 'moved',
      actions: { go: { page: 'moved', label: 'b' }, page: 'moved' },
    })
  })
  it('are the same node where nothing changes', () => {
    const unmoved = { ...files, 'schemas/app.yaml': 'title: 甲\n' }
    const { project } = resolverOf(unmoved)
    expect(project.documents.get('pages/a')![0]!.node).toBe(project.trees.get('base/pages/a.yaml'))
  })
})
