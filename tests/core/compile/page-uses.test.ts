import { describe, expect, it } from 'vitest'
import { accountView, callsOf, choosesOf, linksOf, withCompanions } from '../../../src/core/compile/page-uses.ts'
import type { EndpointModel } from '../../../src/core/compile/models.ts'
import { compiledPage } from './around.ts'

const LIST = `kind: list
source: book.list
columns: {name: {page: detail}, owner: {page: other}}
filters: {owner:, shelf:, name: {kind: ref, ref: shop}}
chart: {filter: shelf, page: drawn}
actions:
  edit: {page: detail, call: book.save, form: {person: {kind: ref, ref: user}, shelf: {kind: dict, dict: asked}}}
  plain: {label: 无}
`
const DETAIL = `kind: detail
source: book.one
parent: list
facts: {shelf:}
sections: {a: {fields: {name: {links: {x: {page: rows}}}, owner:}}}
actions: {drop: {call: book.drop, page: gone, form: {person: {kind: ref, ref: user}}}}
tabs: {loans: {page: loans}, parts: {sections: [a]}}
tables: {sums: {source: book.sums}}
timeline: {source: book.log}
`
const FORM = `kind: form
source: book.one
call: book.save
ready: {source: book.ready}
parent: list
beside: {page: guide}
sections:
  a: {fields: {owner:, name: {lookup: {call: book.find}}, shelf: {fields: {in: {kind: ref, ref: nested}, d: {dict: deep}}}}}
`
const PAPER = `kind: document
source: book.one
parent: list
qr: {label: 码, page: x, call: book.code}
sections: {a: {fields: {shelf:, owner:}}}
`

describe('what a page calls', () => {
  it.each([
    [LIST, ['book.list', 'book.save']],
    [DETAIL, ['book.one', 'book.drop', 'book.log', 'book.sums']],
    ['kind: detail\nsource: book.one\n', ['book.one']],
    [FORM, ['book.one', 'book.save', 'book.ready', 'book.find']],
    ['kind: form\ncall: book.save\n', ['book.save']],
    [
      `kind: form
source: book.save
call: book.save
`,
      ['book.save'],
    ],
    [PAPER, ['book.one', 'book.code']],
    ['kind: document\nsource: book.one\nqr: {label: 码, page: x}\n', ['book.one']],
    ['kind: document\nsource: book.one\n', ['book.one']],
    ['kind: dashboard\n', ['statistics.figures']],
    ['kind: redirect\npage: x\n', []],
  ])('%#', (text, calls) => expect(callsOf(compiledPage(text))).toEqual(calls))

  it('brings along what goes with a call, or with the choice of an entity', () => {
    const model = (name: string, more: Partial<EndpointModel>): EndpointModel =>
      ({ name, label: name, method: 'GET', path: '/', args: 'none', ...more }) as EndpointModel
    const known = [
      model('b', { comesWith: ['x', 'a'] }),
      model('c', { comesWith: ['x'] }),
      model('d', { choosing: 'org' }),
      model('e', { choosing: 'user' }),
      model('f', {}),
      model('a', { comesWith: ['a'] }),
    ]
    expect(withCompanions(['a'], ['org'], known)).toEqual(['a', 'b', 'd'])
    expect(withCompanions(['a'], [], known)).toEqual(['a', 'b'])
    expect(withCompanions([], [], known)).toEqual([])
  })
})

describe('where a page leads', () => {
  it.each([
    [LIST, ['detail', 'other', 'drawn']],
    [DETAIL, ['gone', 'list', 'loans', 'rows']],
    [FORM, ['list', 'guide']],
    [PAPER, ['list']],
    [
      `kind: list
source: x
chart: {filter: shelf}
`,
      [],
    ],
    ['kind: detail\nsource: x\n', []],
    ['kind: form\ncall: x\n', []],
    ['kind: document\nsource: x\n', []],
    ['kind: redirect\npage: there\n', ['there']],
    ['kind: system\nleads: [a, b]\n', ['a', 'b']],
    ['kind: system\n', []],
    ['kind: dashboard\n', []],
  ])('%#', (text, links) => expect(linksOf(compiledPage(text))).toEqual(links))
})

describe('what a page lets one choose', () => {
  it.each([
    [LIST, ['org', 'shop', 'user']],
    [DETAIL, ['user']],
    [FORM, ['nested', 'org']],
    [PAPER, undefined],
    ['kind: dashboard\n', undefined],
    ['kind: list\nfilters: {owner: {kind: text}, name: {kind: ref}}\n', undefined],
  ])('%#', (text, chooses) => expect(choosesOf(compiledPage(text))).toEqual(chooses ? { chooses } : {}))
})

describe('which dictionaries a page brings', () => {
  it.each([
    [LIST, ['asked', 'shelf']],
    ['kind: list\ncolumns: {shelf: , state: , limit: }\n', ['holiday', 'shelf', 'workday', 'workflow/loan']],
    [DETAIL, ['shelf']],
    [
      `kind: detail
sections: {a: {fields: {shelf:}}}
actions: {a: {form: {x: {dict: own}}}}
`,
      ['own', 'shelf'],
    ],
    [FORM, ['deep', 'shelf', 'workflow/loan']],
    [PAPER, ['shelf']],
    ['kind: list\nchart: {filter: name}\n', []],
    ['kind: dashboard\n', []],
  ])('%#', (text, names) => expect(Object.keys(compiledPage(text).dictionaries)).toEqual(names))
})

describe('what a page is to its user’s account', () => {
  it.each([
    ['kind: list\nsource: session.list\n', { view: 'sessions' }],
    ['kind: list\nsource: other.list\n', {}],
    ['kind: system\nview: password\n', { view: 'password' }],
    ['kind: system\nview: security\n', { view: 'security' }],
    ['kind: system\nview: users\n', {}],
    ['kind: detail\nsource: session.list\n', {}],
  ])('%#', (text, view) => expect(accountView(compiledPage(text))).toEqual(view))
})
