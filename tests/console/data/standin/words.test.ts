import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BackendFacts } from '../../../../src/core/contract/backend.ts'
import type { Call, Page } from '../../../../src/core/contract/configuration.ts'
import { setApi } from '../../../../src/console/data/http/http.ts'
import { rolesBy } from '../../../../src/console/data/standin/roles.ts'
import { wordsBy } from '../../../../src/console/data/standin/words.ts'
import { app } from '../../support/app.tsx'

const callOf = (name: string, method: Call['method'], path: string): Call => ({
  name,
  method,
  path,
  in: path.includes('{id}') ? 'path' : method === 'GET' ? 'query' : 'body',
  envelope: 'resultCode',
})
const FACTS: BackendFacts = {
  calls: Object.fromEntries(
    [
      callOf('role.save', 'POST', '/api-user/roles/saveOrUpdate'),
      callOf('menu.ofRole', 'GET', '/api-user/menus/{id}/menus'),
      callOf('menu.grant', 'POST', '/api-user/menus/granted'),
    ].map(call => [call.name, { call }]),
  ),
  workflows: {},
  instead: {},
  words: {
    platform: { call: callOf('eshop.platforms', 'GET', '/api/eshop/selectPlatformName') },
    industry: { call: callOf('dict.byCode', 'GET', '/api-im/dict/getDictListByCode'), argument: 'code' },
  },
  served: [],
}
/** Path of a call → what it answers. */
const answers = new Map<string, unknown>()
const fetched = vi.fn<typeof fetch>(async url => {
  const { pathname } = new URL(String(url), 'http://console')
  const data = answers.get(pathname.replace('/prod-api', ''))
  return new Response(JSON.stringify(data === undefined ? {} : { resultCode: '0', data }), { status: data ? 200 : 404 })
})
const sent = (): [string, unknown][] =>
  fetched.mock.calls.map(([url, init]) => [String(url), JSON.parse(String(init?.body ?? 'null'))])
const pageWith = (dictionaries: Page['dictionaries']): Page => ({ kind: 'list', dictionaries }) as unknown as Page

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  setApi(app, { base: '/prod-api', clientId: 'webApp', clientSecret: 'webApp', tenant: '/api-huainan' })
})
afterEach(() => {
  fetched.mockClear()
  answers.clear()
})

it('R7.01 dictionaries have the words of the backend, asked once, and ours where it has none', async () => {
  answers.set('/api-im/eshop/selectPlatformName', [{ key: '1', value: '淘宝网' }, { key: '77', value: '本地商城' }, { name: 7 }])
  const inWords = wordsBy(app, FACTS)
  const page = pageWith({ platform: [['1', '淘宝', 'success'], ['2', '天猫']], industry: [['F', '批发和零售业']], other: [['0', '否']] })
  const [first, second] = await Promise.all([inWords(page), inWords(page)])
  expect(first).toMatchObject({
    dictionaries: {
      platform: [['1', '淘宝网', 'success'], ['2', '天猫'], ['77', '本地商城']],
      industry: [['F', '批发和零售业']],
      other: [['0', '否']],
    },
  })
  expect(second).toEqual(first)
  expect(sent().map(([url]) => url)).toEqual([
    '/prod-api/api-im/eshop/selectPlatformName',
    '/prod-api/api-im/dict/getDictListByCode?code=industry',
  ])
})

it('R7.01 a role is read with the menu that it is granted, and its menu granted when it is saved', async () => {
  answers.set('/api-user/roles', { list: [{ id: '3', name: '县级' }, { id: '4', name: '市级' }] })
  answers.set('/api-user/menus/4/menus', [{ id: 1, subMenus: [{ id: 'Case', subMenus: [] }] }])
  answers.set('/api-user/roles/saveOrUpdate', { id: '4' })
  answers.set('/api-user/menus/granted', {})
  const roles = rolesBy(app, FACTS)
  expect(await roles['role.one']?.({ id: '4' })).toEqual({ id: '4', name: '市级', menuIds: '1,Case' })
  fetched.mockClear()
  await roles['role.save']?.({ id: '4', name: '地市级', menuIds: ['Case'] })
  expect(sent()).toEqual([
    ['/prod-api/api-user/roles/saveOrUpdate', { id: '4', name: '地市级' }],
    ['/prod-api/api-user/menus/granted', { roleId: '4', menuIds: ['Case'] }],
  ])
})
