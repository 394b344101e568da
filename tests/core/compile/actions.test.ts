import { describe, expect, it } from 'vitest'
import { callsOf, linksOf } from '../../../src/core/compile/page-uses.ts'
import { BASE, compiledList as list, tree } from '../files.ts'
import { callNamed, compiledPage } from './around.ts'

describe('a button that is a transition', () => {
  const files = {
    ...BASE,
    'schemas/entities/shop.yaml':
      BASE['schemas/entities/shop.yaml'] + '  state: {label: 状态, kind: status, workflow: clue}\n',
    'schemas/workflows/clue.yaml':
      'workflow: clue\nlabel: 线索\nstates:\n  open: {label: 待办}\n  done: {label: 办结}\ntransitions:\n  finish: {label: 办结, from: [open], to: done, roles: [chief], confirm: 办结？, danger: true, next: finish, beside: {page: data/shopDetails}, form: {opinion: {label: 意见, kind: text, prefill: {source: shop.list, args: {q: =row.sales}, field: id}}}}\n',
    'schemas/pages/data/shop.yaml':
      BASE['schemas/pages/data/shop.yaml']
      + 'actions:\n  finish: {label: 办结, on: [row], call: shop.list, transition: finish, visible: =row.sales > 1}\n',
  }
  it('says which transition the server is told, and asks what that asks for', () => {
    const [action] = list(files).actions
    expect(action).toMatchObject({
      transition: 'finish',
      args: { id: '=row.id', action: 'finish' },
      visible: '=row.sales > 1',
      confirm: '办结？',
      danger: true,
      next: 'finish',
      beside: { page: 'data/shopDetails' },
    })
    // what it asks first, and the page that it shows, come with the page of the button
    expect(action?.form?.[0]?.prefill).toMatchObject({ source: { name: 'shop.list' }, field: 'id' })
    expect([callsOf(list(files)), linksOf(list(files))]).toEqual([['shop.list'], ['data/shopDetails']])
    expect(action?.form?.map(field => [field.name, field.label])).toEqual([['opinion', '意见']])
  })
  it('brings the fields that its question has in braces, and what their codes are called', () => {
    const workflow = files['schemas/workflows/clue.yaml'].replace('办结？', "'“{state}”的 {sales} 件办结？'")
    const page = list({ ...files, 'schemas/workflows/clue.yaml': workflow })
    expect(page.actions[0]?.mentioned?.map(({ name, kind, dict }) => [name, kind, dict])).toEqual([
      ['state', 'status', 'workflow/clue'],
      ['sales', 'int', undefined],
    ])
    expect(Object.keys(page.dictionaries)).toContain('workflow/clue')
  })
  it('has the states of its workflow as a dictionary', () => {
    const page = list({ ...files, 'customers/areas/35/pages/data/shop.yaml': 'columns:\n  state:\n' }, { area: '35' })
    expect(page.dictionaries['workflow/clue']).toEqual([
      ['open', '待办'],
      ['done', '办结'],
    ])
  })
})

describe('buttons of a page', () => {
  const actions = (text: string, more = {}) => {
    const page = compiledPage(`kind: list\nactions: ${text}\n`, more)
    return page.kind === 'list' ? page.actions : []
  }
  it('have a place and a name, whatever they say', () => {
    expect(actions('{a: {}, b: {label: 乙, on: [row], call: book.save}, c: false, d: text}')).toEqual([
      { name: 'a', label: 'a', on: ['page'], origin: 'schemas/pages/books.yaml:2:11' },
      {
        name: 'b',
        label: '乙',
        on: ['row'],
        call: callNamed('book.save'),
        origin: 'schemas/pages/books.yaml:2:18',
      },
    ])
  })
  it('offer of a reference what is for the page’s kind of records or for all, where these have a kind', () => {
    const ask = '{a: {form: {label: {label: 标签, kind: ref, ref: book, fits: kinds}}}}'
    const [plain, kind] = ['entity: book', 'entity: book\nunion: {kind: "4"}'].map(
      entity => actions(ask, { entity: tree(entity) })[0]?.form?.[0],
    )
    expect(plain).not.toHaveProperty('offered')
    expect(kind).toMatchObject({ kind: 'ref', offered: { kinds: ['4', '$empty'] } })
    expect(kind).not.toHaveProperty('fits')
  })
  it('ask for what they say, with the entity’s words', () =>
    expect(actions('{a: {form: {count: , own: {label: 自}}}}')[0]!.form).toMatchObject([
      { name: 'count', label: '数量', kind: 'int' },
      { name: 'own', label: '自', kind: 'text' },
    ]))
  it('that take a transition ask and confirm what that says, and name it to the server', () => {
    expect(actions('{a: {transition: lend}}')).toEqual([
      {
        name: 'a',
        // as the transition is called, unless the button says something else
        label: '借出',
        on: ['page'],
        transition: 'lend',
        args: { bookId: '=row.bookId', action: 'lend' },
        confirm: '借出？',
        danger: true,
        form: [expect.objectContaining({ name: 'days', label: '天数', kind: 'int' })],
        origin: 'schemas/pages/books.yaml:2:11',
      },
    ])
    expect(actions('{a: {transition: lend, label: 外借, confirm: 确定？, form: {own: }}}')[0]).toMatchObject({
      label: '外借',
      confirm: '确定？',
      form: [{ name: 'own' }],
    })
  })
  it('name no action of a transition that saves, and have no more of it than it says', () =>
    expect(actions('{a: {transition: keep}}')).toEqual([
      {
        name: 'a',
        label: '保存',
        on: ['page'],
        transition: 'keep',
        args: { bookId: '=row.bookId' },
        origin: 'schemas/pages/books.yaml:2:11',
      },
    ]))
  it('are plain where there is no such transition, workflow or state', () => {
    const plain = [{ name: 'a', label: 'a', on: ['page'], origin: 'schemas/pages/books.yaml:2:11' }]
    expect(actions('{a: {transition: none}}')).toEqual(plain)
    expect(actions('{a: {transition: lend}}', { workflow: () => undefined })).toEqual(plain)
    for (const entity of [undefined, tree('fields: {state: false, name: {}}\n'), tree('fields: []\n')])
      expect(actions('{a: {transition: lend}}', { entity })).toEqual(plain)
    expect(actions('{a: {transition: lend}}', { entity: tree('fields: {state: {workflow: loan}}\n') })).toMatchObject([
      { args: { id: '=row.id' } },
    ])
  })
})
