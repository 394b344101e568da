import { describe, expect, it } from 'vitest'
import { BASE, compiled as compile, type Files } from '../files.ts'

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
})

describe('a menu over another', () => {
  const menu = (text: string) =>
    compile({ ...BASE, 'customers/areas/35/menu.yaml': text }).scope({ area: '35' }).menu[0]!.children
  it('remembers the page that an entry had before', () => {
    expect(menu('menu: {dataCenter: {children: {shop: {page: data/own}}}}\n')).toEqual([
      { name: 'shop', id: 'dataCenter.shop', title: '网店', page: 'data/own', insteadOf: 'data/shop', children: [] },
    ])
    expect(menu('menu: {dataCenter: {children: {shop: {title: 店}, new: {page: x}}}}\n')).toEqual([
      { name: 'shop', id: 'dataCenter.shop', title: '店', page: 'data/shop', children: [] },
      { name: 'new', id: 'dataCenter.new', title: 'new', page: 'x', children: [] },
    ])
  })

  it('shows a group within another under the name that it is granted by, and where it is if there is no other', () => {
    const shown = (within: string) =>
      compile({
        ...BASE,
        'customers/areas/35/menu.yaml': `menu: {own: {title: 自己, within: ${within}, children: {one: {title: 一, page: data/shop}}}}\n`,
      })
        .scope({ area: '35' })
        .menu.map(({ name, children }) => [name, children.map(({ id }) => id)])
    expect(shown('dataCenter')).toEqual([['dataCenter', ['dataCenter.shop', 'own']]])
    expect(shown('gone').map(([name]) => name)).toContain('own')
  })
})

describe('what a browser may fetch', () => {
  const configuration = compile({
    ...BASE,
    'schemas/locales/en.yaml': 'locale: en\ntexts: {网店: Shop}\n',
    'schemas/pages/data/other.yaml': 'kind: dashboard\ntitle: 总览\n',
    'schemas/pages/data/variant.yaml': 'extends: data/shop\ntitle: 变\n',
    'customers/areas/35/locales/en.yaml': 'texts: {网店: Store}\n',
    'customers/areas/35/pages/data/shop.yaml': 'title: 店\n',
    'customers/areas/36/entities/shop.yaml': 'label: 铺\n',
  })
  const [base, area] = [configuration.scope({}), configuration.scope({ area: '35' })]
  it('is each page by its hash, and each language', () => {
    const hash = base.manifest.pages['data/shop']!.hash
    expect(JSON.parse(base.blob(hash)!)).toEqual(base.page('data/shop'))
    expect(base.blob('none')).toBeUndefined()
    expect(JSON.parse(area.blob(area.manifest.locales['en']!)!)).toEqual({ 网店: 'Store' })
    expect(area.blob(base.manifest.locales['en']!)).toBeUndefined()
    expect(area.blob(area.manifest.pages['data/other']!.hash)).toBe(base.blob(base.manifest.pages['data/other']!.hash))
  })
  it('is what the scope differs in, and all else of the base', () => {
    expect(Object.keys(area.manifest.pages)).toEqual(Object.keys(base.manifest.pages))
    expect(area.page('data/other')).toBe(base.page('data/other'))
    expect(area.page('data/shop')!.title).toBe('店')
    expect(area.page('data/variant')!.title).toBe('变')
    expect(area.manifest.version).not.toBe(base.manifest.version)
    expect(area.manifest).toBe(area.manifest)
    expect(area.menu).toBe(area.menu)
    expect(configuration.scope({ area: '36' }).page('data/variant')).toMatchObject({ entity: { label: '铺' } })
    expect(configuration.scope({ area: '36' }).page('data/other')).toBe(base.page('data/other'))
  })
})

describe('the version of a scope', () => {
  const files: Files = { ...BASE, 'customers/areas/35/pages/data/shop.yaml': 'title: 店\n' }
  const version = (more: Files = {}, scope = {}) => compile({ ...files, ...more }).scope(scope).manifest.version
  it('is another wherever it shows something else, and no other', () => {
    const area = { area: '35' }
    expect(version({}, area)).not.toBe(version())
    expect(version({}, area)).toBe(version({}, area))
    expect(version({ 'customers/areas/35/pages/data/shop.yaml': 'title: 铺\n' })).toBe(version())
    const changes: Files[] = [
      { 'schemas/menu.yaml': 'menu: {}\n' },
      { 'schemas/locales/en.yaml': 'locale: en\ntexts: {网店: Shop}\n' },
      { 'schemas/app.yaml': `${BASE['schemas/app.yaml']}hosts: {a: 名}\n` },
      { 'schemas/pages/data/other.yaml': 'kind: dashboard\ntitle: 总览\n' },
    ]
    for (const changed of changes) {
      expect(version(changed)).not.toBe(version())
      expect(version(changed, area)).not.toBe(version({}, area))
    }
  })
  it('leaves a page as it was made for another scope that has the same of it', () => {
    const configuration = compile({ ...files, 'customers/87/menu.yaml': 'menu: {dataCenter: {title: 数据}}\n' })
    const [area, both] = [configuration.scope({ area: '35' }), configuration.scope({ customer: '87', area: '35' })]
    expect(both).not.toBe(area)
    expect(both.page('data/shop')).toBe(area.page('data/shop'))
    expect(configuration.scope({ area: '3501' })).toBe(area)
  })
})
