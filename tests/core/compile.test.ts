import { describe, expect, it } from 'vitest'
import { compileProject } from '../../src/core/index.ts'
import type { ListPage } from '../../src/core/contract/configuration.ts'
import { explainValue } from '../../src/core/overlay/explain.ts'
import { BASE, resolverOf, type Files } from './files.ts'

const compile = (files: Files) => compileProject(resolverOf(files).project)
const list = (files: Files, scope = {}) => compile(files).scope(scope).page('data/shop') as ListPage

describe('a compiled page', () => {
  it('takes from the entity what the page leaves out, and leaves out what is false', () => {
    const page = list(
      {
        ...BASE,
        'customers/areas/35/pages/data/shop.yaml': 'columns:\n  platform: false\n  sales: {label: 月销, sort: false}\n',
      },
      { area: '35' },
    )
    expect(page.columns.map(c => [c.name, c.label, c.kind, c.width, c.sort])).toEqual([
      ['shopName', '网店名称', 'text', 240, undefined],
      ['sales', '月销', 'int', 100, undefined],
      ['areaCode', '地区', 'area', 140, undefined],
    ])
  })
  it('carries the dictionaries that it shows, in their order', () => {
    expect(list(BASE).dictionaries).toEqual({
      platform: [
        ['02', '天猫'],
        ['01', '淘宝', 'success'],
      ],
    })
  })
  it('follows an overlay of its entity and of its dictionary', () => {
    const files = {
      ...BASE,
      'customers/areas/52/entities/shop.yaml': 'fields:\n  shopName: {label: 平台内经营者}\n',
      'customers/areas/52/dictionaries/platform.yaml': 'entries:\n  "02": false\n',
    }
    expect(list(files, { area: '5201' }).columns[0]!.label).toBe('平台内经营者')
    expect(list(files, { area: '5201' }).dictionaries['platform']).toHaveLength(1)
    expect(list(files).columns[0]!.label).toBe('网店名称')
    expect(list(files).dictionaries['platform']).toHaveLength(2)
  })
})

describe('tabs of a list', () => {
  const tabs =
    "tabs:\n  busy: {label: 在营, filters: {closed: 0, platform: ['01', '02']}, count: true}\n  mine: {label: 本地, filters: {areaCode: user.areaCode, shopName: \"'店'\"}}\n"
  const files = { ...BASE, 'schemas/pages/data/shop.yaml': BASE['schemas/pages/data/shop.yaml'] + tabs }
  it('have their values ready where nothing has to be computed', () => {
    expect(list(files).tabs).toEqual([
      { name: 'busy', label: '在营', filters: { closed: { value: '0' }, platform: { value: '01,02' } }, count: true },
      {
        name: 'mine',
        label: '本地',
        filters: { areaCode: { expression: 'user.areaCode' }, shopName: { value: '店' } },
      },
    ])
    expect(list(BASE).tabs).toBeUndefined()
  })
  it('are hidden, changed and added by an overlay', () => {
    const overlay = "tabs:\n  busy: {label: 营业, roles: ['2']}\n  mine: false\n  all: {label: 全部}\n"
    expect(
      list({ ...files, 'customers/areas/35/pages/data/shop.yaml': overlay }, { area: '35' }).tabs?.map(
        ({ name, label, count, roles }) => [name, label, count, roles],
      ),
    ).toEqual([
      ['busy', '营业', true, ['2']],
      ['all', '全部', undefined, undefined],
    ])
  })
})

describe('a button that is a transition', () => {
  const files = {
    ...BASE,
    'schemas/entities/shop.yaml':
      BASE['schemas/entities/shop.yaml'] + '  state: {label: 状态, kind: status, workflow: clue}\n',
    'schemas/workflows/clue.yaml':
      'workflow: clue\nlabel: 线索\nstates:\n  open: {label: 待办}\n  done: {label: 办结}\ntransitions:\n  finish: {label: 办结, from: [open], to: done, roles: [chief], confirm: 办结？, danger: true, form: {opinion: {label: 意见, kind: text}}}\n',
    'schemas/pages/data/shop.yaml':
      BASE['schemas/pages/data/shop.yaml']
      + 'actions:\n  finish: {label: 办结, on: [row], call: shop.list, transition: finish, visible: row.sales > 1}\n',
  }
  it('says which transition the server is told, and asks what that asks for', () => {
    const [action] = list(files).actions
    expect(action).toMatchObject({
      transition: 'finish',
      args: { id: 'row.id', action: "'finish'" },
      visible: 'row.sales > 1',
      confirm: '办结？',
      danger: true,
    })
    expect(action?.form?.map(field => [field.name, field.label])).toEqual([['opinion', '意见']])
  })
  it('has the states of its workflow as a dictionary', () => {
    const page = list({ ...files, 'customers/areas/35/pages/data/shop.yaml': 'columns:\n  state:\n' }, { area: '35' })
    expect(page.dictionaries['workflow/clue']).toEqual([
      ['open', '待办'],
      ['done', '办结'],
    ])
  })
})

describe('scopes', () => {
  const files = {
    ...BASE,
    'customers/areas/35/pages/data/shop.yaml': 'title: 福建网店\n',
    'customers/87/pages/data/secret.yaml': 'extends: data/shop\ntitle: 只给八七\n',
  }
  it('share what is equal', () => {
    const configuration = compile(files)
    expect(configuration.scope({ area: '11' })).toBe(configuration.scope({ customer: '5', area: '52' }))
    expect(configuration.scope({ area: '35' }).manifest.pages['data/shop']!.hash).not.toBe(
      configuration.scope({}).manifest.pages['data/shop']!.hash,
    )
  })
  it('one customer’s configuration never reaches another’s browser', () => {
    const configuration = compile(files)
    const [mine, other] = [configuration.scope({ customer: '87' }), configuration.scope({ area: '35' })]
    const secret = mine.manifest.pages['data/secret']!.hash
    expect(mine.blob(secret)).toContain('只给八七')
    expect(other.blob(secret)).toBeUndefined()
    expect(JSON.stringify(other.manifest)).not.toContain('secret')
    const replaced = configuration.scope({}).manifest.pages['data/shop']!.hash
    expect(other.blob(replaced)).toBeUndefined()
    expect(mine.blob(replaced)).toBeDefined()
  })
  it('hide planned menu entries', () => {
    expect(compile(files).scope({}).menu).toMatchObject([{ name: 'dataCenter', children: [{ name: 'shop' }] }])
    expect(compile(files).scope({}).menu[0]!.children).toHaveLength(1)
  })
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
    expect(says.map(s => [s.of, s.layer, s.value, s.wins, s.origin.line])).toEqual([
      ['entity', 'schemas', '销量', false, 10],
      ['page', 'schemas', undefined, false, 11],
      ['page', 'customers/areas/34', '安徽销量', false, 2],
      ['page', 'customers/87', '客户销量', true, 2],
    ])
  })
  it('knows no page that the scope has not', () =>
    expect(explainValue(resolverOf(files).resolver, 'x', ['title'], {})).toBeUndefined())
})
