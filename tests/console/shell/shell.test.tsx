import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { MenuItem } from '../../../src/core/contract/api.ts'
import type { Action } from '../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { batchNotice } from '../../../src/console/feedback/batch.ts'
import { createCache } from '../../../src/console/pages/cache.ts'
import { firstRoute, RedirectView } from '../../../src/console/pages/system/RedirectView.tsx'
import { questionOf } from '../../../src/console/pages/parts/question.ts'
import { createLock, groupOf, pathTo, toggleGroup } from '../../../src/console/menu/menuState.ts'
import { SideMenu } from '../../../src/console/shell/menu/SideMenu.tsx'
import { setTexts } from '../../../src/console/i18n/t.ts'
import { systemTitle } from '../../../src/console/navigation/titles.ts'
import { appFacts, boot, user } from '../support/boot.ts'
import { listPage } from '../support/pages.ts'
import { app, render } from '../support/app.tsx'

const item = (id: string, url: string, subMenus: MenuItem[] = [], hidden = false): MenuItem => ({
  id,
  name: id,
  url,
  path: url,
  css: '',
  hidden,
  meta: { title: id },
  subMenus,
})
const menu = [
  item('a', '', [item('a1', '/x/hidden', [], true), item('a2', 'https://out.example'), item('a3', '/x/two')]),
  item('b', '', [item('b1', '/y/one')]),
]

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('titles', () => {
  it('R1.01 the customer’s area name with the phrase', () => {
    expect(systemTitle(appFacts, user, 'other')).toBe('某市网络交易数据监测平台')
  })
  it('R1.01 in another language with the name that the area has in it', () => {
    setTexts({ '{areaName}网络交易数据监测平台': 'Online Trade of {areaName}', 某市: 'Sometown' })
    expect(systemTitle(appFacts, user, 'other')).toBe('Online Trade of Sometown')
    setTexts(undefined)
  })
  it('R1.02 a host’s own title comes first', () => {
    expect(systemTitle(appFacts, user, 'one.example')).toBe('一省网络市场监管平台')
  })
  it('R1.03 the default before anyone has logged in', () => {
    expect(systemTitle(appFacts, undefined, 'other')).toBe('大数据网络监测平台')
  })
})

describe('the menu', () => {
  it('R2.03 the first permitted path is the first entry that is shown and stays in the console', () => {
    expect(firstRoute(menu)).toBe('x/two')
    expect(firstRoute([])).toBeUndefined()
  })

  it('R2.03 a redirect that is still in the document calls nobody back who has gone elsewhere meanwhile', async () => {
    const Here = () => {
      const go = useNavigate()
      return (
        <button type="button" onClick={() => go('/x/elsewhere')}>
          {useLocation().pathname}
        </button>
      )
    }
    const page = { kind: 'redirect' as const, route: 'index/index', title: '首页', page: 'x/two', dictionaries: {} }
    render(
      <MemoryRouter initialEntries={['/']}>
        <RedirectView page={page} search="" visit={0} />
        <Here />
      </MemoryRouter>,
    )
    await waitFor(() => screen.getByText('/x/two'))
    fireEvent.click(screen.getByRole('button'))
    await waitFor(() => screen.getByText('/x/elsewhere'))
    expect(screen.getByRole('button').textContent).toBe('/x/elsewhere')
  })

  it('R2.08 one group is open at a time', () => {
    expect(toggleGroup(['a'], ['b'])).toEqual(['b'])
    expect(toggleGroup(['a'], ['a'])).toEqual([])
    expect(toggleGroup(['a'], ['a', 'deep'])).toEqual(['a', 'deep'])
    expect(pathTo(menu, 'y/one')).toEqual(['b', 'b1'])
    expect(groupOf(menu, 'y/one').map(({ url }) => url)).toContain('/y/one')
    expect(groupOf(menu, 'nowhere')).toEqual([])
  })

  it('R2.08 a click locks the menu for 1000 ms', () => {
    let now = 0
    const lock = createLock(1000, () => now)
    expect(lock()).toBe(true)
    now = 999
    expect(lock()).toBe(false)
    now = 1000
    expect(lock()).toBe(true)
  })

  it('R2.08 links to elsewhere open a new tab', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot({ menu }))))
    await loadBoot(app, 'x/two')
    render(
      <MemoryRouter>
        <SideMenu items={menu} active="x/two" here="x/two" folded={false} onFold={() => {}} />
      </MemoryRouter>,
    )
    expect(screen.getByTitle('a2').getAttribute('target')).toBe('_blank')
    expect(screen.queryByTitle('a1')).toBeNull()
    expect(screen.getByTitle('a3').getAttribute('aria-current')).toBe('page')
  })

  it('shows where somebody is, however far down the menu that stands', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
    await loadBoot(app, 'y/one')
    const seen: (string | null)[] = []
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.getAttribute('title'))
    })
    const side = (active: string) => (
      <MemoryRouter>
        <SideMenu items={menu} active={active} here={active} folded={false} onFold={() => {}} />
      </MemoryRouter>
    )
    const { rerender } = render(side('y/one'))
    rerender(side('x/two'))
    expect(seen).toEqual(['b1', 'a3'])
    vi.restoreAllMocks()
  })

  it('has a heading once above all groups that it is about', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
    await loadBoot(app, 'x/two')
    const under = (id: string, heading?: string): MenuItem => {
      const one = item(id, `/h/${id}`)
      return heading === undefined ? one : { ...one, meta: { ...one.meta, heading } }
    }
    const items = [under('first'), under('one', '办案'), under('two', '办案'), under('three', '底数')]
    const { container } = render(
      <MemoryRouter>
        <SideMenu items={items} active="" here="" folded={false} onFold={() => {}} />
      </MemoryRouter>,
    )
    const said = [...container.querySelectorAll('.side-items > li')].map(one => one.textContent)
    expect(said).toEqual(['first', '办案', 'one', 'two', '底数', 'three'])
  })

  it('R2.09 an empty menu says whom to ask', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
    await loadBoot(app, '')
    render(
      <MemoryRouter>
        <SideMenu items={[]} active="" here="" folded={false} onFold={() => {}} />
      </MemoryRouter>,
    )
    expect(screen.getByText('该账号没有菜单权限，请联系管理员配置菜单！')).toBeTruthy()
  })
})

describe('the page cache', () => {
  const View = () => null
  const place = (route: string, key: string, pushed = true, search = '') => ({ route, search, key, pushed, reload: 0 })
  const list = (route: string) => ({ page: listPage({ route }), View })

  it('R2.07 going deeper keeps the view that is left; returning is no new visit', () => {
    const cache = createCache()
    const first = list('a')
    cache.show(first, place('a', '1', true, '?page=2'))
    cache.show({ page: { ...listPage(), kind: 'detail' } as never, View }, place('d', '2', true, '?id=1'))
    expect(cache.all().map(entry => entry.id)).toEqual(['a', 'd?id=1'])
    expect(cache.show(first, place('a', '1', false, '?page=2'))).toMatchObject({ visit: 1, search: '?page=2' })
  })

  it('R2.07 coming by the menu is a new visit', () => {
    const cache = createCache()
    const first = list('a')
    expect(cache.show(first, place('a', '1')).visit).toBe(1)
    cache.show(list('b'), place('b', '2'))
    expect(cache.show(first, place('a', '3')).visit).toBe(2)
  })

  it('is bounded, and keeps no form', () => {
    const cache = createCache()
    for (let i = 0; i < 15; i += 1) cache.show(list(`p${i}`), place(`p${i}`, String(i)))
    expect(cache.all()).toHaveLength(10)
    cache.show({ page: { ...listPage(), kind: 'form' } as never, View }, place('f', 'f'))
    cache.show(list('p14'), place('p14', 'g'))
    expect(cache.all().some(entry => entry.route === 'f')).toBe(false)
  })
})

describe('what an action says', () => {
  it('R8.04 a batch that went well says how many', () => {
    expect(batchNotice(app, [{ code: '1' }, { code: '1' }], '处理')).toEqual({ level: 'success', text: '成功处理2条' })
  })
  it('R8.04 else both counts and the distinct reasons, for five seconds', () => {
    const notice = batchNotice(app, [
      { code: '1' },
      { code: '0', msg: '已处理' },
      { code: '0', msg: '已处理' },
      { code: '0', msg: '无权限' },
    ])
    expect(notice).toEqual({ level: 'error', seconds: 5, text: '处理成功1条，失败3条\n1. 已处理（2条）\n2. 无权限' })
  })

  it('a question names the thing, or says how many', () => {
    const action: Action = { name: 'delete', label: '删除', on: ['row'], origin: '', confirm: '删除后不再列出。' }
    const page = listPage()
    expect(questionOf(action, page, [{ name: '甲店' }])).toEqual({ title: '删除“甲店”', text: '删除后不再列出。' })
    expect(questionOf(action, page, [{ name: '甲' }, { name: '乙' }]).title).toBe('删除“2 条事物”')
    expect(questionOf({ ...action, confirm: '删除 {name}？' }, page, [{ name: '甲' }])).toEqual({
      title: '删除 甲？',
    })
  })
})
