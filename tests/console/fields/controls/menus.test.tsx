import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MenuItem } from '../../../../src/core/contract/api.ts'
import { loadBoot } from '../../../../src/console/data/config/config.ts'
import { loadExpressions } from '../../../../src/console/data/config/expressions.ts'
import { FormView, prepareForm } from '../../../../src/console/forms/FormView.tsx'
import { boot } from '../../support/boot.ts'
import { field, formPage, LIST } from '../../support/pages.ts'
import { app, render } from '../../support/app.tsx'

const entry = (id: string, title: string, subMenus: MenuItem[] = []): MenuItem => ({
  id,
  name: title,
  url: subMenus.length ? '' : `/${id}`,
  path: '',
  css: '',
  hidden: false,
  meta: { title },
  subMenus,
})
const menu = [
  entry('data', '数据', [entry('data.shop', '网店'), entry('data.site', '网站')]),
  entry('system', '系统', [entry('system.user', '用户')]),
]
const page = {
  ...formPage([
    field('code', 'text', { label: '代码' }),
    field('menuIds', 'json', { label: '菜单', control: 'menus', disabled: "=values.code == 'own'" }),
    field('buttons', 'json', { label: '按钮', control: 'grants', dict: 'transition/clue' }),
    field('uscc', 'uscc', { label: '信用代码' }),
  ]),
  source: { ...LIST, name: 'thing.one' },
  dictionaries: {
    'transition/clue': [
      ['pf', '派发'],
      ['sl', '受理'],
      ['th', '退回'],
    ] as [string, string][],
  },
}

let record: object
const sent: Record<string, unknown>[] = []
beforeEach(async () => {
  sessionStorage.clear()
  sent.length = 0
  document.cookie = 'Token=t; path=/'
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith('/config/boot'))
      return new Response(JSON.stringify(boot({ menu, permissions: ['logs', 'accounts'] })))
    const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
    if ('menuIds' in body) sent.push(body)
    return new Response(JSON.stringify({ resultCode: '0', data: url.includes('/drafts') ? null : record }))
  })
  await loadBoot(app, 'thing/form')
  await loadExpressions(page)
  await prepareForm(page)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const box = (name: string): HTMLInputElement => screen.getByRole('checkbox', { name })
const click = async (element: HTMLElement): Promise<void> => {
  await act(async () => {
    fireEvent.click(element)
  })
}
async function open(row: object): Promise<void> {
  record = { id: '1', ...row }
  render(
    <MemoryRouter>
      <FormView page={page} search="?id=1" visit={0} />
    </MemoryRouter>,
  )
  await waitFor(() => screen.getByRole('group', { name: '菜单' }))
}
async function saved(): Promise<Record<string, unknown>> {
  await click(screen.getByText('保存'))
  await waitFor(() => expect(sent).toHaveLength(1))
  return sent[0] ?? {}
}

describe('R4.04 R6.02 menus and buttons of a role', () => {
  it('ticks what is granted; a group follows its entries, and turns them all', async () => {
    await open({ code: 'a', menuIds: ['data.site', 'gone'], buttons: ['th', 'old'] })
    expect([
      box('网店').checked,
      box('网站').checked,
      box('数据').checked,
      box('数据').indeterminate,
      box('用户').checked,
    ]).toEqual([false, true, false, true, false])
    expect(screen.getByText('另有 1 项您自己没有的菜单，保存时不变')).toBeTruthy()
    await click(box('数据'))
    expect([box('网店').checked, box('数据').checked, box('数据').indeterminate]).toEqual([true, true, false])
    await click(box('受理'))
    await click(box('退回'))
    expect(await saved()).toMatchObject({ menuIds: ['data.shop', 'data.site', 'gone'], buttons: ['sl', 'old'] })
  })

  it('says all where nothing is limited, and begins a limit with everything ticked', async () => {
    await open({ code: 'a', menuIds: ['*'], buttons: ['*'] })
    expect(screen.queryByRole('checkbox', { name: '网店' })).toBeNull()
    expect((screen.getByRole('radio', { name: '不限定，其层级可见的全部菜单' }) as HTMLInputElement).checked).toBe(true)
    await click(screen.getByRole('radio', { name: '只限所选菜单' }))
    expect([box('网店').checked, box('用户').checked]).toEqual([true, true])
    await click(box('系统'))
    await click(box('全部；另有勾选的业务，只限所勾选的'))
    expect(await saved()).toMatchObject({ menuIds: ['data.shop', 'data.site'], buttons: [] })
  })

  it('grants nothing where nothing is ticked, and all as a choice of its own', async () => {
    await open({ code: 'a', menuIds: null, buttons: null })
    expect([box('网店').checked, box('用户').checked, box('受理').checked]).toEqual([false, false, false])
    await click(box('全部；另有勾选的业务，只限所勾选的'))
    await click(screen.getByRole('radio', { name: '不限定，其层级可见的全部菜单' }))
    expect(await saved()).toMatchObject({ menuIds: ['*'], buttons: ['*'] })
  })

  it('are all ticked or none at once; what one does not have oneself stays', async () => {
    await open({ code: 'a', menuIds: ['data.site', 'gone'], buttons: ['th', 'old'] })
    await click(screen.getAllByRole('button', { name: '全不选' })[0] as HTMLElement)
    expect([box('网店').checked, box('网站').checked, box('用户').checked]).toEqual([false, false, false])
    await click(screen.getAllByRole('button', { name: '全选' })[0] as HTMLElement)
    expect([box('网店').checked, box('网站').checked, box('用户').checked]).toEqual([true, true, true])
    await click(screen.getAllByRole('button', { name: '全不选' })[0] as HTMLElement)
    await click(screen.getAllByRole('button', { name: '全选' })[1] as HTMLElement)
    expect(await saved()).toMatchObject({ menuIds: ['gone'], buttons: ['pf', 'sl', 'th', 'old'] })
  })

  it('gives what is in no “all” by itself: what one has of it, and what one lacks stays', async () => {
    await open({ code: 'a', menuIds: ['*'], buttons: ['*', 'th', 'unmask', 'logs'] })
    expect([box('查看系统日志').checked, box('管理用户和单位').checked]).toEqual([true, false])
    expect(screen.queryByRole('checkbox', { name: '管理角色' })).toBeNull()
    await click(box('管理用户和单位'))
    await click(box('查看系统日志'))
    await click(box('退回'))
    await click(box('受理'))
    expect(((await saved()) as { buttons: string[] }).buttons.toSorted()).toEqual(['*', 'accounts', 'sl', 'unmask'])
  })

  it('goes back to no limit', async () => {
    await open({ code: 'a', menuIds: ['data.site'], buttons: [] })
    await click(screen.getByRole('radio', { name: '不限定，其层级可见的全部菜单' }))
    expect(await saved()).toMatchObject({ menuIds: ['*'] })
  })

  it('cannot be turned where the page says so', async () => {
    await open({ code: 'own', menuIds: ['data.site'], buttons: [] })
    expect([box('网站').disabled, box('受理').disabled]).toEqual([true, false])
  })
})

describe('a credit code', () => {
  it('with another check digit is doubted at its field, and saved', async () => {
    await open({ code: 'a', menuIds: null, uscc: '91350100M000100Y44' })
    const doubt = '统一社会信用代码的校验位不符，请核对；确认无误可以保存'
    expect(screen.getByText(doubt).getAttribute('role')).toBe('status')
    expect(await saved()).toMatchObject({ uscc: '91350100M000100Y44' })
    cleanup()
    sent.length = 0
    await open({ code: 'a', menuIds: null, uscc: '91350100M000100Y43' })
    expect(screen.queryByText(doubt)).toBeNull()
  })
})
