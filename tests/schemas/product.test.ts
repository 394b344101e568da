import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import type { DetailPage, ListPage, MenuEntry } from '../../src/core/contract/configuration.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { specificationIn } from '../../src/cli/specification.ts'
import { checkProject } from '../../src/core/index.ts'
import type { Scope } from '../../src/core/model/scope.ts'
import { distinctScopes } from '../../src/core/overlay/scopes.ts'
import { getNode, toValue, type MapNode } from '../../src/core/source/node.ts'

/** The product's own YAML: what specification.md fixes and configuration says. */
const files = readConfig('.')
const { configuration, project, resolver } = checkProject(files)
const app = (scope: Scope) => configuration.scope(scope).manifest.app

interface Entry {
  title: string
  page?: string
  roles?: string[]
  badge?: string
  children?: Record<string, Entry>
}
function menu(scope: Scope): Record<string, Entry> {
  return toValue(getNode(resolver.resolve('menu', scope)!.node, ['menu']) as MapNode) as Record<string, Entry>
}
const children = (scope: Scope, group: string): Record<string, Entry> => menu(scope)[group]!.children!
const titles = (scope: Scope): Record<string, string> =>
  Object.fromEntries(Object.entries(children(scope, 'dataCenter')).map(([name, entry]) => [name, entry.title]))
/** Names of the data center's entries that a scope calls otherwise than the product. */
const renamed = (scope: Scope): string[] =>
  Object.entries(titles(scope))
    .filter(([name, title]) => titles({})[name] !== title)
    .map(([name]) => name)

/** Every text of a value that somebody may read. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []
const english = new Set(
  files
    .filter(({ path }) => /locales\/en(\.\w+)?\.yaml$/.test(path))
    .flatMap(({ text }) => Object.keys((parse(text) as { texts: Record<string, string> }).texts)),
)

describe('the menu', () => {
  const idsIn = (entries: Record<string, Entry>, parent = ''): string[] =>
    Object.entries(entries).flatMap(([name, { page, children: below = {} }]) => [
      ...(page === undefined ? [] : [parent + name]),
      ...idsIn(below, `${parent}${name}.`),
    ])
  const shownIds = (entries: readonly MenuEntry[]): string[] =>
    entries.flatMap(({ id, page, children: below }) => [...(page === undefined ? [] : [id]), ...shownIds(below)])

  it('has nine groups at most under three headings, in every region', () => {
    for (const scope of distinctScopes(project)) {
      const top = configuration.scope(scope).menu
      expect(top[0]?.page, JSON.stringify(scope)).toBe('index/workbench')
      expect(top.filter(({ page }) => page === undefined).length, JSON.stringify(scope)).toBeLessThanOrEqual(9)
      const headings = top.map(({ heading }) => heading)
      // each stands once, above all that it is about
      expect(headings.filter((heading, i) => heading !== headings[i - 1])).toEqual(['办案', '底数', '管理'])
    }
  })

  it('R4.04 grants each entry under the place where it is written, wherever it is shown', () => {
    for (const scope of distinctScopes(project))
      expect(shownIds(configuration.scope(scope).menu).sort()).toEqual(idsIn(menu(scope)).sort())
    expect(shownIds(configuration.scope({}).menu)).toContain('priceMonitor.priceAbnormal')
  })
})

describe('shell', () => {
  it('R1.01 R1.03 names the customer title and the default title', () => {
    expect(app({}).customerTitle).toBe('{areaName}网络交易数据监测平台')
    expect(app({}).title).toBe('大数据网络监测平台')
  })
  it('R1.02 maps four hosts to four titles, one of competition policy and big data', () => {
    const hosts = Object.values(app({}).hosts)
    expect(new Set(hosts).size).toBe(4)
    expect(hosts.filter(title => /竞争政策与大数据/.test(title))).toHaveLength(1)
  })
  it('R1.04 has no logo above the menu, no switch for a header that never moves, and starts in Chinese', () => {
    expect(app({}).header).toEqual({ sidebarLogo: false })
    expect([app({}).language, ...app({}).languages]).toEqual(['zh', 'zh', 'en'])
  })
  it('R1.04 has English for every text of a dashboard, its measures, dimensions and dictionaries', () => {
    // reports are documents in Chinese, whoever writes them
    const scopes = ['', '3404', '3418', '35', '1402', '4103', '52', '64'].map(area => ({ area: area.padEnd(6, '0') }))
    const said = scopes.flatMap(scope =>
      Object.keys(configuration.scope(scope).manifest.pages).flatMap(route => {
        const page = configuration.scope(scope).page(route)
        return page?.kind === 'dashboard' ? textsOf({ ...page, source: undefined, report: undefined }) : []
      }),
    )
    const chinese = said.filter(text => /\p{Script=Han}/u.test(text))
    expect(chinese.length).toBeGreaterThan(500)
    expect([...new Set(chinese.filter(text => !english.has(text)))]).toEqual([])
  })
  it('R1.06 R6.08 hides the copyright for one customer, which has its own system name', () => {
    expect(configuration.customers().filter(c => !app({ customer: c.customer }).footer.shown)).toHaveLength(1)
    expect(app({ customer: '115622' }).systemName).not.toBe(app({}).systemName)
    expect(menu({ customer: '115622' })['illegalClues']!.title).toBe('业务管理')
  })
  it('R9.02 keeps the constants of section 9 that something reads', () => {
    expect(app({}).constants).toMatchObject({
      sidebarWidth: 250,
      clickGuard: 1000,
      menuClickLock: 1000,
      backToTop: 100,
      httpTimeout: 300000,
      chunkTimeout: 120000,
      dateRefresh: 3600000,
      clueCountSize: 10,
      clueCountSource: 9999,
      passwordMin: 6,
      passwordMax: 18,
      pageSizes: [10, 20, 30, 50],
      pagerCount: 7,
      pagerCountNarrow: 5,
      narrowBelow: 992,
      scrollDuration: 800,
      printZIndex: 20002,
      tokenCookie: 'Token',
    })
    expect(app({}).api).toMatchObject({ base: '/prod-api', fileBase: '/file', tenant: '/api-huainan' })
  })
})

describe('menu', () => {
  const FUJIAN = [
    'onlineShop',
    'platform',
    'liveBroadcast',
    'moveOnlineRetailers',
    'registerLivenessDetail',
    'website',
    'WeChatSubscription',
    'applets',
    'application',
    'register',
  ]
  it('R2.08 is three levels deep', () => {
    const depth = (entries: Record<string, Entry>): number =>
      1 + Math.max(0, ...Object.values(entries).map(e => (e.children ? depth(e.children) : 0)))
    expect(depth(menu({}))).toBe(3)
  })
  it('R4.05 puts the counters on Case, CasePush and Details', () => {
    const { Case, CasePush, Details } = children({}, 'illegalClues')
    expect([Case, CasePush, Details].map(entry => entry!.badge)).toEqual([
      'illegals',
      'illegalCasePush',
      'illegalDetail',
    ])
  })
  it('R6.01 gives the roles of section 6', () => {
    expect(children({}, 'labelManagement')['tagSuggestion']!.roles).toEqual(['1'])
    expect(children({}, 'labelManagement')['newTagSuggestion']!.roles).toEqual(['0', '2', '3', 'special'])
    expect(children({}, 'management')['return']!.roles).toEqual(['3', 'special'])
    expect(children({}, 'priceMonitor')['priceChangeView']!.roles).toEqual(['0', '1', 'FJ_customer'])
    expect(children({}, 'priceMonitor')['dailyPriceMonitor']!.roles).toEqual(['0', '1', '2', 'FJ_customer'])
    expect(children({ area: '3501' }, 'fuzhouDataCenter')['subLibrary']!.roles).toEqual(['2'])
  })
  it('R6.05 reorders the data center for areas that start with 35', () => {
    expect(Object.keys(children({ area: '350203' }, 'dataCenter')).slice(0, FUJIAN.length)).toEqual(FUJIAN)
    expect(Object.keys(children({}, 'dataCenter')).slice(0, FUJIAN.length)).not.toEqual(FUJIAN)
  })
  it('R6.06 renames platform and online shop for areas that start with 52', () => {
    expect(titles({ area: '5201' })).toMatchObject({ platform: '平台经营者', onlineShop: '平台内经营者' })
    expect(renamed({ area: '5201' })).toHaveLength(2)
  })
  it('R6.07 renames four menus for 64 and 3402', () => {
    expect(renamed({ area: '6401' })).toHaveLength(4)
    expect(renamed({ area: '340202' })).toHaveLength(4)
  })
  it('R6.07 renames the online shop menu for 341300', () => expect(renamed({ area: '341300' })).toEqual(['onlineShop']))
  it('R6.09 hides one zone for 320700', () => {
    expect(app({ area: '320700' }).constants['hiddenAreas']).toBe('320706405')
    expect(app({ area: '3201' }).constants['hiddenAreas']).toBe('')
  })
})

describe('calls', () => {
  it('R7.01 names every call of section 7 once, and the five without a path', () => {
    const endpoints = configuration.endpoints()
    expect(new Set(endpoints.map(e => `${e.method} ${e.path}`)).size).toBe(endpoints.length)
    const { calls } = specificationIn('.')!
    const [named, withPath] = [calls.filter(one => !one.includes(' ')), calls.filter(one => one.includes(' '))]
    const isSpecified = new Set(withPath)
    const chosen = endpoints.filter(e => !isSpecified.has(`${e.method} ${e.path}`)).map(e => e.name)
    expect(endpoints.length - chosen.length).toBe(withPath.length)
    expect(named).toEqual(['clueCount.default', 'clueCount.sent', 'clueCount.byRole', 'area.tree', 'area.children'])
    expect(chosen).toEqual(expect.arrayContaining(named))
  })
  it('R7.04 answers a password change and two clue counts with code and msg', () => {
    const coded = configuration
      .endpoints()
      .filter(e => e.envelope === 'code')
      .map(e => e.name)
    expect(coded).toEqual(['user.password', 'clueCount.sent', 'clueCount.byRole'])
  })
})

describe('customers', () => {
  interface Clues {
    columns: object
    filters: object
  }
  const document = <T>(path: string, scope: Scope): T => toValue(resolver.resolve(path, scope)!.node) as T
  const customers = configuration.customers().map(one => one.customer)
  /** Customers whose list of clues has a column that the product's has not. */
  const withColumn = (name: string): string[] =>
    customers.filter(customer => name in document<Clues>('pages/illegalClues/Case', { customer }).columns)

  it('R6.04 shows what section 6 gives each customer, and to no other', () => {
    expect(['orgType', 'taskId', 'perceptualModel', 'limitTime'].map(withColumn)).toEqual([
      ['87190'],
      ['87190'],
      ['18919'],
      ['115621'],
    ])
    expect(withColumn('illegalCategory')).toContain('87190')
    expect(Object.keys(document<Clues>('pages/illegalClues/Case', { customer: '115621' }).filters)[0]).toBe('limitTime')
    for (const page of ['CasePush', 'Processing'])
      expect(Object.keys(document<Clues>(`pages/illegalClues/${page}`, { customer: '18919' }).columns)).toContain(
        'perceptualModel',
      )
  })
  it('R6.04 asks 87190 for no cc unit, and lets two customers choose a unit by its parent', () => {
    type Asked = Record<string, { form: { ccOrgs: unknown; toOrg: { choices?: string } } }>
    const asked = (customer: string, button: string) =>
      document<{ transitions: Asked }>('workflows/clue', { customer }).transitions[button]!.form
    for (const button of ['pf', 'ys']) {
      expect(customers.filter(customer => asked(customer, button).ccOrgs === false)).toEqual(['87190'])
      expect(customers.filter(customer => asked(customer, button).toOrg.choices === 'byParent').sort()).toEqual([
        '107587',
        '85086',
      ])
    }
    type Shown = { sections: { handling: { fields: { ccOrgs: unknown } } } }
    expect(
      customers.filter(
        customer =>
          document<Shown>('pages/illegalClues/particulars', { customer }).sections.handling.fields.ccOrgs === false,
      ),
    ).toEqual(['87190'])
  })
  it('R6.02 gives the roles of 87190 their buttons', () => {
    const { transitions } = toValue(resolver.resolve('workflows/clue', { customer: '87190' })!.node) as {
      transitions: Record<string, { roles: string[] }>
    }
    const buttons = (role: string): string[] =>
      ['ys', 'pf', 'sl', 'cl', 'th', 'dcwj'].filter(name => transitions[name]!.roles.includes(role))
    for (const role of ['yiliaoqixieke', 'huazhuangpinke', 'yaopinkeguanliyuanji'])
      expect(buttons(role)).toEqual(['ys', 'pf', 'cl', 'dcwj'])
    expect(buttons('shijizhidui')).toEqual(['pf', 'sl', 'cl', 'th'])
    for (const role of ['quxianjuji', 'quxiandadui']) expect(buttons(role)).toEqual(['sl', 'cl', 'th'])
    expect(buttons('huainan_admin')).toEqual(['ys', 'pf', 'sl', 'cl', 'th', 'dcwj'])
  })
})

describe('cases', () => {
  it('R7.01 say of a time limit in which states it stands still, as their workflow says', () => {
    const [list, one] = [
      configuration.scope({}).page('management/supervisionAnjianList') as ListPage,
      configuration.scope({}).page('management/caseDetails') as DetailPage,
    ]
    const limits = [list.columns, one.facts].map(fields =>
      fields.filter(field => field.due).map(field => [field.name, field.due?.paused?.states]),
    )
    expect(limits[0]).toEqual([
      ['limit', ['15']],
      ['limitTime', ['15']],
      ['stepTime', undefined],
    ])
    expect(limits[1]).toEqual([['limit', ['15']]])
  })
})
