import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ListPage } from '../../../../../src/core/contract/configuration.ts'
import { firstArgs, type KeptOfList } from '../../../../../src/core/contract/first-args.ts'
import { listArgs, readState } from '../../../../../src/console/pages/list/query/state.ts'
import { loadBoot } from '../../../../../src/console/data/config/config.ts'
import { app } from '../../../support/app.tsx'
import { boot, user } from '../../../support/boot.ts'
import { field, listPage } from '../../../support/pages.ts'

const plain = listPage()
const grouped = listPage({ group: 'kind' })
const numbered = listPage({
  filters: [field('price', 'int'), field('code', 'text'), field('code2', 'int', { search: 'exact' })],
})
const tabbed = listPage({
  tabs: [
    { name: 'open', label: '待办', filters: { kind: { value: '1' } }, sort: 'createTime' },
    { name: 'all', label: '全部', filters: {} },
    { name: 'two', label: '两种', filters: { kind: { value: '1\n2' } } },
    { name: 'mine', label: '我的', filters: { name: { expression: '=user.orgId' } } },
  ] as never,
})
const ADDRESSES = [
  '',
  '?page=3&pageSize=50',
  '?pageSize=5000&page=x&sort=name.desc%2Ckind',
  '?name=%E7%94%B2&kind=1%2C2&isDead=1',
  '?f.page=x&page=2',
  '?updateTime=2026-01-01~2026-01-31',
  '?updateTime=~%3C2026-02-01',
  '?name=a%0Ab&kind=%24none',
  '?price=3~9&code2=7&code=x',
  '?exact=1&view=none&unknown=1',
  '?tab=all',
  '?tab=two',
  '?tab=nowhere&page=2',
]
const FIRST_VIEW: KeptOfList = { size: 30, view: { search: '?name=mine&pageSize=10' } }

/** As the console has it in its browser. */
function keep(page: ListPage, { size, view }: KeptOfList): void {
  localStorage.setItem(
    `list:${user.id}:${page.route}`,
    JSON.stringify({ size, view: view && { id: 'v', name: 'v', ...view } }),
  )
}
beforeAll(async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
  await loadBoot(app, '')
})
afterEach(() => localStorage.clear())
afterAll(() => vi.unstubAllGlobals())

it('is what the console asks for, argument by argument, in their order', () => {
  let compared = 0
  for (const page of [plain, grouped, numbered, tabbed])
    for (const kept of page.tabs ? [{}, { size: 50 }] : [{}, { size: 50 }, FIRST_VIEW])
      for (const address of ADDRESSES) {
        keep(page, kept)
        const known = firstArgs(page, address, kept)
        if (!known) continue
        compared++
        expect([address, JSON.stringify(known)]).toEqual([
          address,
          JSON.stringify(listArgs(app, page, readState(app, page, address))),
        ])
      }
  expect(compared).toBeGreaterThan(100)
})
it('is not known where only the console knows: expressions, long values that it keeps, filters within tabs', () => {
  const expressed = listPage({
    tabs: [{ name: 'mine', label: '我的', filters: { name: { expression: '=user.orgId' } } }] as never,
  })
  expect(firstArgs(expressed, '', {})).toBeUndefined()
  expect(firstArgs(plain, '?name=%23abc.def', {})).toBeUndefined()
  expect(firstArgs(tabbed, '?kind=1', {})).toBeUndefined()
  expect(firstArgs(tabbed, '?tab=mine', {})).toBeUndefined()
})
