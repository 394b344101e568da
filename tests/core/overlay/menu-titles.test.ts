import { describe, expect, it } from 'vitest'
import { explainValue } from '../../../src/core/overlay/explain.ts'
import { BASE, compiled, resolverOf, type Files } from '../files.ts'

const RENAMED = 'menu:\n  dataCenter:\n    children:\n      shop: {title: 店铺}\n'
const files: Files = { ...BASE, 'customers/areas/35/menu.yaml': RENAMED }
const titleOf = (all: Files, route = 'data/shop', scope = { area: '350102' }) =>
  compiled(all).scope(scope).manifest.pages[route]?.title

describe('a menu entry that an overlay renames', () => {
  it('renames the page that repeats it, for those alone who see the overlay', () => {
    const configuration = compiled(files)
    expect(configuration.scope({ area: '35' }).page('data/shop')!.title).toBe('店铺')
    expect(configuration.scope({ area: '35' }).manifest.pages['data/shop']!.title).toBe('店铺')
    expect(configuration.scope({}).page('data/shop')!.title).toBe('网店')
    expect(configuration.scope({ area: '36' }).page('data/shop')!.title).toBe('网店')
    // the browser gets it under an address of its own
    expect(configuration.scope({ area: '35' }).blob(configuration.scope({}).manifest.pages['data/shop']!.hash)).toBe(
      undefined,
    )
  })

  it('leaves a page alone that has a title of its own, or gets one', () => {
    const own = {
      ...files,
      'schemas/pages/data/shop.yaml': files['schemas/pages/data/shop.yaml']!.replace('网店', '经营者'),
    }
    expect(titleOf(own)).toBe('经营者')
    expect(titleOf({ ...files, 'customers/areas/3501/pages/data/shop.yaml': 'title: 福州网店\n' })).toBe('福州网店')
    expect(titleOf({ ...files, 'customers/areas/35/pages/data/shop.yaml': 'pageSize: 50\n' })).toBe('店铺')
  })

  it('renames the page that it leads to in the place of another', () => {
    const moved = {
      ...BASE,
      'customers/areas/35/menu.yaml': RENAMED.replace('title: 店铺', 'title: 店铺, page: data/own'),
      'customers/areas/35/pages/data/own.yaml': 'extends: data/shop\nexport: false\n',
    }
    expect(titleOf(moved, 'data/own')).toBe('店铺')
    expect(titleOf(moved)).toBe('网店')
  })

  it('counts by the layer that counts in the menu', () => {
    const both = { ...files, 'customers/87/menu.yaml': RENAMED.replace('店铺', '经营网店') }
    expect(titleOf(both, 'data/shop', { area: '350102', customer: '87' } as { area: string })).toBe('经营网店')
    expect(titleOf({ ...files, 'customers/87/menu.yaml': 'menu: {dataCenter: {title: 数据}}\n' })).toBe('店铺')
  })

  it('is told where it stands', () => {
    const says = explainValue(resolverOf(files).resolver, 'data/shop', ['title'], { area: '35' })!
    expect(says.map(({ of, layer, value, winner, origin }) => [of, layer, value, winner, origin.file])).toEqual([
      ['page', 'schemas', '网店', false, 'schemas/pages/data/shop.yaml'],
      ['menu', 'customers/areas/35', '店铺', true, 'customers/areas/35/menu.yaml'],
    ])
    const base = explainValue(resolverOf(files).resolver, 'data/shop', ['title'], {})!
    expect(base.map(({ of, winner }) => [of, winner])).toEqual([['page', true]])
  })
})
