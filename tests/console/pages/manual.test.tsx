import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Boot, Manual } from '../../../src/core/contract/configuration.ts'
import { loadBoot } from '../../../src/console/data/config/config.ts'
import { findInManual, piecesOf } from '../../../src/console/pages/manual/manual.ts'
import { ManualView } from '../../../src/console/pages/manual/ManualView.tsx'
import { UserPanel } from '../../../src/console/shell/header/UserPanel.tsx'
import { app, render } from '../support/app.tsx'
import { appFacts, boot } from '../support/boot.ts'

const MANUAL: Manual = {
  chapters: [
    {
      name: 'clues',
      title: '线索办理',
      sections: [
        {
          name: 'accept',
          title: '受理',
          page: 'clues/list',
          steps: ['点「受理」<img src=x onerror=alert(1)>', '查看'],
        },
        { name: 'pf', title: '派发', buttons: { clue: ['pf'] }, text: '选接收单位。' },
        { name: 'pass', title: '审核', buttons: { clue: ['pass', 'reject'] }, notes: ['看证据'] },
        { name: 'users', title: '建账号', page: 'system/users' },
        { name: 'city', title: '全市', roles: ['1'] },
      ],
    },
    { name: 'roles', title: '角色', sections: [{ name: 'r', title: '建角色', page: 'system/roles' }] },
  ],
}
const entry = { hash: 'h', kind: 'system' as const, title: '操作手册', calls: [], links: [] }
const pages = { 'account/manual': { ...entry, view: 'manual' as const }, 'clues/list': entry }
const asked: string[] = []

async function start(more: Partial<Boot> = {}): Promise<void> {
  const manifest = { version: 'v1', pages, app: { ...appFacts, manuals: { '2': { hash: 'm2' } } }, locales: {} }
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const answer = url === '/config/manual/m2' ? MANUAL : boot({ manifest, buttons: { clue: ['reject'] }, ...more })
    return new Response(JSON.stringify(answer), { status: 200 })
  })
  await loadBoot(app, '')
}
const Here = () => <p>{useLocation().pathname}</p>
const shown = (element: React.ReactNode) =>
  render(
    <MemoryRouter>
      {element}
      <Here />
    </MemoryRouter>,
  )
const view = <ManualView page={{ route: 'account/manual', title: '操作手册' }} />
const headings = (level: number): string[] =>
  screen.getAllByRole('heading', { level }).map(heading => heading.firstChild?.textContent ?? '')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('R6.10 the operation manual', () => {
  it('opens from the user menu as a page, and is read when it is opened', async () => {
    await start()
    asked.length = 0
    shown(<UserPanel onClose={() => {}} />)
    fireEvent.click(screen.getByRole('menuitem', { name: '操作手册' }))
    await waitFor(() => screen.getByText('/account/manual'))
    expect(asked).not.toContain('/config/manual/m2')
    cleanup()
    shown(view)
    await waitFor(() => screen.getByRole('heading', { name: '线索办理' }))
    expect(asked).toContain('/config/manual/m2')
  })

  it('tells of what this person can do: their pages, their buttons, their level', async () => {
    await start()
    shown(view)
    await waitFor(() => screen.getByRole('heading', { name: '线索办理' }))
    expect(headings(3)).toEqual(['受理', '审核'])
    expect(headings(2)).toEqual(['线索办理'])
    fireEvent.click(screen.getByRole('link', { name: '打开页面' }))
    await waitFor(() => screen.getByText('/clues/list'))
  })

  it('leaves no button out where nobody says which there are', async () => {
    await start({ buttons: undefined })
    shown(view)
    await waitFor(() => screen.getByRole('heading', { name: '线索办理' }))
    expect(headings(3)).toEqual(['受理', '派发', '审核'])
  })

  it('shows markup as the text that it is, and words of the screen apart', async () => {
    await start()
    shown(view)
    const step = await waitFor(() => screen.getAllByRole('listitem')[0]!)
    expect(step.textContent).toBe('点受理<img src=x onerror=alert(1)>')
    expect(step.querySelector('img')).toBeNull()
    expect(step.querySelector('b')?.textContent).toBe('受理')
  })

  it('finds sections by all words of a query, and marks them', async () => {
    await start()
    const { container } = shown(view)
    await waitFor(() => screen.getByRole('heading', { name: '线索办理' }))
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '线索 证据' } })
    await waitFor(() => expect(headings(3)).toEqual(['审核']))
    expect(screen.getByRole('status').textContent).toBe('找到 1 节')
    expect(container.querySelector('mark')?.textContent).toBe('证据')
    const contents = screen.getByRole('navigation', { name: '手册目录' })
    expect(within(contents).getAllByRole('button')).toHaveLength(1)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '没有的词' } })
    await waitFor(() => screen.getByText(/手册里没有“没有的词”/))
  })

  it('says so where there is none', async () => {
    await start({ manifest: { version: 'v1', pages, app: appFacts, locales: {} } })
    shown(view)
    await waitFor(() => screen.getByText('操作手册不存在！'))
  })

  it('takes signs of patterns as text, and finds in words of the screen', () => {
    expect(findInManual(MANUAL, '(').chapters[0]?.sections.map(({ name }) => name)).toEqual(['accept'])
    expect(piecesOf('点「受理」(1)', '理 (')).toEqual([
      { isWord: false, parts: [{ text: '点', found: false }] },
      {
        isWord: true,
        parts: [
          { text: '受', found: false },
          { text: '理', found: true },
        ],
      },
      {
        isWord: false,
        parts: [
          { text: '(', found: true },
          { text: '1)', found: false },
        ],
      },
    ])
  })
})
