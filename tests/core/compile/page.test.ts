import { describe, expect, it } from 'vitest'
import { BASE, compiledList as list } from '../files.ts'

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
