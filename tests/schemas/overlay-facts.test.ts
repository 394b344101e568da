import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../src/cli/check-folder.ts'
import type { Scope } from '../../src/core/model/scope.ts'
import { getNode, toValue, type MapNode } from '../../src/core/source/node.ts'

/** What section 6 of the specification says of single regions and customers, and which pages are theirs alone. */
const { configuration, resolver } = checkFolder('.')
const pagesOf = (scope: Scope): Set<string> => new Set(Object.keys(configuration.scope(scope).manifest.pages))
/** Any area of the region: a district of a city, a city of a province. */
const REGIONS: Readonly<Record<string, string>> = {
  Fujian: '350203',
  Fuzhou: '350102',
  Guizhou: '520102',
  Ningxia: '640104',
  Wuhu: '340202',
  Suzhou: '341300',
  Xuancheng: '341802',
  Huainan: '340402',
  Datong: '140213',
  Luoyang: '410302',
  Lianyungang: '320700',
  Shandong: '370102',
}
const inRegion = (name: string): Scope => ({ area: REGIONS[name] ?? '' })

const routes = (group: string, names: string): string[] => names.split(' ').map(name => `${group}/${name}`)
/** Region → the routes of section 2 that only its staff have. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  Fujian: routes('index', 'indexFuJian indexFuJianNew'),
  Xuancheng: routes('index', 'indexXuanCheng'),
  Luoyang: routes('index', 'indexLuoyang'),
  Huainan: ['index/indexHuainan', 'special/specialRecordHuainan'],
  Guizhou: [
    'index/indexGuiZhou',
    ...routes('illegalClues', 'CaseGuiZhou CasePushGuiZhou ProcessingGuiZhou DetailsGuiZhou particularsGuiZhou'),
    'illegalClues/caseDetailsGuiZhou',
  ],
  Datong: [
    'index/indexDatong',
    ...routes('datongDataCenter', 'onlineShop onlineShop/detail website website/detail platform platform/detail'),
    ...routes('datongDataCenter', 'weChat application miniPrograms miniPrograms/detail register registerGoods'),
  ],
  Fuzhou: [
    'fuzhouDataCenter',
    ...routes('fuzhouDataCenter', 'platform platformDetailsFZ inPlatform inPlatformDetailsFZ website'),
    ...routes('fuzhouDataCenter', 'WeChatSubscription applets appletsDetails application liveBroadcast'),
    ...routes('fuzhouDataCenter', 'liveBroadcastDetails moveOnlineRetailers registerLivenessDetail register'),
    ...routes('fuzhouDataCenter', 'registerDetails subLibrary subLibraryDetail'),
    ...routes('directionalFuZhou', 'directionalFuZhouIndex detailFuZhouItem statisticsFuZhouItem'),
    ...routes('directionalFuZhou', 'specialDirectional specialDirectionalDetail specialDirectionalCheck'),
  ],
}
/** Fuzhou lies in Fujian: it has what Fujian has. */
const has = (region: string, owner: string): boolean => region === owner || (region === 'Fuzhou' && owner === 'Fujian')

describe('pages of a region', () => {
  const all = Object.entries(OWN).flatMap(([owner, own]) => own.map(route => ({ owner, route })))
  it.each(all)('$route is there in $owner, and nowhere else', ({ owner, route }) => {
    const there = Object.keys(REGIONS).filter(region => pagesOf(inRegion(region)).has(route))
    expect(there).toEqual(Object.keys(REGIONS).filter(region => has(region, owner)))
    expect(pagesOf({}).has(route)).toBe(false)
  })
})

interface Entry {
  title: string
  page?: string
  roles?: string[]
  children?: Record<string, Entry>
}
const menu = (scope: Scope): Record<string, Entry> =>
  toValue(getNode(resolver.resolve('menu', scope)!.node, ['menu']) as MapNode) as Record<string, Entry>
/** Entries that both menus have, under another name: `group.entry 名称`. */
function renamed(scope: Scope): string[] {
  const other = menu(scope)
  return Object.entries(menu({})).flatMap(([group, entry]) => {
    const own = other[group]
    const names = Object.entries(entry.children ?? {}).flatMap(([name, one]): [string, string, string][] => {
      const said = own?.children?.[name]
      return said ? [[`${group}.${name}`, one.title, said.title]] : []
    })
    return [[group, entry.title, own?.title ?? entry.title] as const, ...names].flatMap(([name, from, to]) =>
      from === to ? [] : [`${name} ${to}`],
    )
  })
}

describe('menus', () => {
  it.each([
    { rule: 'R6.06', area: '520102', names: ['dataCenter.onlineShop 平台内经营者', 'dataCenter.platform 平台经营者'] },
    {
      rule: 'R6.07',
      area: '640104',
      names: [
        'dataCenter.onlineShop 网络店铺',
        'dataCenter.website 经营网站',
        'dataCenter.cater 网络餐饮',
        'dataCenter.register 市场主体',
      ],
    },
    {
      rule: 'R6.07',
      area: '340202',
      names: [
        'dataCenter.onlineShop 平台网店',
        'dataCenter.website 自建网站',
        'dataCenter.platform 交易平台',
        'dataCenter.cater 餐饮外卖',
      ],
    },
    { rule: 'R6.07', area: '341300', names: ['dataCenter.onlineShop 网店（网络经营者）'] },
    { rule: 'R6.08', customer: '115622', names: ['illegalClues 业务管理'] },
    { rule: 'yxz', customer: '87190', names: ['management.specialTask 药械妆专项'] },
    { rule: 'no rule', area: '370102', names: [] },
    { rule: 'no rule', area: '341302', names: [] },
  ])('$rule renames these entries and no other: $area $customer', ({ area, customer, names }) => {
    expect(renamed({ ...(area ? { area } : {}), ...(customer ? { customer } : {}) })).toEqual(names)
  })
})

describe('places and people', () => {
  const customers = configuration.customers().map(one => one.customer)
  it('R6.09 a development zone of 连云港 is hidden, and a footer from one customer', () => {
    expect([...configuration.hiddenAreas()]).toEqual(['320706405'])
    const hiding = Object.keys(REGIONS).filter(
      region => configuration.scope(inRegion(region)).manifest.app.constants['hiddenAreas'] !== '',
    )
    expect(hiding).toEqual(['Lianyungang'])
    const bare = customers.filter(customer => !configuration.scope({ customer }).manifest.app.footer.shown)
    expect(bare).toHaveLength(1)
  })

  it('R6.01 a sub-library of Fuzhou is the city’s', () => {
    const { subLibrary } = menu(inRegion('Fuzhou'))['fuzhouDataCenter']?.children ?? {}
    expect(subLibrary?.roles).toEqual(['2'])
  })

  it('R7.01 R7.05 the data centers of two cities ask their own tenant, and 87190 counts clues by role from 2025 on', () => {
    const tenants = configuration.customers().flatMap(({ customer, tenant }) => (tenant ? [[customer, tenant]] : []))
    expect(Object.fromEntries(tenants)).toEqual({ 107587: '/api-luoyang', 87190: '/api-huainan' })
    const counting = (customer: string) =>
      configuration.customers().find(one => one.customer === customer)?.options?.['clueCount']
    expect(['87190', '115621', '115622'].map(counting)).toEqual(['byRole', 'sent', 'default'])
  })

  it('Huainan’s records of special tasks have its own columns', () => {
    const page = configuration.scope(inRegion('Huainan')).page('special/specialRecordHuainan')
    const names = page?.kind === 'list' ? page.columns.map(({ name }) => name) : []
    const wanted = ['yxzField', 'section', 'permitNo', 'onlineCheck', 'offlineCheck', 'processMode']
    expect(wanted.filter(name => !names.includes(name))).toEqual([])
  })

  it('Fuzhou checks platforms article by article, and takes two people for what a special task has hit', () => {
    const scoped = configuration.scope(inRegion('Fuzhou'))
    const platform = scoped.page('fuzhouDataCenter/platformDetailsFZ')
    expect(platform?.kind === 'detail' ? platform.tabs.map(({ page }) => page) : []).toContain(
      'dataCenter/platformDuties',
    )
    expect(scoped.dictionary('dutyItem')?.map(([key]) => key)).toEqual(['27', '28', '29', '31', '81'])
    const hits = scoped.page('directional/hits')
    const second = hits?.kind === 'list' ? hits.actions.find(({ name }) => name === 'second') : undefined
    expect([second?.page, second?.transition]).toEqual(['directionalFuZhou/specialDirectionalCheck', 'approve'])
  })
})
