import { describe, expect, it } from 'vitest'
import { checkFolder } from '../../src/cli/check-folder.ts'
import { readConfig } from '../../src/cli/read-config.ts'
import { checkProject } from '../../src/core/index.ts'
import type { Scope } from '../../src/core/model/scope.ts'

const { configuration } = checkFolder('.')
const route = (name: string): string => `dataCenter/${name}`
const titleOf = (name: string, scope: Scope): string | undefined => configuration.scope(scope).page(route(name))?.title
const columnsOf = (name: string, scope: Scope): string[] => {
  const page = configuration.scope(scope).page(route(name))
  return page?.kind === 'list' ? page.columns.map(column => column.name) : []
}
const menuOf = (scope: Scope): Map<string, string> => {
  const group = configuration.scope(scope).menu.find(entry => entry.name === 'dataCenter')
  return new Map((group?.children ?? []).map(entry => [entry.name, entry.title]))
}
const LISTS = [
  'onlineShop',
  'website',
  'platform',
  'cater',
  'WeChatSubscription',
  'application',
  'applets',
  'register',
  'deadku',
]

describe('the data center', () => {
  it.each(LISTS)('R2.08 has %s in the menu, under the name of its page', name => {
    expect(menuOf({}).get(name)).toBe(titleOf(name, {}))
  })
  it.each([{ area: '52' }, { area: '64' }, { area: '3402' }, { area: '341300' }])(
    'R6.06 R6.07 calls pages as the menu calls them in $area',
    scope => {
      for (const name of LISTS) expect(titleOf(name, scope), name).toBe(menuOf(scope).get(name))
    },
  )
  it('R6.06 says operator in 52', () => {
    expect([titleOf('platform', { area: '52' }), titleOf('onlineShop', { area: '52' })]).toEqual([
      '平台经营者',
      '平台内经营者',
    ])
  })
  it('R6.05 shows entries in the order of 35', () => {
    const order = ['onlineShop', 'platform', 'website', 'WeChatSubscription', 'applets', 'application', 'register']
    const shown = [...menuOf({ area: '3501' }).keys()].filter(name => order.includes(name))
    expect(shown).toEqual(order)
  })
  it.each(['85086', '107587', '18919', '115621'])('R6.04 gives customer %s the same lists as everybody', customer => {
    for (const name of LISTS) expect(columnsOf(name, { customer })).toEqual(columnsOf(name, {}))
  })
  it('R6.04 87190 says which permits a shop shows', () => {
    expect(columnsOf('onlineShop', { customer: '87190' })).toEqual(expect.arrayContaining(['permitShown', 'permitNos']))
    expect(columnsOf('onlineShop', {})).not.toContain('permitNos')
  })
  it('R7.01 offers with each kind of carrier the platforms of its kind alone, and all of them where kinds are mixed', () => {
    const dictOf = (entity: string): string | undefined =>
      configuration
        .entities()
        .find(({ name }) => name === entity)
        ?.fields.find(({ name }) => name === 'platformName')?.dict
    const labels = (dictionary: string | undefined): string[] =>
      (configuration.scope({}).dictionary(dictionary ?? '') ?? []).map(([, label]) => label)
    const [shops, takeouts, rooms] = ['eshop', 'cater', 'liveBroadcast'].map(entity => labels(dictOf(entity))) as [
      string[],
      string[],
      string[],
    ]
    expect(
      shops.filter(label => ['美团', '饿了么', '京东到家', '大众点评', '口碑', '淘宝直播'].includes(label)),
    ).toEqual([])
    expect(takeouts.filter(label => label !== '其他' && shops.includes(label))).toEqual([])
    for (const entity of ['carrier', 'illegalResult', 'returnRecord', 'suspectedHistory', 'specialRecord']) {
      const all = configuration.scope({}).dictionary(dictOf(entity) ?? '') ?? []
      for (const kind of ['shopPlatform', 'takeoutPlatform', 'livePlatform']) {
        for (const [key] of configuration.scope({}).dictionary(kind) ?? [])
          expect(
            all.map(([one]) => one),
            `${entity} ${kind} ${key}`,
          ).toContain(key)
      }
    }
    expect(rooms).toContain('淘宝直播')
  })
  it('has no page of a ground', () => {
    const { pages } = configuration.scope({}).manifest
    for (const name of ['carriers', 'carrierDetails', 'carrierForm']) expect(pages).not.toHaveProperty(route(name))
  })
  it('an overlay of the ground changes all that stand on it', () => {
    const files = [
      ...readConfig('.'),
      { path: 'customers/areas/35/pages/dataCenter/carriers.yaml', text: 'columns:\n  isDead:\n' },
    ]
    const fujian = checkProject(files).configuration.scope({ area: '35' })
    const columns = (name: string) => {
      const page = fujian.page(route(name))
      return page?.kind === 'list' ? page.columns.map(c => c.name) : []
    }
    for (const name of ['onlineShop', 'cater', 'applets']) expect(columns(name)).toContain('isDead')
  })
})
