import { describe, expect, it } from 'vitest'
import { getNode, originAt, toValue } from '../../../src/core/source/node.ts'
import { chainOf, layerOf } from '../../../src/core/overlay/layer.ts'
import { parseChanged, readProject } from '../../../src/core/overlay/project.ts'
import { Resolver } from '../../../src/core/overlay/resolve.ts'
import { BASE, resolverOf, sources, type Files } from '../files.ts'

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

describe('a page over another', () => {
  const files = {
    ...BASE,
    'schemas/pages/data/ground.yaml': 'kind: list\ntitle: 地\nabstract: true\ncolumns: {a: 1, b: 2, c: 3}\n',
    'schemas/pages/data/own.yaml': 'extends: data/ground\ncolumns: {$order: [c], d: 4}\n',
    'customers/areas/35/pages/data/own.yaml': 'columns: {$order: [b, d]}\n',
  }
  const { resolver } = resolverOf(files)
  it('is no ground itself, and each layer orders what the page then shows', () => {
    const node = resolver.resolve('pages/data/own', {})!.node
    expect(toValue(node)).toMatchObject({ title: '地', extends: 'data/ground' })
    expect(toValue(node)).not.toHaveProperty('abstract')
    const columns = (scope: object) =>
      Object.keys(toValue(getNode(resolver.resolve('pages/data/own', scope)!.node, ['columns'])!) as object)
    expect(columns({})).toEqual(['c', 'a', 'b', 'd'])
    expect(columns({ area: '35' })).toEqual(['b', 'd', 'c', 'a'])
  })
  it('knows the documents that it was made of, and is made once', () => {
    const [base, other, area] = [{}, { area: '52' }, { area: '35' }].map(scope =>
      resolver.resolve('pages/data/own', scope)!,
    )
    expect(base!.documents.map(({ name }) => name)).toEqual(['pages/data/ground', 'pages/data/own'])
    expect([...base!.names]).toEqual(['pages/data/ground', 'pages/data/own'])
    expect(other).toBe(base)
    expect(area).not.toBe(base)
    expect(area!.key).not.toBe(base!.key)
    expect(resolver.resolve('pages/none', {})).toBeUndefined()
  })
  it('stands alone where the page is not there that it extends', () => {
    const alone = resolverOf({ 'schemas/pages/a.yaml': 'extends: none\ntitle: 甲\n' }).resolver
    expect(toValue(alone.resolve('pages/a', {})!.node)).toEqual({ extends: 'none', title: '甲' })
  })
  it('extends nothing where it is no page', () => {
    const entity = resolverOf({
      'schemas/entities/a.yaml': 'extends: b\nlabel: 甲\n',
      'schemas/pages/b.yaml': 'kind: list\ntitle: 乙\n',
    }).resolver
    expect(toValue(entity.resolve('entities/a', {})!.node)).toEqual({ extends: 'b', label: '甲' })
  })
})

describe('an entity', () => {
  const mixins = {
    'schemas/mixins/m.yaml': 'mixin: m\nfields: {a: {label: 甲, kind: text}, b: {label: 乙}}\n',
    'schemas/mixins/n.yaml': 'mixin: n\nfields: {b: {label: 丙}}\n',
    'schemas/mixins/o.yaml': 'mixin: o\nlabel: 空\n',
  }
  const entity = (text: string) => resolverOf({ ...mixins, 'schemas/entities/e.yaml': text }).resolver.entity('e', {})
  it('has the fields of its mixins below its own', () => {
    const found = entity('mixins: [m, n, o, none]\nfields: {a: {label: 自}, z: {label: 末}}\n')!
    expect(toValue(getNode(found.node, ['fields'])!)).toEqual({
      a: { label: '自', kind: 'text' },
      b: { label: '丙' },
      z: { label: '末' },
    })
    expect([...found.names]).toEqual(['mixins/m', 'mixins/n', 'mixins/o', 'entities/e'])
    expect(found.documents.map(({ name }) => name)).toEqual(['mixins/m', 'mixins/n', 'mixins/o', 'entities/e'])
    expect(found.key).toBe('schemas/mixins/m.yaml+schemas/mixins/n.yaml+schemas/mixins/o.yaml+schemas/entities/e.yaml')
  })
  it('needs no fields, and no mixins', () => {
    expect(toValue(entity('label: 甲\nmixins: [o]\n')!.node)).toEqual({ label: '甲', mixins: ['o'] })
    expect(toValue(getNode(entity('label: 甲\nmixins: [n]\n')!.node, ['fields'])!)).toEqual({ b: { label: '丙' } })
    expect(toValue(entity('label: 甲\nmixins: n\n')!.node)).toEqual({ label: '甲', mixins: 'n' })
    expect(toValue(entity('label: 甲\nmixins: [null, [n]]\n')!.node)).toEqual({ label: '甲', mixins: [null, ['n']] })
    expect(resolverOf({}).resolver.entity('e', {})).toBeUndefined()
  })
  it('points with its fields to where they are written', () => {
    const found = entity('mixins: [m]\nfields: {a: {label: 自}}\n')!
    expect(originAt(found.node, ['fields'], true)).toMatchObject({ file: 'schemas/entities/e.yaml', line: 2 })
    expect(originAt(found.node, ['fields', 'b', 'label']).file).toBe('schemas/mixins/m.yaml')
  })
})

describe('a resolver after another', () => {
  const files: Files = {
    ...BASE,
    'customers/areas/35/pages/data/shop.yaml': 'title: 福建网店\n',
    'schemas/pages/data/more.yaml': 'extends: data/shop\ntitle: 更多\n',
  }
  /** What every scope sees of every document, by a fresh resolver and by one that follows. */
  const seen = (resolver: Resolver): unknown[] =>
    [{}, { area: '35' }, { area: '3501' }, { customer: '87' }].flatMap(scope =>
      [...resolver.project.documents.keys()].map(name => {
        const made = name.startsWith('entities/') ? resolver.entity('shop', scope) : resolver.resolve(name, scope)
        return [name, made?.key, made && toValue(made.node)]
      }),
    )

  it.each([
    ['a page', { 'schemas/pages/data/shop.yaml': files['schemas/pages/data/shop.yaml']!.replace('网店', '店') }],
    [
      'its mixin',
      { 'schemas/mixins/base.yaml': 'mixin: base\nlabel: 基础\nfields:\n  areaCode: {label: 区划, kind: area}\n' },
    ],
    [
      'an overlay of the menu',
      { 'customers/areas/35/menu.yaml': 'menu: {dataCenter: {children: {shop: {title: 铺}}}}\n' },
    ],
    [
      'the menu',
      { 'schemas/menu.yaml': 'menu: {dataCenter: {title: 数据, children: {shop: {title: 铺, page: data/shop}}}}\n' },
    ],
    ['groups of roles', { 'schemas/app.yaml': `${BASE['schemas/app.yaml']}roleGroups: {judges: ['1']}\n` }],
    ['an overlay that was not there', { 'customers/87/entities/shop.yaml': 'label: 铺\n' }],
    ['a page that was not there', { 'schemas/pages/data/other.yaml': 'extends: data/shop\n' }],
  ])('sees what a fresh one sees after an edit of %s', (_, edit) => {
    const before = resolverOf(files)
    seen(before.resolver)
    const changed: Files = { ...files, ...edit }
    const project = readProject(sources(changed), () => {}, parseChanged(before.project))
    expect(seen(new Resolver(project, before.resolver))).toEqual(seen(new Resolver(project)))
  })

  it('keeps what the edit does not reach', () => {
    const before = resolverOf(files)
    const page = before.resolver.resolve('pages/data/more', { area: '35' })
    const edit = { ...files, 'customers/areas/35/pages/data/shop.yaml': 'title: 福建的网店\n' }
    const project = readProject(sources(edit), () => {}, parseChanged(before.project))
    const after = new Resolver(project, before.resolver)
    expect(after.resolve('entities/shop', {})).toBe(before.resolver.resolve('entities/shop', {}))
    expect(after.resolve('pages/data/more', { area: '35' })).not.toBe(page)
    expect(after.resolve('pages/data/more', {})).toBe(before.resolver.resolve('pages/data/more', {}))
  })
})
