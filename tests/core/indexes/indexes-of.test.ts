import { describe, expect, it } from 'vitest'
import { indexesOf, type IndexedEntity } from '../../../src/core/indexes/indexes-of.ts'
import type { Use, Want } from '../../../src/core/indexes/wants.ts'

const shop = (more: Partial<IndexedEntity> = {}): IndexedEntity => ({
  name: 'shop',
  key: 'id',
  volume: 'large',
  scope: { area: 'areaCode' },
  fields: [
    { name: 'id', label: '编号', kind: 'text', unique: true },
    { name: 'areaCode', label: '地区', kind: 'area' },
    { name: 'customerId', label: '客户', kind: 'text', search: 'exact' },
    { name: 'shopName', label: '名称', kind: 'text', search: 'contains' },
    { name: 'owner', label: '经营者', kind: 'text' },
    { name: 'code', label: '代码', kind: 'uscc', search: 'prefix' },
    { name: 'number', label: '店铺号', kind: 'text', search: 'exact' },
    { name: 'platform', label: '平台', kind: 'dict', dict: 'platform' },
    { name: 'tags', label: '标签', kind: 'dict', dict: 'tag', multiple: true },
    { name: 'shown', label: '亮照', kind: 'flag' },
    { name: 'dead', label: '死链', kind: 'flag', unlisted: 1 },
    { name: 'task', label: '任务', kind: 'ref', ref: 'task' },
    { name: 'checkedBy', label: '核查人', kind: 'ref', ref: 'user' },
    { name: 'price', label: '价格', kind: 'money' },
    { name: 'born', label: '创建时间', kind: 'datetime' },
    { name: 'changed', label: '更新时间', kind: 'datetime' },
    { name: 'goods', label: '商品', kind: 'table' },
    { name: 'password', label: '密码', kind: 'text', secret: true },
  ],
  ...more,
})
const want = (field: string, use: Use = 'filter', down?: true): Want => ({
  field,
  use,
  ...(down ? { down } : {}),
  page: 'data/shop',
  key: `filters.${field}`,
  origin: { file: 'schemas/pages/data/shop.yaml', line: 1, col: 1 },
})
const FEW = ['area areaCode', 'value task']
/** `purpose field,field- (what it holds beside)` of each index. */
const said = (entity: IndexedEntity, ...wants: Want[]): string[] =>
  indexesOf(entity, wants).map(({ purpose, fields, beside }) => {
    const sorted = fields.map(({ name, down }) => `${name}${down ? '-' : ''}`).join(',')
    return `${purpose} ${sorted}${beside.length > 0 ? ` (${beside.join(' ')})` : ''}`
  })

describe('the indexes of an entity', () => {
  it('of few rows are the few that every table has, whatever its pages want', () => {
    const small = shop({ volume: 'small' })
    expect(said(small)).toEqual(['area areaCode', 'value number', 'value task'])
    expect(said(small, want('shopName'), want('platform'), want('changed', 'usual order', true))).toEqual(said(small))
  })

  it('serve the records that belong to a record, large or small, and not those that only people stand in', () => {
    for (const volume of ['small', 'large'] as const) {
      expect(said(shop({ volume }), want('platform', 'relation'))).toContain('value platform')
      expect(said(shop({ volume })).join()).not.toContain('checkedBy')
    }
    expect(said(shop({ name: 'task' }))).toContain('value task')
  })

  it('of a text that is searched within hold what it contains, also where a record points by it', () => {
    expect(said(shop(), want('shopName', 'relation'))).toEqual([...FEW, 'within shopName'])
    expect(said(shop({ volume: 'small' }), want('shopName', 'relation')).join()).not.toContain('shopName')
  })

  it.each([
    ['a choice', 'platform', ['value platform']],
    ['two values, which leave half of the rows', 'shown', []],
    ['a value that lists leave out, which few rows have', 'dead', ['value dead']],
    ['a text', 'owner', ['within owner']],
    ['the beginning of a text', 'code', ['beginning code']],
    ['a whole text', 'number', ['value number']],
    ['a number', 'price', ['value price']],
    ['a bound of a range', 'bornStart', ['value born']],
    ['several choices in one field', 'tags', []],
    ['a person', 'checkedBy', ['value checkedBy']],
    ['the area, which each table has', 'areaCode', []],
    ['the key, which each table has', 'id', []],
    ['rows within the record', 'goods', []],
    ['a secret', 'password', []],
    ['a field that is not there', 'gone', []],
  ])('of a large one serve a filter by %s', (_what, field, more) => {
    expect(said(shop(), want(field))).toEqual([...FEW, ...more])
  })

  it('hold what lists filter by beside the order that most open with, in an area and in the country', () => {
    const wants = [want('platform'), want('shown'), want('shopName'), want('born'), want('code')]
    const held = 'platform shown born'
    expect(said(shop(), ...wants, want('changed', 'usual order', true))).toEqual([
      ...FEW,
      `list areaCode,changed- (customerId ${held})`,
      `order changed- (areaCode customerId ${held})`,
      'within shopName',
      'beginning code',
      'value platform',
      'value born',
    ])
  })

  it('hold each order once, in the direction in which lists open, and only one of them the filters', () => {
    const orders = [
      want('price', 'sort', true),
      want('changed', 'sort', true),
      want('changed', 'usual order'),
      want('born', 'usual order', true),
      { ...want('changed', 'usual order'), page: 'data/other' },
    ]
    expect(said(shop(), want('platform'), want('price'), ...orders)).toEqual([
      ...FEW,
      'list areaCode,changed (customerId platform price)',
      'order price- (areaCode customerId)',
      'order changed (areaCode customerId platform price)',
      'order born- (areaCode customerId)',
      'value platform',
    ])
  })

  it('of what belongs to nobody, or to no area, have no area', () => {
    expect(said(shop({ scope: 'none' }), want('changed', 'usual order', true))).toEqual([
      'value task',
      'order changed-',
    ])
    expect(said(shop({ scope: { customer: false } }), want('changed', 'usual order', true))).toEqual([
      'value task',
      'order changed-',
    ])
  })

  it('tell which pages want them', () => {
    const asked = [want('platform'), { ...want('platform'), page: 'data/other' }]
    const found = indexesOf(shop(), asked).find(({ fields }) => fields[0]?.name === 'platform')
    expect(found?.wants).toEqual(asked)
  })

  it('leave out texts that may be too long for one, because their saves would fail', () => {
    const fields = [
      ...shop().fields,
      { name: 'remark', label: '备注', kind: 'longText' as const, search: 'exact' as const, maxLength: 2000 },
      { name: 'title', label: '标题', kind: 'text' as const, maxLength: 200 },
      { name: 'words', label: '原文', kind: 'text' as const },
    ]
    const sorts = ['remark', 'title', 'words'].map(name => want(name, 'sort', true))
    const found = said(shop({ fields }), ...sorts, want('remark')).join('\n')
    expect(found).toContain('order title-')
    expect(found).not.toMatch(/remark|words/)
  })
})
