import { describe, expect, it } from 'vitest'
import { getNode, originAt, toValue } from '../../../src/core/source/node.ts'
import { chainOf, layerOf } from '../../../src/core/overlay/layer.ts'
import { BASE, resolverOf, type Files } from '../files.ts'

const page = (files: Files, scope: { customer?: string; area?: string } = {}, route = 'data/shop') => {
  const found = resolverOf(files).resolver.resolve(`pages/${route}`, scope)
  return found && (toValue(found.node) as { title: string; columns: Record<string, unknown> })
}
const overlay = (path: string, text: string): Files => ({ ...BASE, [path]: text })

describe('precedence', () => {
  it('is base, product, areas by growing prefix, customer, customer areas by growing prefix', () => {
    const overlays = ['87/areas/3404', '87', 'areas/340402', 'areas/34', '87/areas/34', 'areas/52', '99']
    const layers = [...overlays.map(name => `customers/${name}`), 'schemas', 'base'].map(name => layerOf(name)!)
    const chain = chainOf(layers, { customer: '87', area: '340402' }).map(l => l.name)
    const over = ['areas/34', 'areas/340402', '87', '87/areas/34', '87/areas/3404'].map(name => `customers/${name}`)
    expect(chain).toEqual(['base', 'schemas', ...over])
  })
  it('lets the last word win', () => {
    const files = {
      ...BASE,
      'customers/areas/34/pages/data/shop.yaml': 'title: 安徽网店\n',
      'customers/87/pages/data/shop.yaml': 'title: 客户网店\n',
      'customers/87/areas/3404/pages/data/shop.yaml': 'title: 客户地区网店\n',
    }
    expect(page(files, { area: '340402' })?.title).toBe('安徽网店')
    expect(page(files, { customer: '87', area: '340101' })?.title).toBe('客户网店')
    expect(page(files, { customer: '87', area: '340402' })?.title).toBe('客户地区网店')
    expect(page(files, { customer: '88', area: '11' })?.title).toBe('网店')
  })
})

describe('merging', () => {
  it('changes one column of one page in three lines, for that area only', () => {
    const files = overlay('customers/areas/35/pages/data/shop.yaml', 'columns:\n  sales:\n    label: 月销\n')
    expect(page(files, { area: '3501' })?.columns['sales']).toEqual({ sort: true, label: '月销' })
    expect(page(files, { area: '52' })?.columns['sales']).toEqual({ sort: true })
  })
  it('keeps false (left out) and the empty value (as the entity says) apart', () => {
    const files = overlay('customers/areas/35/pages/data/shop.yaml', 'columns:\n  platform: false\n  updateTime:\n')
    expect(page(files, { area: '35' })?.columns).toMatchObject({ platform: false, updateTime: null })
  })
  it('lets a lower false be restored by a deeper layer', () => {
    const files = {
      ...BASE,
      'customers/areas/35/pages/data/shop.yaml': 'columns:\n  platform: false\n',
      'customers/areas/3501/pages/data/shop.yaml': 'columns:\n  platform:\n',
    }
    expect(page(files, { area: '3502' })?.columns['platform']).toBe(false)
    expect(page(files, { area: '350102' })?.columns['platform']).toBe(null)
  })
  it('puts the named ones first with $order and leaves the rest as they stood', () => {
    const files = overlay('customers/areas/35/pages/data/shop.yaml', 'columns:\n  $order: [sales, shopName]\n')
    expect(Object.keys(page(files, { area: '35' })!.columns)).toEqual(['sales', 'shopName', 'platform', 'areaCode'])
  })
  it('remembers where each value was written', () => {
    const { resolver } = resolverOf(
      overlay('customers/areas/35/pages/data/shop.yaml', 'columns:\n  sales:\n    label: 月销\n'),
    )
    const { node } = resolver.resolve('pages/data/shop', { area: '35' })!
    expect(originAt(node, ['columns', 'sales', 'label'])).toEqual({
      file: 'customers/areas/35/pages/data/shop.yaml',
      line: 3,
      col: 12,
    })
    expect(originAt(node, ['columns', 'sales', 'sort']).file).toBe('schemas/pages/data/shop.yaml')
    expect(getNode(node, ['columns', 'sales', 'sort'])?.origin).toEqual({
      file: 'schemas/pages/data/shop.yaml',
      line: 11,
      col: 17,
    })
  })
  it('keeps codes such as 01 as they were written, in their order', () => {
    const { resolver } = resolverOf(BASE)
    const entries = getNode(resolver.resolve('dictionaries/platform', {})!.node, ['entries'])
    expect(entries?.type === 'map' && [...entries.entries.keys()]).toEqual(['02', '01'])
  })
})

describe('extends', () => {
  const variant = {
    ...BASE,
    'customers/areas/52/pages/data/shopGuiZhou.yaml':
      'extends: data/shop\ntitle: 平台内经营者\ncolumns:\n  platform: false\n',
  }
  it('says only what differs', () => {
    const found = page(variant, { area: '5201' }, 'data/shopGuiZhou')
    expect(found).toMatchObject({ title: '平台内经营者', columns: { platform: false, sales: { sort: true } } })
    expect(found).toHaveProperty('extends', 'data/shop')
  })
  it('is there only for its own area', () => expect(page(variant, { area: '35' }, 'data/shopGuiZhou')).toBeUndefined())
  it('follows what overlays do to the page that it extends', () => {
    const files = { ...variant, 'customers/areas/5201/pages/data/shop.yaml': 'columns:\n  sales: false\n' }
    expect(page(files, { area: '5201' }, 'data/shopGuiZhou')?.columns['sales']).toBe(false)
    expect(page(files, { area: '5202' }, 'data/shopGuiZhou')?.columns['sales']).toEqual({ sort: true })
  })
  it('ends where pages extend each other', () => {
    const files = {
      ...BASE,
      'schemas/pages/a.yaml': 'extends: b\ntitle: A\n',
      'schemas/pages/b.yaml': 'extends: a\ntitle: B\n',
    }
    expect(page(files, {}, 'a')?.title).toBe('A')
  })
})
