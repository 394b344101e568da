import { describe, expect, it } from 'vitest'
import { placesOf } from '../../../src/core/compile/records.ts'
import type { Page } from '../../../src/core/contract/configuration.ts'

const about = { name: 'shop', key: 'id' }
const detail = (route: string, parent: string, ...of: string[]) => {
  const page = { kind: 'detail', route, parent } as Page
  return [route, { page, about, names: new Set([route, ...of].map(name => `pages/${name}`)) }] as const
}

describe('where a record is shown', () => {
  it('is the page that variants extend, whatever their names, and its list', () => {
    const list = (route: string) => [route, { page: { kind: 'list', route } as Page, about }] as const
    const places = placesOf([
      list('area/shops'),
      list('shops/all'),
      detail('area/shop', 'area/shops', 'shops/one'),
      detail('shops/one', 'shops/all'),
      detail('zone/shop', 'area/shops', 'area/shop', 'shops/one'),
    ])
    expect(places['shop']?.pages).toEqual(['shops/one', 'area/shop', 'zone/shop'])
    expect(places['shop']?.lists?.[0]).toBe('shops/all')
  })

  it('is what its entity says, where it says so', () => {
    const [, shown] = detail('area/shop', 'shops', 'shops/one')
    const own = { ...shown, about: { ...about, page: 'area/shop' } }
    expect(placesOf([['area/shop', own], detail('shops/one', 'shops')])['shop']?.pages[0]).toBe('area/shop')
  })
})
