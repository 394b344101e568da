import { describe, expect, it } from 'vitest'
import { compileProject, type Configuration } from '../../../src/core/compile/configuration.ts'
import { parseChanged, readProject } from '../../../src/core/overlay/project.ts'
import { BASE, sources, type Files } from '../files.ts'

const files: Files = {
  ...BASE,
  'schemas/pages/data/more.yaml': 'extends: data/shop\ntitle: 更多\n',
  'customers/areas/35/pages/data/shop.yaml': 'title: 福建网店\n',
}
const SCOPES = [{}, { area: '35' }, { customer: '87' }]
const seen = (configuration: Configuration): unknown[] =>
  SCOPES.map(scope => {
    const scoped = configuration.scope(scope)
    const { manifest, menu } = scoped
    return { manifest, menu, pages: Object.keys(manifest.pages).map(route => scoped.page(route)) }
  })

describe('a configuration after another', () => {
  const first = readProject(sources(files), () => {})
  const before = compileProject(first)
  seen(before)

  it.each([
    ['a page', { 'schemas/pages/data/shop.yaml': files['schemas/pages/data/shop.yaml']!.replace('网店', '店') }],
    ['an overlay', { 'customers/areas/35/pages/data/shop.yaml': 'title: 福建的网店\n' }],
    ['an entity', { 'schemas/entities/shop.yaml': files['schemas/entities/shop.yaml']!.replace('销量', '月销') }],
    [
      'a dictionary',
      { 'schemas/dictionaries/platform.yaml': 'dictionary: platform\nlabel: 平台\nentries: {"01": 淘}\n' },
    ],
    ['the menu', { 'customers/areas/35/menu.yaml': 'menu: {dataCenter: {children: {shop: {title: 铺}}}}\n' }],
    ['what was not there', { 'customers/87/pages/data/shop.yaml': 'title: 客户网店\n' }],
  ])('is what a fresh one is after an edit of %s', (_, edit) => {
    const project = readProject(sources({ ...files, ...edit } as Files), () => {}, parseChanged(first))
    expect(seen(compileProject(project, undefined, before))).toEqual(seen(compileProject(project)))
  })
})
