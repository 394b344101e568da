import type { Scope } from '../../../src/core/model/scope.ts'
import type { Said } from './look.ts'

/** Section 6: what menus, regions and customers have of their own. */
const roles = (id: string, is: string[], scope: Scope = {}): Said => ({
  words: `6 ${id} for ${is.join()}`,
  seen: look => look.roles(id, scope),
  is,
})
const renames = (area: string, is: Record<string, string>): Said => ({
  words: `6 ${area} renames ${Object.keys(is).join()}`,
  seen: look =>
    look.titles(
      Object.keys(is).map(name => `dataCenter.${name}`),
      { area },
    ),
  is: Object.values(is),
})
const CASE = 'illegalClues/Case'
const DETAIL = 'illegalClues/particulars'
const CITY_BUTTONS = ['ys', 'pf', 'cl', 'dcwj']
const BUTTONS: Readonly<Record<string, string[]>> = {
  yiliaoqixieke: CITY_BUTTONS,
  huazhuangpinke: CITY_BUTTONS,
  yaopinkeguanliyuanji: CITY_BUTTONS,
  shijizhidui: ['pf', 'sl', 'cl', 'th'],
  quxianjuji: ['sl', 'cl', 'th'],
  quxiandadui: ['sl', 'cl', 'th'],
  huainan_admin: ['ys', 'pf', 'sl', 'cl', 'th', 'dcwj'],
}
const FUZHOU: Scope = { area: '350100' }

export const MENUS: readonly Said[] = [
  {
    words: '2 the first menu, of which towns are no level',
    seen: look => [...look.menu()].slice(0, 1).map(([id, { page, roles: levels }]) => [id, page, levels]),
    is: [['workbench', 'index/workbench', ['0', '1', '2', '3']]],
  },
  roles('labelManagement.tagSuggestion', ['1']),
  roles('labelManagement.newTagSuggestion', ['0', '2', '3', 'special']),
  roles('management.return', ['3', 'special']),
  roles('priceMonitor.priceChangeView', ['0', '1', 'FJ_customer']),
  roles('priceMonitor.dailyPriceMonitor', ['0', '1', '2', 'FJ_customer']),
  roles('priceMonitor.sellPriceMonitor', ['0', '1', '2', 'FJ_customer']),
  roles('fuzhouDataCenter.subLibrary', ['2'], FUZHOU),
  roles('overview.indexXuanCheng', ['xuancheng'], { area: '341800' }),
  {
    words: '4 Case, CasePush and Details show the counters, in Guizhou too',
    seen: look =>
      [{}, { area: '520100' }].map(scope =>
        [...look.menu(scope).values()].flatMap(({ name, badge }) => (badge ? [`${name} ${badge}`] : [])),
      ),
    is: [
      ['Case illegals', 'CasePush illegalCasePush', 'Details illegalDetail'],
      ['Case illegals', 'CasePush illegalCasePush', 'Details illegalDetail'],
    ],
  },
  {
    words: '6 areas starting 35 reorder the data center',
    seen: look => look.children('dataCenter', { area: '350200' }).slice(0, 10),
    is: [
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
    ],
  },
  renames('520100', { platform: '平台经营者', onlineShop: '平台内经营者' }),
  renames('640100', { onlineShop: '网络店铺', website: '经营网站', cater: '网络餐饮', register: '市场主体' }),
  renames('340202', { onlineShop: '平台网店', website: '自建网站', platform: '交易平台', cater: '餐饮外卖' }),
  renames('341300', { onlineShop: '网店（网络经营者）' }),
  {
    words: '6 115622 renames the clue menu to business management and uses its own system name',
    seen: look => [
      look.where(customer => look.titles(['illegalClues'], { customer })[0] === '业务管理'),
      look.where(customer => look.app({ customer }).systemName === '网络交易业务管理系统'),
    ],
    is: [['115622'], ['115622']],
  },
  {
    words: '6 area 320700 hides one named high-tech development zone',
    seen: look => [[...look.configuration.hiddenAreas()], look.constant('hiddenAreas', { area: '320700' })],
    is: [['320706405'], '320706405'],
  },
]

export const CUSTOMERS: readonly Said[] = [
  ...Object.entries(BUTTONS).map(([role, is]): Said => ({
    words: `6 87190 ${role}: ${is.join()}`,
    seen: look => look.buttons(role, '87190'),
    is,
  })),
  {
    words: '6 who sees which clue counter of 87190',
    seen: look => ['illegalsRoles', 'illegalDetailRoles'].map(name => look.options('87190')[name]),
    is: [
      'shijizhidui,quxianjuji,quxiandadui,huainan_admin',
      'yiliaoqixieke,huazhuangpinke,yaopinkeguanliyuanji,huainan_admin',
    ],
  },
  {
    words: '7 three ways to count clues',
    seen: look => ['byRole', 'sent'].map(way => look.where(customer => look.options(customer)['clueCount'] === way)),
    is: [['87190'], ['115621']],
  },
  { words: '9 87190 counts from 2025-01-01', seen: look => look.options('87190')['clueCountFrom'], is: '2025-01-01' },
  {
    words: '7 tenants of customers',
    seen: look =>
      look.configuration.customers().flatMap(({ customer, tenant }) => (tenant ? [[customer, tenant]] : [])),
    is: [
      ['107587', '/api-luoyang'],
      ['87190', '/api-huainan'],
    ],
  },
  {
    words: '6 87190 shows illegal category, organisation type and task in the list',
    seen: look =>
      ['illegalCategory', 'orgType', 'taskId'].map(name => look.columns(CASE, { customer: '87190' }).includes(name)),
    is: [true, true, true],
  },
  {
    words: '6 organisation type and task are columns of 87190 alone, filters of it too',
    seen: look => [
      ...['orgType', 'taskId'].map(name => look.where(customer => look.columns(CASE, { customer }).includes(name))),
      look.where(customer => look.filters(CASE, { customer }).includes('orgType')),
    ],
    is: [['87190'], ['87190'], ['87190']],
  },
  {
    words: '6 87190 shows organisation type and task on the detail',
    seen: look =>
      ['orgType', 'taskId'].map(name => look.where(customer => look.fields(DETAIL, { customer }).includes(name))),
    is: [['87190'], ['87190']],
  },
  {
    words: '6 87190 hides the cc unit, in forms and on the detail',
    seen: look => [
      ...['ys', 'pf'].map(button => look.where(customer => !look.asks(button, customer).tells)),
      look.where(customer => !look.fields(DETAIL, { customer }).includes('ccOrgs')),
    ],
    is: [['87190'], ['87190'], ['87190']],
  },
  {
    words: '6 85086 and 107587 use the city list by parent organisation',
    seen: look => ['ys', 'pf'].map(button => look.where(customer => look.asks(button, customer).byParent)),
    is: [
      ['107587', '85086'],
      ['107587', '85086'],
    ],
  },
  {
    words: '6 18919 shows a perceptual model: column, filter and detail',
    seen: look => [
      look.where(customer => look.columns(CASE, { customer }).includes('perceptualModel')),
      look.where(customer => look.filters(CASE, { customer }).includes('perceptualModel')),
      look.where(customer => look.fields(DETAIL, { customer }).includes('perceptualModel')),
    ],
    is: [['18919'], ['18919'], ['18919']],
  },
  {
    words: '6 115621 shows a time limit: column, filter and detail',
    seen: look => [
      look.where(customer => look.columns(CASE, { customer }).includes('limitTime')),
      look.where(customer => look.filters(CASE, { customer }).includes('limitTime')),
      look.where(customer => look.fields(DETAIL, { customer }).includes('limitTime')),
    ],
    is: [['115621'], ['115621'], ['115621']],
  },
]
