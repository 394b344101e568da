import { describe, expect, it } from 'vitest'
import { getNode, toValue } from '../../../src/core/source/node.ts'
import { resolverOf, type Files } from '../files.ts'

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
