import { describe, expect, it } from 'vitest'
import { OWN_THINGS, SYSTEM_ACTION } from '../../../src/core/model/field/parts.ts'
import { BASE, compiled, type Files } from '../files.ts'

const FILES: Files = {
  ...BASE,
  'schemas/app.yaml': `${BASE['schemas/app.yaml']}routes: {a: b}\n`,
  'schemas/endpoints.yaml':
    'endpoints:\n  shop.list: {method: POST, path: /api/shop/list, in: body, label: 网店列表, handler: list}\n'
    + '  shop.other: {method: GET, path: /api/shop/other, args: none, label: 其他}\n',
  'schemas/workflows/job.yaml':
    'workflow: job\nlabel: 工单\nstates: {open: {label: 待办}}\ntransitions: {close: {label: 关闭, from: [open]}}\n',
  'schemas/locales/en.one.yaml': 'locale: en\ntexts: {网店: Shop}\n',
  'schemas/locales/en.two.yaml': 'locale: en\ntexts: {网站: Site}\n',
  'schemas/locales/fr.yaml': 'locale: fr\n',
  'schemas/locales/none.yaml': 'texts: {网店: Laden}\n',
  'customers/areas/35/locales/en.one.yaml': 'texts: {网店: Store}\n',
  'customers/areas/35/workflows/job.yaml': 'states: {open: {label: 待处理}}\n',
  'customers/87/customer.yaml': 'customer: 87\nname: 八七\ntenant: own\nareas: [35, "52"]\noptions: {print: true}\n',
  'customers/88/customer.yaml': 'customer: "88"\nname: 八八\n',
  'customers/87/areas/35/pages/data/shop.yaml': 'title: 店\n',
}
const configuration = compiled(FILES)
const base = configuration.scope({})

describe('a configuration', () => {
  it('lists customers and overlays as texts', () => {
    expect(configuration.customers()).toEqual([
      { customer: '87', name: '八七', tenant: 'own', areas: ['35', '52'], options: { print: true } },
      { customer: '88', name: '八八', areas: [] },
    ])
    expect(configuration.layers()).toEqual(['areas/35', '87', '88', '87/areas/35'])
  })
  it('R6.09 hides from everybody what the folder of an area hides of itself, and no other area', () => {
    const app = (codes: string) => `constants: {hiddenAreas: '${codes}'}\n`
    const hiding = compiled({
      ...FILES,
      'customers/areas/3207/app.yaml': app('320706405,330100'),
      'customers/areas/320800/app.yaml': app('320803001'),
      'customers/88/app.yaml': app('320707100'),
      'customers/87/areas/35/app.yaml': app('350102001'),
    })
    expect([...hiding.hiddenAreas()].sort()).toEqual(['320706405', '320803001'])
    expect([...configuration.hiddenAreas()]).toEqual([])
  })
  it('has a version of its own for every content, whatever the order of files', () => {
    expect(compiled(FILES).version).toBe(configuration.version)
    expect(compiled({ ...FILES, 'schemas/locales/fr.yaml': 'locale: fr\ntexts: {}\n' }).version).not.toBe(
      configuration.version,
    )
    const { 'schemas/locales/fr.yaml': text, ...others } = FILES
    expect(compiled({ ...others, 'schemas/locales/de.yaml': text! }).version).not.toBe(configuration.version)
  })
  it('keeps what it has made', () => {
    expect(configuration.entities()).toBe(configuration.entities())
    expect(configuration.endpoints()).toBe(configuration.endpoints())
    expect(configuration.endpoints().map(({ name }) => name)).toEqual(['shop.list', 'shop.other'])
  })
  it('knows the scopes that were asked for', () => {
    const fresh = compiled(FILES)
    expect(fresh.scopes()).toEqual([])
    fresh.scope({ area: '3501' })
    expect(fresh.scopes()).toEqual([{}, { area: '3501' }])
  })
  it('is warmed in pieces: of the whole, of the base and of the scopes that are named, each once', () => {
    const fresh = compiled(FILES)
    const pieces = [...fresh.warm([{ area: '35' }])]
    expect(fresh.scopes()).toEqual([{}, { area: '35' }])
    // two pages are read for what they want of tables
    expect(pieces).toHaveLength(3 + 2 + 4 + 3)
    expect([...fresh.warm([{ area: '35' }])]).toHaveLength(3)
  })
})

describe('dictionaries', () => {
  it('are those of the files, the states and steps of workflows, and lists of calls and entities', () => {
    expect(base.dictionary('platform')).toEqual([
      ['02', '天猫'],
      ['01', '淘宝', 'success'],
    ])
    expect(base.dictionary('workflow/job')).toEqual([['open', '待办']])
    expect(base.dictionary('transition/job')!.map(([code, label]) => [code, label])).toEqual([['close', '关闭']])
    expect(base.dictionary('none')).toBeUndefined()
    expect(base.dictionary('workflow/none')).toBeUndefined()
    expect(configuration.scope({ area: '35' }).dictionary('workflow/job')).toEqual([['open', '待处理']])
  })
  it('without a file name the calls that do something, and what is changed by them', () => {
    expect(base.dictionary('calls')).toEqual([['shop.list', '网店列表'], SYSTEM_ACTION])
    expect(base.dictionary('entities')).toEqual([['shop', '网店'], ...OWN_THINGS])
    const renamed = compiled({ ...FILES, 'customers/areas/35/entities/shop.yaml': 'label: 铺\n' })
    expect(renamed.scope({ area: '35' }).dictionary('entities')![0]).toEqual(['shop', '铺'])
  })
  it('of an entity that one area alone has are there alone', () => {
    const own = compiled({ ...FILES, 'customers/areas/35/entities/own.yaml': 'label: 自有\n' })
    expect(own.scope({}).dictionary('entities')).toEqual(base.dictionary('entities'))
    expect(own.scope({ area: '35' }).dictionary('entities')).toContainEqual(['own', '自有'])
  })
})

describe('a configuration without calls', () => {
  const empty = compiled({ 'schemas/app.yaml': 'title: 甲\n', 'schemas/pages/a.yaml': 'kind: system\ntitle: 乙\n' })
  it('has pages that make none', () => {
    expect(empty.endpoints()).toEqual([])
    expect(empty.scope({}).manifest.pages['a']).toMatchObject({ calls: [], kind: 'system' })
    expect(empty.scope({}).menu).toEqual([])
    expect(empty.scope({}).entities()).toEqual([])
  })
})

describe('a scope', () => {
  it('has the workflows and entities as it sees them', () => {
    expect(base.workflow('job')).toMatchObject({ workflow: 'job', states: { open: { label: '待办' } } })
    expect(configuration.scope({ area: '35' }).workflow('job')).toMatchObject({ states: { open: { label: '待处理' } } })
    expect(base.workflow('none')).toBeUndefined()
    expect(base.entities().map(({ name, label }) => [name, label])).toEqual([['shop', '网店']])
  })
  it('has the texts of all files of a language, its own over them', () => {
    expect(base.texts('en')).toEqual({ 网店: 'Shop', 网站: 'Site' })
    expect(configuration.scope({ area: '35' }).texts('en')).toEqual({ 网店: 'Store', 网站: 'Site' })
    expect([base.texts('fr'), base.texts('de')]).toEqual([{}, {}])
    expect(Object.keys(base.manifest.locales)).toEqual(['en', 'fr'])
    expect(JSON.parse(base.blob(base.manifest.locales['en']!)!)).toEqual({ 网店: 'Shop', 网站: 'Site' })
  })
  it('has the app’s facts with its customer’s tenant and options', () => {
    expect(base.manifest.app).toMatchObject({ api: { tenant: 'api-x' }, hosts: {}, options: {} })
    expect(base.manifest.app).not.toHaveProperty('routes')
    const own = configuration.scope({ customer: '87' }).manifest.app
    expect(own).toMatchObject({ api: { base: '/prod-api', tenant: 'own' }, options: { print: true } })
    expect(configuration.scope({ customer: '88' }).manifest.app).toMatchObject({
      api: { tenant: 'api-x' },
      options: {},
    })
  })
  it('has hosts where the app names some', () => {
    const hosts = compiled({ ...FILES, 'schemas/app.yaml': `${FILES['schemas/app.yaml']}hosts: {a.b: 名}\n` })
    expect(hosts.scope({}).app.hosts).toEqual({ 'a.b': '名' })
  })
})

describe('the entry of a page', () => {
  const entry = (more: string, files: Files = {}) =>
    compiled({
      ...FILES,
      ...files,
      'schemas/pages/data/shop.yaml': `${BASE['schemas/pages/data/shop.yaml']}${more}`,
    }).scope({}).manifest.pages['data/shop']!
  it('says what the page is, calls and leads to', () => {
    expect(entry('')).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]+$/),
      kind: 'list',
      title: '网店',
      calls: ['shop.list'],
      links: [],
    })
    expect(entry('open: true\nroles: ["1"]\n')).toMatchObject({ open: true, roles: ['1'] })
    expect(entry('actions: {a: {page: data/site, form: {x: {kind: ref, ref: org}}}}\n')).toMatchObject({
      links: ['data/site'],
      chooses: ['org'],
    })
  })
  it('has the calls that come with its own', () =>
    expect(
      entry('', {
        'schemas/endpoints.yaml': `${FILES['schemas/endpoints.yaml']}  shop.tree: {method: GET, path: /t, args: none, label: 树, comesWith: [shop.list]}\n`,
      }).calls,
    ).toEqual(['shop.list', 'shop.tree']))
  it('is none of a page that others stand on', () => {
    const abstract = compiled({
      ...FILES,
      'schemas/pages/data/ground.yaml': 'kind: list\ntitle: 地\nabstract: true\nsource: shop.list\n',
    }).scope({})
    expect(abstract.page('data/ground')).toBeUndefined()
    expect(Object.keys(abstract.manifest.pages)).toEqual(['data/shop'])
    expect(abstract.page('none')).toBeUndefined()
  })
})

describe('a page changes for a scope', () => {
  const page = (more: Files, scope = { area: '35' }) => {
    const made = compiled({
      ...FILES,
      'schemas/entities/shop.yaml': `${BASE['schemas/entities/shop.yaml']}  state: {label: 状态, kind: status, workflow: job}\n`,
      'schemas/pages/data/shop.yaml': `${BASE['schemas/pages/data/shop.yaml']}  state:\n`,
      ...more,
    })
    return [made.scope({}).page('data/shop')!, made.scope(scope).page('data/shop')!]
  }
  it.each([
    ['its entity', 'entities/shop.yaml', 'label: 店\n'],
    ['a mixin of it', 'mixins/base.yaml', 'fields: {areaCode: {label: 区}}\n'],
    ['a dictionary', 'dictionaries/platform.yaml', 'entries: {"02": 猫}\n'],
    ['its call', 'endpoints.yaml', 'endpoints: {shop.list: {path: /own}}\n'],
    ['itself', 'pages/data/shop.yaml', 'title: 店\n'],
  ])('by an overlay of %s', (_what, file, text) => {
    const [before, after] = page({ [`customers/areas/35/${file}`]: text })
    expect(after).not.toEqual(before)
  })
  it('by an overlay of its workflow', () => {
    const [before, after] = page({})
    expect(before!.dictionaries['workflow/job']).toEqual([['open', '待办']])
    expect(after!.dictionaries['workflow/job']).toEqual([['open', '待处理']])
  })
  it('and is the same object where nothing changes it', () => {
    const [before, after] = page(
      { 'customers/areas/52/menu.yaml': 'menu: {dataCenter: {title: 数据}}\n' },
      { area: '52' },
    )
    expect(after).toBe(before)
  })
})
