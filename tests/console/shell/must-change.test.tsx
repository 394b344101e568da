import { cleanup, screen, waitFor } from '@testing-library/react'
import { useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { turns } from '../../turns.ts'
import type { UserInfo } from '../../../src/core/contract/api.ts'
import type { Boot, PageEntry, SystemPage } from '../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { judgeStatus } from '../../../src/console/data/http/errors.ts'
import { Shell } from '../../../src/console/shell/Shell.tsx'
import { boot, user } from '../support/boot.ts'
import { app, render } from '../support/app.tsx'

const page: SystemPage = {
  kind: 'system',
  route: 'own/secret',
  title: '修改密码',
  view: 'password',
  dictionaries: {},
}
const entry: PageEntry = { hash: 'h', kind: 'system', title: '修改密码', view: 'password', calls: [], links: [] }
const started = (facts: Partial<UserInfo>, pages: Record<string, PageEntry>): Boot => {
  const plain = boot({ user: { ...user, ...facts } })
  return { ...plain, manifest: { ...plain.manifest, pages } }
}

beforeEach(() => {
  document.cookie = 'Token=t; path=/'
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const navigated = vi.fn()
const Here = () => {
  const { pathname, key } = useLocation()
  useEffect(() => navigated(key), [key])
  return <output>{pathname}</output>
}
const OWN: Record<string, PageEntry> = { [page.route]: entry }
async function open(facts: Partial<UserInfo>, pages = OWN): Promise<void> {
  vi.stubGlobal(
    'fetch',
    async (url: string) => new Response(JSON.stringify(url.startsWith('/config/boot') ? started(facts, pages) : page)),
  )
  await loadBoot(app, '')
  render(
    <MemoryRouter initialEntries={['/dataCenter/website']}>
      <Shell />
      <Here />
    </MemoryRouter>,
  )
}

describe('a one-time password', () => {
  it('leads to the page that changes it, and to nothing else', async () => {
    await open({ mustChangePassword: true })
    await waitFor(() => screen.getByLabelText('旧密码'))
    expect(screen.getByText('/own/secret')).toBeTruthy()
    expect(screen.getByText('您登录用的是一次性密码，修改之后才能使用系统。')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull()
    expect(screen.queryByRole('button', { name: /查找菜单/ })).toBeNull()
  })

  it.each([
    [{ mustChangePassword: true }, '需要先修改一次性密码', /view: password/],
    [{ mustEnrol: true }, '需要先设置动态验证', /view: security/],
  ])('that no page can change is said on a plain screen, without a loop: %o', async (facts, title, missing) => {
    navigated.mockClear()
    await open(facts, {})
    expect((await screen.findByRole('heading', { name: title })).tagName).toBe('H1')
    expect(screen.getByText(missing)).toBeTruthy()
    expect(screen.getByRole('button', { name: '退出登录' })).toBeTruthy()
    await turns()
    expect(screen.getByText('/dataCenter/website')).toBeTruthy()
    expect(navigated).toHaveBeenCalledTimes(1)
  })

  it('once changed is no concern any more', async () => {
    await open({ mustChangePassword: false })
    await waitFor(() => screen.getByText('/404'))
    expect(screen.getByRole('button', { name: /查找菜单/ })).toBeTruthy()
  })

  it('is named by the refusal of a call, beside the fixed words of R8.03', () => {
    expect(
      judgeStatus(app, 403, { resultMsg: '请先修改一次性密码', data: { reason: 'must-change-password' } })?.message,
    ).toBe('请先修改一次性密码')
    expect(judgeStatus(app, 403, { resultMsg: '别的', data: { reason: 'other' } })?.message).toBe(
      '没有权限，请联系管理员',
    )
  })
})
