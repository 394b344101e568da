import { describe, expect, it } from 'vitest'
import { compileProject } from '../../../src/core/compile/configuration.ts'
import { staticFiles, type ScopeIndex, type StaticScope } from '../../../src/core/compile/static-files.ts'
import { BASE, resolverOf } from '../files.ts'

describe('the configuration as plain files', () => {
  const { project } = resolverOf({
    ...BASE,
    'customers/87/customer.yaml': 'customer: "87"\nname: 八七\nareas: ["35"]\n',
    'schemas/locales/en.yaml': 'locale: en\ntexts: {网店: Shop}\n',
    'customers/areas/35/pages/data/shop.yaml': 'title: 福建网店\n',
    'customers/areas/52/pages/data/shop.yaml': 'title: 贵州网店\n',
  })
  const files = new Map(staticFiles(project, compileProject(project)).map(f => [f.path, f.text]))
  const read = <T>(path: string): T => JSON.parse(files.get(path)!) as T

  it('leads from customer and area to the scope and its pages', () => {
    const index = read<ScopeIndex>('customers/87.json')
    expect(new Set(Object.keys(index))).toEqual(new Set(['', '35']))
    const scope = read<StaticScope>(index['35']!)
    const page = read<{ title: string }>(`page/${scope.manifest.pages['data/shop']!.hash}`)
    expect(page.title).toBe('福建网店')
  })
  it('gives a customer no area that it does not cover', () =>
    expect(read<ScopeIndex>('customers/87.json')).not.toHaveProperty('52'))
  it('writes equal pages once', () => expect([...files.keys()].filter(p => p.startsWith('page/'))).toHaveLength(3))
  it('has the texts of each language, and one for whoever has no customer', () => {
    const index = read<ScopeIndex>('customers/none.json')
    expect(Object.keys(index).sort()).toEqual(['', '35', '52'])
    const scope = read<StaticScope>(index['']!)
    expect(read<object>(`texts/${scope.manifest.locales['en']!}`)).toEqual({ 网店: 'Shop' })
    expect(scope.menu.map(({ name }) => name)).toEqual(['dataCenter'])
    expect(index['']).toMatch(/^scopes\/[0-9a-f]+\.json$/)
  })
})
