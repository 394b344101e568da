import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Boot, PageEntry, SystemPage } from '../../src/core/contract/configuration.ts'
import { loadBoot } from '../../src/console/data/config/config.ts'
import { judgeStatus } from '../../src/console/data/http/errors.ts'
import { Shell } from '../../src/console/shell/Shell.tsx'
import { boot, user } from './boot.ts'

const page: SystemPage = {
  kind: 'system',
  route: 'caseClues/xsPaiFa',
  title: '修改密码',
  view: 'password',
  dictionaries: {},
}
const entry: PageEntry = { hash: 'h', kind: 'system', title: '修改密码', calls: [], links: [] }
const started = (mustChangePassword: boolean): Boot => {
  const plain = boot({ user: { ...user, mustChangePassword } })
  return { ...plain, manifest: { ...plain.manifest, pages: { [page.route]: entry } } }
}

beforeEach(() => {
  document.cookie = 'Token=t'
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Here = () => <output>{useLocation().pathname}</output>
async function open(mustChangePassword: boolean): Promise<void> {
  vi.stubGlobal(
    'fetch',
    async (url: string) =>
      new Response(JSON.stringify(url.startsWith('/config/boot') ? started(mustChangePassword) : page)),
  )
  await loadBoot('')
  render(
    <MemoryRouter initialEntries={['/dataCenter/website']}>
      <Shell />
      <Here />
    </MemoryRouter>,
  )
}

describe('a one-time password', () => {
  it('leads to the page that changes it, and to nothing else', async () => {
    await open(true)
    await waitFor(() => screen.getByLabelText('旧密码'))
    expect(screen.getByText('/caseClues/xsPaiFa')).toBeTruthy()
    expect(screen.getByText('您登录用的是一次性密码，修改之后才能使用系统。')).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: '主菜单' })).toBeNull()
    expect(screen.queryByText('网络工具')).toBeNull()
  })

  it('once changed is no concern any more', async () => {
    await open(false)
    await waitFor(() => screen.getByText('/404'))
    expect(screen.getByText('网络工具')).toBeTruthy()
  })

  it('is named by the refusal of a call, beside the fixed words of R8.03', () => {
    expect(
      judgeStatus(403, { resultMsg: '请先修改一次性密码', data: { reason: 'must-change-password' } })?.message,
    ).toBe('请先修改一次性密码')
    expect(judgeStatus(403, { resultMsg: '别的', data: { reason: 'other' } })?.message).toBe('没有权限，请联系管理员')
  })
})
