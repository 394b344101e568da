import { describe, expect, it } from 'vitest'
import type { ListTab } from '../../../../../src/core/contract/configuration.ts'
import { pagerItems } from '../../../../../src/console/pages/list/Pager.tsx'
import {
  enoughFor,
  layOut,
  nextOrder,
  placeOf,
  sharedOut,
} from '../../../../../src/console/pages/list/grid/gridLayout.ts'
import type { GridColumn } from '../../../../../src/console/pages/list/grid/gridColumn.ts'
import { linesOf } from '../../../../../src/console/pages/list/grid/gridLines.ts'
import {
  listArgs,
  readState,
  resize,
  rowNumber,
  sizesOf,
  writeState,
} from '../../../../../src/console/pages/list/query/state.ts'
import { entriesOf, withinTab, type AskedFilter } from '../../../../../src/console/pages/list/query/tabs.ts'
import { createSelection } from '../../../../../src/console/pages/list/columns/selection.ts'
import { field, listPage } from '../../../support/pages.ts'
import { app } from '../../../support/app.tsx'

const page = listPage()

describe('the state of a list is its URL', () => {
  it('says only what differs, and says it back', () => {
    const state = readState(
      app,
      page,
      '?name=药&kind=1,2&updateTime=2026-01-01~2026-02-01&sort=name.desc&pageSize=50&page=3',
    )
    expect(state).toEqual({
      page: 3,
      size: 50,
      sort: 'name desc',
      filters: { name: '药', kind: '1,2', updateTime: '2026-01-01~2026-02-01' },
    })
    expect(readState(app, page, writeState(app, page, state))).toEqual(state)
    expect(writeState(app, page, readState(app, page, ''))).toBe('')
  })

  it('a filter that is called like one of its own words has another name in the URL', () => {
    expect(readState(app, page, '?f.page=x&page=2')).toEqual({ page: 2, size: 20, filters: { page: 'x' } })
  })

  it('R7.05 the code that stands for all filters nothing', () => {
    const listed = {
      ...page,
      filters: page.filters.map(filter => ({ ...filter, ...(filter.name === 'kind' ? { all: 9999 } : {}) })),
    }
    expect(readState(app, listed, '?kind=9999&name=药').filters).toEqual({ name: '药' })
    expect(readState(app, page, '?kind=9999').filters).toEqual({ kind: '9999' })
  })

  it('nonsense in the URL is the default', () => {
    expect(readState(app, page, '?page=-1&pageSize=abc')).toEqual({ page: 1, size: 20, filters: {} })
    expect(readState(app, page, '?pageSize=99999').size).toBe(1000)
  })

  it('becomes the arguments of the list call', () => {
    const state = readState(app, page, '?updateTime=2026-01-01~&isDead=0&kind=1,2&page=2')
    expect(listArgs(app, page, state)).toEqual({
      pageNo: 2,
      pageRowNo: 20,
      pageFlag: 1,
      orderBy: 'updateTime desc',
      updateTimeStart: '2026-01-01',
      isDead: 0,
      kind: '1,2',
    })
  })
})

describe('the tab of a list', () => {
  const tabs: ListTab[] = [
    { name: 'first', label: '甲类', filters: { kind: { value: '1' } } },
    { name: 'old', label: '旧的', filters: { updateTimeEnd: { value: '2026-01-01' } } },
    { name: 'all', label: '全部', filters: {} },
  ]
  const parted = listPage({ tabs })

  it('keeps rows of a group together, however they are ordered, with a heading above each', () => {
    const grouped = { ...page, group: 'kind' }
    const order = (sort?: string): unknown =>
      listArgs(app, grouped, { page: 1, size: 20, filters: {}, ...(sort ? { sort } : {}) })['orderBy']
    expect([order(), order('name desc'), order('kind desc')]).toEqual([
      'kind,updateTime desc',
      'kind,name desc',
      'kind desc',
    ])
    const rows = [{ kind: '1' }, { kind: '1' }, { kind: '2' }]
    expect(linesOf(rows, 'kind').map(({ index, isHead }) => (isHead ? 'head' : index))).toEqual([
      'head',
      0,
      1,
      'head',
      2,
    ])
    expect(linesOf(rows, undefined)).toHaveLength(3)
  })

  it('is the first one where the address says none, and stands in the address otherwise', () => {
    expect(readState(app, parted, '')).toEqual({ page: 1, size: 20, filters: {}, tab: 'first' })
    expect(writeState(app, parted, readState(app, parted, ''))).toBe('')
    expect(writeState(app, parted, { page: 1, size: 20, filters: {}, tab: 'all' })).toBe('?tab=all')
    expect(readState(app, parted, '?tab=all').tab).toBe('all')
    expect(readState(app, parted, '?tab=gone').tab).toBe('first')
  })

  it('leaves open what a link filters by', () => {
    expect(readState(app, parted, '?kind=2').tab).toBe('all')
    expect(readState(app, parted, '?kind=2&updateTime=2026-02-01~').tab).toBe('all')
    expect(listArgs(app, parted, readState(app, parted, '?kind=2&updateTime=2026-02-01~'))).toMatchObject({
      kind: '2',
      updateTimeStart: '2026-02-01',
    })
  })

  it('may open in an order of its own, until the user chooses one', () => {
    const sorted = { ...page, tabs: [{ name: 'done', label: '办完', filters: {}, sort: 'doneTime desc' }, ...tabs] }
    const order = (search: string): unknown => listArgs(app, sorted, readState(app, sorted, search))['orderBy']
    expect([order('?tab=done'), order('?tab=first'), order('?tab=done&sort=name.desc')]).toEqual([
      'doneTime desc',
      'updateTime desc',
      'name desc',
    ])
  })

  it('is part of what the list asks for, and what it fixes is asked for by nothing else', () => {
    expect(
      listArgs(app, parted, { page: 1, size: 20, filters: { name: '药', kind: '2' }, tab: 'first' }),
    ).toMatchObject({
      name: '药',
      kind: '1',
    })
    expect(
      listArgs(app, parted, { page: 1, size: 20, filters: { updateTime: '2025-01-01~2027-01-01' }, tab: 'old' }),
    ).toEqual({
      pageNo: 1,
      pageRowNo: 20,
      pageFlag: 1,
      orderBy: 'updateTime desc',
      updateTimeStart: '2025-01-01',
      updateTimeEnd: '2026-01-01',
    })
    expect(
      listArgs(app, parted, { page: 1, size: 20, filters: { updateTime: '~2025-06-01' }, tab: 'old' }),
    ).toMatchObject({
      updateTimeEnd: '2025-06-01',
    })
    expect(withinTab(app, parted, 'first').filters.map(({ name }) => name)).toEqual([
      'name',
      'updateTime',
      'page',
      'isDead',
    ])
    expect(withinTab(app, parted, 'all')).toBe(parted)
  })

  it('of several values lets one choose among them, and nothing else', () => {
    const some = listPage({
      tabs: [
        { name: 'some', label: '两类', filters: { kind: { value: '1,2' }, isDead: { value: '0' } } },
        { name: 'other', label: '另一类', filters: { kind: { value: '3' } } },
        { name: 'all', label: '全部', filters: {} },
      ],
    })
    const kind = withinTab(app, some, 'some').filters.find(({ name }) => name === 'kind')
    const page = {
      ...some,
      dictionaries: {
        kind: [
          ['1', '甲'],
          ['2', '乙'],
          ['3', '丙'],
        ],
      },
    } as typeof some
    expect(kind && entriesOf(page, kind).map(([key]) => key)).toEqual(['1', '2'])
    const sent = (tab: string, kinds: string) =>
      listArgs(app, some, { page: 1, size: 20, filters: { kind: kinds }, tab })['kind']
    expect([
      sent('some', '2'),
      sent('some', '2,3'),
      sent('some', '3'),
      sent('some', '1,2'),
      sent('other', '2'),
      sent('all', '2'),
    ]).toEqual(['2', '2', '1,2', '1,2', '3', '2'])
    expect(readState(app, some, '?tab=some&kind=2,3').filters).toEqual({ kind: '2' })
    expect(readState(app, some, '?tab=some&kind=3').filters).toEqual({})
  })

  it('may leave values out or ask for what is empty, and lets one choose among what remains', () => {
    const words = listPage({
      dictionaries: {
        kind: [
          ['1', '甲'],
          ['2', '乙'],
          ['3', '丙'],
        ],
      },
      filters: [field('name', 'text'), field('kind', 'dict', { dict: 'kind' })],
      tabs: [
        { name: 'others', label: '其他', filters: { kind: { value: '$not\n1' } } },
        { name: 'none', label: '未注明', filters: { kind: { value: '$empty' } } },
        { name: 'unnamed', label: '无名', filters: { name: { value: '$not\n甲,一\n$empty' } } },
        { name: 'all', label: '全部', filters: {} },
      ],
    })
    const sent = (tab: string, kind = '') =>
      listArgs(app, words, { page: 1, size: 20, filters: { kind, name: '药' }, tab })
    expect([sent('others')['kind'], sent('none')['kind']]).toEqual([['$not', '1'], '$empty'])
    expect([sent('others', '2')['kind'], sent('others', '1,$empty')['kind'], sent('others', '1')['kind']]).toEqual([
      '2',
      '$empty',
      ['$not', '1'],
    ])
    expect(sent('others', '$not,2')['kind']).toBe('$not,2,1')
    expect(sent('unnamed')['name']).toEqual(['$not', '甲,一', '$empty'])
    const left = withinTab(app, words, 'others').filters.find(({ name }) => name === 'kind')
    expect(left && [entriesOf(words, left).map(([key]) => key), (left as AskedFilter).only]).toEqual([
      ['2', '3'],
      ['2', '3', '$empty'],
    ])
    expect(withinTab(app, words, 'none').filters.map(({ name }) => name)).toEqual(['name'])
    const open = (search: string) => readState(app, words, search).tab
    expect([open('?kind=2'), open('?kind=$empty'), open('?kind=1'), open('?kind=$not,1,2')]).toEqual([
      'others',
      'others',
      'all',
      'others',
    ])
  })

  it('is opened by a link that asks for just what it shows, and what it says needs no filter', () => {
    const states = listPage({
      tabs: [
        { name: 'new', label: '新', filters: { kind: { value: '1' } } },
        { name: 'open', label: '在办', filters: { kind: { value: '2,3' } } },
        { name: 'late', label: '超期', filters: { isDead: { value: '1' } } },
        { name: 'all', label: '全部', filters: {} },
      ],
    })
    const read = (search: string) => {
      const { tab, filters } = readState(app, states, search)
      return [tab, filters]
    }
    expect(read('?kind=1')).toEqual(['new', {}])
    expect(read('?kind=2')).toEqual(['open', { kind: '2' }])
    expect(read('?kind=1,2')).toEqual(['all', { kind: '1,2' }])
    expect(read('?name=药')).toEqual(['new', { name: '药' }])
    for (const search of ['?kind=2', '?tab=all&kind=2', '?tab=late&kind=1', '?kind=1%2C2', '?tab=open'])
      expect(writeState(app, states, readState(app, states, search))).toBe(search)
  })
})

describe('pagination', () => {
  it('R2.20 default 20, sizes 10 20 30 50 and the page’s own', () => {
    expect(sizesOf(app, page, 20)).toEqual([10, 20, 30, 50])
    expect(sizesOf(app, listPage({ pageSize: 15 }), 200)).toEqual([10, 15, 20, 30, 50, 200])
  })

  it('R2.20 seven pager buttons, five on narrow screens', () => {
    const numbers = (at: number, last: number, count: number) =>
      pagerItems(at, last, count).map(item => (item.jump ? '…' : item.page))
    expect(numbers(1, 3, 7)).toEqual([1, 2, 3])
    expect(numbers(1, 26, 7)).toEqual([1, 2, 3, 4, 5, '…', 26])
    expect(numbers(13, 26, 7)).toEqual([1, '…', 12, 13, 14, '…', 26])
    expect(numbers(26, 26, 7)).toEqual([1, '…', 22, 23, 24, 25, 26])
    expect(numbers(13, 26, 5)).toEqual([1, '…', 13, '…', 26])
  })

  it('R2.21 a size that takes page × size beyond the total goes back to page 1', () => {
    const state = { page: 3, size: 20, filters: {} }
    expect(resize(state, 50, 120).page).toBe(1)
    expect(resize(state, 30, 120).page).toBe(3)
  })

  it('R2.22 the row number counts over all pages', () => {
    expect(rowNumber(1, 20, 0)).toBe(1)
    expect(rowNumber(3, 20, 4)).toBe(45)
  })
})

describe('the grid', () => {
  const grid = (name: string, more = {}) => ({ name, label: name, width: 100, title: name, draw: () => null, ...more })

  it('columns that stick stand where the widths before them end; the main one takes what is left', () => {
    const { laid, width } = layOut([
      grid('no', { fixed: 'left' }),
      grid('name', { fixed: 'left', main: true }),
      grid('x'),
      grid('act', { fixed: 'right' }),
    ])
    expect(width).toBe(400)
    expect(laid.map(one => one.style)).toEqual([{ left: 0 }, { left: 100 }, undefined, { right: 0 }])
    expect(laid.map(one => one.colStyle?.width)).toEqual([100, undefined, 100, 100])
  })

  it('one column has the link of the row: what leads to the record, else what names it', () => {
    const linked = (...columns: GridColumn[]) =>
      layOut(columns).laid.flatMap(({ column, className }) => (className.includes('name') ? [column.name] : []))
    expect(linked(grid('a', { main: true }), grid('b', { leads: true }), grid('c', { leads: true }))).toEqual(['b'])
    expect(linked(grid('a'), grid('b', { main: true }))).toEqual(['b'])
    expect(linked(grid('a'))).toEqual([])
  })

  it('what is left beside the last column that is seen whole goes to the texts, so that none stands half covered', () => {
    const columns = [
      grid('no', { fixed: 'left' }),
      grid('name', { fixed: 'left', main: true }),
      grid('x'),
      grid('text', { grows: true }),
      grid('own', { grows: true, sized: true }),
      grid('far', { grows: true }),
      grid('act', { fixed: 'right' }),
    ]
    const at = (room: number): object => Object.fromEntries(sharedOut(columns, room))
    expect(at(680)).toEqual({ name: 140, text: 140 })
    expect(at(600)).toEqual({})
    // all have room
    expect(at(1000)).toEqual({ name: 200, text: 200, far: 200 })
    // none has
    expect(at(390)).toEqual({})
    expect([...sharedOut([grid('a', { sized: true }), grid('b')], 150)]).toEqual([])
  })

  it('each column is as wide as its rows need, at least as its head and at most so far; what is sized stays', () => {
    const columns = [
      grid('no', { fixed: 'left' }),
      grid('name', { fixed: 'left', main: true }),
      grid('state', { least: 60 }),
      grid('own', { sized: true }),
      grid('text', { grows: true }),
      grid('$actions', { fixed: 'right' }),
    ]
    const needs = { no: 30, name: 180, state: 40, own: 300, text: 900, $actions: 20 }
    const at = (room: number, of: object): object =>
      Object.fromEntries(sharedOut(columns, room, new Map(Object.entries(of) as [string, number][])))
    // the text has no room: what is left goes to the name, beside the last column that is seen whole
    expect(at(600, needs)).toEqual({ name: 240, state: 60, text: 320 })
    expect(at(860, needs)).toEqual({ name: 180, state: 60, text: 320 })
    expect(at(900, needs)).toEqual({ name: 200, state: 60, text: 340 })
    // nobody knows yet
    expect(at(600, {})).toEqual({})
  })

  it('texts of one row in four may be cut, other words none', () => {
    const widths = [10, 20, 30, 40, 50, 60, 70, 80, 90, 300.2, 15]
    expect([enoughFor(widths, true), enoughFor(widths, false), enoughFor([], true)]).toEqual([70, 301, 0])
  })

  it('a click on a head orders up, down, and as the page says', () => {
    expect(nextOrder('a', undefined)).toBe('a')
    expect(nextOrder('a', 'a')).toBe('a desc')
    expect(nextOrder('a', 'a desc')).toBeUndefined()
    expect(nextOrder('b', 'a')).toBe('b')
    expect(nextOrder('a', 'b,a')).toBe('a desc')
  })

  it('with Shift orders by this column, too, after the others', () => {
    const clicks = ['a', 'b', 'b', 'a', 'c', 'b']
    const orders = clicks.map(
      (
        sort => (name: string) =>
          (sort = nextOrder(name, sort, true) ?? '')
      )(''),
    )
    expect(orders).toEqual(['a', 'a,b', 'a,b desc', 'a desc,b desc', 'a desc,b desc,c', 'a desc,c'])
    expect(nextOrder('a', 'a desc', true)).toBeUndefined()
    expect(['a', 'c', 'b'].map(name => placeOf(name, 'a desc,c'))).toEqual([1, 2, undefined])
    expect(placeOf('a', 'a')).toBeUndefined()
    const many = 'abcdefghi'.split('').join(',')
    expect(nextOrder('z', many, true)).toBe(many)
    const state = readState(app, page, '?sort=name.desc,kind')
    expect(state.sort).toBe('name desc,kind')
    expect(readState(app, page, writeState(app, page, state))).toEqual(state)
    expect(listArgs(app, page, state).orderBy).toBe('name desc,kind')
  })

  it('a selection lives over pages and tells who listens', () => {
    const selection = createSelection()
    let told = 0
    selection.subscribe(() => {
      told += 1
    })
    selection.toggle('1', { id: 1 })
    selection.setAll(
      [
        ['2', { id: 2 }],
        ['3', { id: 3 }],
      ],
      true,
    )
    selection.toggle('1', { id: 1 })
    expect(selection.rows()).toEqual([{ id: 2 }, { id: 3 }])
    expect(told).toBe(3)
  })
})
