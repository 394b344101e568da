import { describe, expect, it } from 'vitest'
import { wantsOf, type Want } from '../../../src/core/indexes/wants.ts'
import { BASE, compiled, resolverOf, type Files } from '../files.ts'

const SHOP = `kind: list
title: 网店
entity: shop
source: shop.list
tabs:
  all: {label: 全部, sort: 'openTime desc, id'}
  own: {label: 本地, filters: {areaCode: user.areaCode}}
  gone: false
filters:
  platform: {multiple: true}
  sales: false
columns:
  shopName:
  sales: {sort: true}
sort: updateTime desc, id
`
const DETAIL = `kind: detail
title: 网店详情
entity: shop
source: shop.one
sections: {}
tabs:
  same: {label: 同平台, page: data/shop, filters: {platform: =row.platform}}
  sections: {label: 其他, sections: []}
`
const wanted = (files: Files): readonly Want[] => {
  const reading = wantsOf(resolverOf(files).resolver)
  for (;;) {
    const step = reading.next()
    if (step.done) return step.value.get('shop') ?? []
  }
}
const said = (files: Files): string[] =>
  wanted(files).map(
    ({ page, key, field, use, down, origin }) =>
      `${page} ${key} ${field} ${use}${down ? ' down' : ''} ${origin.file.split('/')[0]}:${origin.line}:${origin.col}`,
  )
const files: Files = { ...BASE, 'schemas/pages/data/shop.yaml': SHOP, 'schemas/pages/data/shopDetails.yaml': DETAIL }

describe('what pages want of an entity', () => {
  it('is what lists filter, open with, are sorted and tell their tabs by, each with its place', () => {
    expect(said({ ...files, 'schemas/pages/data/shopDetails.yaml': '' })).toEqual([
      'data/shop filters.platform platform filter schemas:10:3',
      'data/shop tabs.own.filters.areaCode areaCode filter schemas:7:30',
      'data/shop sort updateTime usual order down schemas:15:7',
      'data/shop columns.sales.sort sales sort down schemas:14:11',
      'data/shop tabs.all.sort openTime sort down schemas:6:26',
    ])
  })

  it('is also what the page of a record picks from a list', () => {
    expect(said(files)).toContain('data/shopDetails tabs.same.filters.platform platform relation schemas:7:49')
  })

  it('is what any scope wants, and the same want of several scopes once', () => {
    const overlaid = {
      ...files,
      'customers/areas/35/pages/data/shop.yaml': 'filters: {sales: {more: true}}\n',
      'customers/87190/pages/data/shop.yaml': 'columns: {sales: false}\n',
    }
    const more = said(overlaid).filter(line => !said(files).includes(line))
    expect(more).toEqual(['data/shop filters.sales sales filter customers:1:11'])
    expect(said(overlaid)).toHaveLength(said(files).length + 1)
  })

  it('becomes indexes of the large alone', () => {
    const within = (text: string): string[] =>
      compiled({ ...files, 'schemas/entities/shop.yaml': text })
        .entities()
        .flatMap(({ indexes }) => indexes.map(({ purpose, fields: [first] }) => `${purpose} ${first?.name}`))
    const text = BASE['schemas/entities/shop.yaml'] ?? ''
    expect(within(text)).toEqual(['value platform'])
    expect(within(`${text}volume: large\n`)).toEqual(['value platform', 'order updateTime', 'order sales'])
  })
})
