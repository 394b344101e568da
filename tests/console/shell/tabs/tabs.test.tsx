import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuItem } from '../../../../src/core/contract/api.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { findTargets, targetsOf } from '../../../../src/console/menu/find.ts'
import { Palette } from '../../../../src/console/shell/menu/Palette.tsx'
import { syllablesOf } from '../../../../src/console/menu/pinyin.ts'
import { rememberUrl } from '../../../../src/console/menu/recent.ts'
import { afterClosing, tabs } from '../../../../src/console/navigation/tabs.ts'
import { Tabs } from '../../../../src/console/shell/tabs/Tabs.tsx'
import { lookFrom, setLook, look } from '../../../../src/console/theme/look.ts'
import { boot } from '../../support/boot.ts'
import { app, render } from '../../support/app.tsx'

const tab = (id: string) => ({ id, url: `/${id}`, title: id })
const open = (...ids: string[]) => {
  for (const id of ids) tabs(app).open(tab(id))
}
const ids = () =>
  tabs(app)
    .state()
    .tabs.map(one => one.id)
const Where = () => <output>{useLocation().pathname}</output>

beforeEach(async () => {
  sessionStorage.clear()
  localStorage.clear()
  tabs(app).restore('u1')
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
  await loadBoot(app, '')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('tabs of open pages', () => {
  it('R2.07 beyond the limit the one not looked at for longest goes, and what it held', () => {
    const gone = vi.fn()
    const stop = tabs(app).onClosed(gone)
    for (const id of ['a', 'b', 'c', 'a', 'd']) tabs(app).open(tab(id), 3)
    expect(ids()).toEqual(['a', 'c', 'd'])
    expect(gone).toHaveBeenCalledWith(['b'])
    stop()
  })

  it('keep the address that a page was left with, over a reload, for the same user only', () => {
    open('a', 'b')
    tabs(app).open({ ...tab('a'), url: '/a?page=2' })
    tabs(app).name('b', '甲店')
    tabs(app).restore('u1')
    expect(tabs(app).state().tabs).toMatchObject([{ url: '/a?page=2' }, { name: '甲店' }])
    tabs(app).restore('u2')
    expect(tabs(app).state().tabs).toEqual([])
  })

  it('closing the one on screen goes to its neighbour', () => {
    open('a', 'b', 'c')
    expect(afterClosing(tabs(app).state(), ['c'])?.id).toBe('b')
    tabs(app).open(tab('b'))
    expect(afterClosing(tabs(app).state(), ['b'])?.id).toBe('c')
    expect(afterClosing(tabs(app).state(), ['a'])?.id).toBe('b')
    tabs(app).close(['a'])
    expect(ids()).toEqual(['b', 'c'])
  })

  it('work by keyboard: arrows, Delete', async () => {
    open('a', 'b', 'c')
    render(
      <MemoryRouter initialEntries={['/c']}>
        <Tabs />
        <Where />
      </MemoryRouter>,
    )
    const c = screen.getByRole('tab', { name: 'c' })
    fireEvent.keyDown(c, { key: 'ArrowRight' })
    expect(document.activeElement?.textContent).toBe('a')
    fireEvent.keyDown(c, { key: 'Delete' })
    await waitFor(() => expect(ids()).toEqual(['a', 'b']))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/b'))
  })

  it('close others from the tab’s menu', async () => {
    open('a', 'b', 'c')
    render(
      <MemoryRouter initialEntries={['/c']}>
        <Tabs />
        <Where />
      </MemoryRouter>,
    )
    fireEvent.contextMenu(screen.getByRole('tab', { name: 'a' }))
    fireEvent.click(screen.getByRole('menuitem', { name: '关闭其他' }))
    await waitFor(() => expect(ids()).toEqual(['a']))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/a'))
  })
})

const entry = (title: string, url: string, subMenus: MenuItem[] = []): MenuItem => ({
  id: title,
  name: title,
  url,
  path: url,
  css: '',
  hidden: false,
  meta: { title },
  subMenus,
})
const menu = [
  entry('数据中心', '', [entry('网店', '/d/shop'), entry('网站', '/d/site'), entry('电商平台', '/d/platform')]),
  entry('系统设置', '', [entry('用户管理', '/s/user')]),
]

describe('the palette', () => {
  const found = (query: string, recent: string[] = []) =>
    findTargets(
      targetsOf(menu, text => text),
      query,
      recent,
      syllablesOf,
    ).map(target => target.title)

  it('finds by name, initials and pinyin', () => {
    expect(found('网')).toEqual(['网店', '网站'])
    expect(found('yhgl')).toEqual(['用户管理'])
    expect(found('wangz')).toEqual(['网站'])
    expect(found('pingtai')).toEqual(['电商平台'])
    expect(found('没有')).toEqual([])
  })
  it('shows what was used last first', () => {
    expect(found('', ['/s/user'])[0]).toBe('用户管理')
    expect(found('wang', ['/d/site'])).toEqual(['网站', '网店'])
  })
  it('opens the chosen one by keyboard', async () => {
    rememberUrl(app, '/d/site')
    const close = vi.fn()
    render(
      <MemoryRouter>
        <Palette items={menu} onClose={close} />
        <Where />
      </MemoryRouter>,
    )
    const input = screen.getByRole('combobox', { hidden: true })
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('/d/site'))
    expect(close).toHaveBeenCalled()
  })
})

describe('the look', () => {
  it('is kept in this browser and set as variables', () => {
    setLook(app, { theme: 'dark', density: 'compact', weak: true })
    expect(document.documentElement.dataset).toMatchObject({ theme: 'dark', density: 'compact', weak: 'true' })
    expect(JSON.parse(localStorage.getItem('look') ?? '')).toEqual(look(app).get())
    expect(lookFrom({ theme: 'nonsense' })).toEqual({ theme: 'light', density: 'default', weak: false })
  })
})
