import { describe, expect, it } from 'vitest'
import type { DetailPage } from '../../../src/core/contract/configuration.ts'
import { around, callNamed, compiledPage } from './around.ts'

const ENTITY = { name: 'book', label: '图书', key: 'bookId', title: 'name' }
const at = (line: number, col: number) => `schemas/pages/books.yaml:${line}:${col}`

describe('a list', () => {
  it('says little, and has all else from the entity and by default', () =>
    expect(compiledPage('kind: list\nsource: book.list\ncolumns: {name: , owner: }\nfilters: {shelf: }\n')).toEqual({
      route: 'books',
      title: 'books',
      kind: 'list',
      entity: ENTITY,
      source: callNamed('book.list'),
      filters: [{ name: 'shelf', label: '书架', kind: 'dict', dict: 'shelf', origin: at(4, 11) }],
      columns: [
        { name: 'name', label: '书名', kind: 'text', width: 240, origin: at(3, 11) },
        { name: 'owner', label: '单位', kind: 'ref', ref: 'org', width: 140, origin: at(3, 19) },
      ],
      actions: [],
      pageSize: 20,
      selectable: false,
      export: true,
      dictionaries: { shelf: [['1', 'shelf']] },
    }))
  it('may say everything', () =>
    expect(
      compiledPage(
        `kind: list
title: 图书
open: true
roles: [1, '2']
source: unknown
sort: -name
group: shelf
chart: {filter: shelf, bands: sizes, page: other, last: 6}
refresh: {seconds: 5}
pageSize: 50
selectable: true
export: false
`,
        { entity: undefined },
      ),
    ).toEqual({
      route: 'books',
      title: '图书',
      open: true,
      roles: ['1', '2'],
      kind: 'list',
      entity: { name: '', label: '', key: '', title: '' },
      source: { name: 'unknown', method: 'GET', path: '', in: 'none', envelope: 'resultCode' },
      filters: [],
      columns: [],
      actions: [],
      sort: '-name',
      group: 'shelf',
      chart: { filter: 'shelf', bands: 'sizes', page: 'other', last: 6 },
      refresh: { seconds: 5 },
      pageSize: 50,
      selectable: true,
      export: false,
      dictionaries: { sizes: [['1', 'sizes']] },
    }))
  it('draws a year where its chart says no time, and nothing where an overlay has taken the chart', () => {
    expect(compiledPage('kind: list\nchart: {filter: shelf}\n')).toMatchObject({ chart: { filter: 'shelf', last: 12 } })
    for (const none of ['false', 'null'])
      expect(compiledPage(`kind: list\nchart: ${none}\n`)).not.toHaveProperty('chart')
  })
  it('is open or for some roles only where it says so', () => {
    const page = compiledPage('kind: list\nopen: false\nroles: all\nsort: null\n')
    for (const key of ['open', 'roles', 'sort', 'tabs']) expect(page).not.toHaveProperty(key)
  })
  it('lets rows be chosen where a button works on those chosen', () => {
    const selectable = (actions: string) =>
      compiledPage<{ selectable: boolean } & ReturnType<typeof compiledPage>>(`kind: list\nactions: ${actions}\n`)
        .selectable
    expect(selectable('{a: {on: [row, selection]}}')).toBe(true)
    expect([selectable('{a: {on: [row]}, b: {}, c: false, d: }'), selectable('{a: {on: selection}}')]).toEqual([
      false,
      false,
    ])
  })
})

describe('a detail', () => {
  it('says little', () =>
    expect(compiledPage('kind: detail\nsource: book.one\n')).toEqual({
      route: 'books',
      title: 'books',
      kind: 'detail',
      entity: ENTITY,
      source: callNamed('book.one'),
      facts: [],
      sections: [],
      actions: [],
      tabs: [],
      print: true,
      dictionaries: {},
    }))
  it('may say everything', () =>
    expect(
      compiledPage(`kind: detail
source: book.one
parent: list
facts: {name:}
sections:
  main: {label: 主要, help: 说明, half: true, fields: {shelf:}}
  plain: {half: false, fields: {gone:, none:, name: false}}
  out: false
tabs:
  loans: {label: 借阅, page: loans, filters: {book: =row.bookId}, roles: [1]}
  parts: {sections: [main, 7], timeline: true}
  bare: {label: 空}
  out: false
tables:
  sums: {label: 合计, source: book.sums, args: {id: =row.bookId}, visible: =row.count > 1, columns: {n: {label: 数, number: true}, out: false}}
  plain: {source: book.plain, columns: false}
  out: false
frame: url
refresh: {seconds: 5}
timeline: {source: book.log, time: at}
print: false
`),
    ).toMatchObject({
      parent: 'list',
      facts: [{ name: 'name', origin: at(4, 9) }],
      sections: [
        { name: 'main', label: '主要', help: '说明', half: true, fields: [{ name: 'shelf' }] },
        { name: 'plain', label: 'plain', fields: [] },
      ],
      tabs: [
        { name: 'loans', label: '借阅', roles: ['1'], page: 'loans', filters: { book: '=row.bookId' } },
        { name: 'parts', label: 'parts', sections: ['main', '7'], timeline: true },
        { name: 'bare', label: '空', sections: [], timeline: false },
      ],
      tables: [
        {
          name: 'sums',
          label: '合计',
          source: callNamed('book.sums'),
          args: { id: '=row.bookId' },
          visible: '=row.count > 1',
          columns: [{ name: 'n', label: '数', number: true }],
        },
        { name: 'plain', label: 'plain', source: callNamed('book.plain'), columns: [] },
      ],
      frame: 'url',
      refresh: { seconds: 5 },
      timeline: { source: callNamed('book.log'), time: 'at', title: 'title' },
      print: false,
      dictionaries: { shelf: [['1', 'shelf']] },
    }))
  it('leaves out of its parts what they do not say', () => {
    const page = compiledPage(
      `kind: detail
sections: {plain: {half: false}}
tabs: {bare: {}, listed: {page: x}}
tables: {plain: {source: x}}
`,
    )
    expect(page).toMatchObject({
      sections: [{ name: 'plain', label: 'plain', fields: [] }],
      tabs: [{ name: 'bare' }, { name: 'listed', filters: {} }],
    })
    expect(Object.keys(page.kind === 'detail' ? page.sections[0]! : {})).toEqual(['name', 'label', 'fields'])
    expect(Object.keys(page.kind === 'detail' ? page.tabs[0]! : {})).toEqual(['name', 'label', 'sections', 'timeline'])
    expect(Object.keys(page.kind === 'detail' ? page.tables![0]! : {})).toEqual(['name', 'label', 'source', 'columns'])
  })
})

describe('a form', () => {
  it('tells of the record’s own changes where its timeline names no call', () => {
    const page = compiledPage<DetailPage>('kind: detail\ntimeline: {label: 变更}\n')
    expect(page.timeline).toEqual({
      label: '变更',
      source: callNamed('record.history'),
      args: { entity: 'book', key: '=row.bookId' },
      time: 'time',
      title: 'title',
      person: 'by',
      text: 'changes',
      facts: 'facts',
      files: 'papers',
    })
  })
  it('says little', () =>
    expect(compiledPage('kind: form\ncall: book.save\n')).toEqual({
      route: 'books',
      title: 'books',
      kind: 'form',
      entity: ENTITY,
      call: callNamed('book.save'),
      sections: [],
      steps: false,
      dictionaries: {},
    }))
  it('may say everything', () =>
    expect(
      compiledPage(`kind: form
source: book.one
call: book.save
parent: list
done: 已保存
submit: 提交
draft: true
steps: true
prefill: {bookId: id}
beside: {page: other}
ready: {source: book.ready}
sections:
  main: {fields: {name: {lookup: {label: 查, call: book.find, args: {}, fill: {}}}, count:, shelf: {dict: missing}}}
`),
    ).toMatchObject({
      source: callNamed('book.one'),
      call: callNamed('book.save'),
      parent: 'list',
      done: '已保存',
      submit: '提交',
      draft: true,
      steps: true,
      prefill: { bookId: 'id' },
      beside: { page: 'other' },
      ready: callNamed('book.ready'),
      sections: [
        {
          name: 'main',
          fields: [
            { name: 'name', lookup: { label: '查', call: callNamed('book.find'), args: {}, fill: {} } },
            { name: 'count', min: 1, max: 9, required: "=values.name != ''", minItems: 2 },
            { name: 'shelf', dict: 'missing' },
          ],
        },
      ],
      dictionaries: { missing: [] },
    }))
  it('is a draft only where it says so', () =>
    expect(
      compiledPage(`kind: form
call: x
draft: false
`),
    ).not.toHaveProperty('draft'))
})

describe('a page of another kind', () => {
  const only = (text: string, more = {}) => {
    const { route: _route, title: _title, dictionaries: _none, ...own } = { ...compiledPage(text, more) }
    return own
  }
  it('says what it is', () => {
    expect(only('kind: system\nview: users\nleads: [a, b]\n')).toEqual({
      kind: 'system',
      view: 'users',
      leads: ['a', 'b'],
    })
    expect(only('kind: system\n')).toEqual({ kind: 'system', view: '' })
    expect(only('kind: redirect\npage: other\n')).toEqual({ kind: 'redirect', page: 'other' })
    expect(only('kind: redirect\n')).toEqual({ kind: 'redirect', page: '' })
    expect(only('kind: dashboard\n')).toEqual({
      kind: 'dashboard',
      controls: {},
      source: callNamed('statistics.figures'),
      widgets: [],
    })
    expect(only('kind: nonsense\n')).toEqual({})
  })
  it('is a paper, of a record that its argument names', () => {
    expect(
      only(
        `kind: document
source: book.one
parent: list
argument: no
statement: 兹证明
sections: {a: {fields: {name:}}}
signatures: [甲, 2]
qr: {label: 码, page: x, call: book.code}
`,
      ),
    ).toMatchObject({
      kind: 'document',
      entity: ENTITY,
      source: callNamed('book.one'),
      parent: 'list',
      argument: 'no',
      statement: '兹证明',
      sections: [{ name: 'a', fields: [{ name: 'name' }] }],
      signatures: ['甲', '2'],
      qr: { label: '码', page: 'x', call: callNamed('book.code') },
    })
    expect(only('kind: document\nsource: book.one\n')).toEqual({
      kind: 'document',
      entity: ENTITY,
      source: callNamed('book.one'),
      argument: 'bookId',
      sections: [],
      signatures: [],
    })
    expect(only('kind: document\nsource: x\nqr: {label: 码, page: x}\n', { entity: undefined })).toMatchObject({
      argument: 'id',
      qr: { label: '码', page: 'x' },
    })
    expect(only('kind: document\nsource: x\nqr: {label: 码, page: x}\n')['qr' as never]).not.toHaveProperty('call')
  })
})

describe('a limit that a pause puts off', () => {
  const paused = { days: 3, paused: { field: 'state', states: ['held'] } }
  it('says so in columns, facts and sections', () => {
    expect(compiledPage('kind: list\ncolumns: {limit: , name: }\n')).toMatchObject({
      columns: [{ name: 'limit', due: paused }, { name: 'name' }],
      dictionaries: { holiday: [['1', 'holiday']], workday: [['1', 'workday']] },
    })
    expect(compiledPage('kind: detail\nfacts: {limit: }\nsections: {a: {fields: {limit: , name: }}}\n')).toMatchObject({
      facts: [{ due: paused }],
      sections: [{ name: 'a', fields: [{ due: paused }, { name: 'name' }] }],
    })
    expect(
      compiledPage(`kind: form
call: x
sections: {a: {fields: {limit:}}}
`),
    ).toMatchObject({
      sections: [{ fields: [{ due: { days: 3 } }] }],
    })
  })
  it('does not, of another field, or where nothing pauses it', () => {
    const due = (text: string, more = {}) => {
      const page = compiledPage(`kind: list\ncolumns: {limit: ${text}, name: {due: {days: 1}}}\n`, more)
      return page.kind === 'list' ? page.columns.map(column => column.due) : []
    }
    expect(due('')).toEqual([paused, { days: 1 }])
    expect(due('', { workflow: () => undefined })).toEqual([{ days: 3 }, { days: 1 }])
    expect(due('', { entity: undefined })).toEqual([])
    const workflow = around.workflow('loan')!
    const without = (key: string) => new Map([...workflow.entries].filter(([name]) => name !== key))
    for (const key of ['record', 'states'])
      expect(due('', { workflow: () => ({ ...workflow, entries: without(key) }) })).toEqual([{ days: 3 }, { days: 1 }])
  })
})
