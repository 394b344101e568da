import { describe, expect, it } from 'vitest'
import { BASE, compiled as compile } from '../files.ts'

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
})
