import { act, waitFor } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ListPage } from '../../../../../src/core/contract/configuration.ts'
import { compileList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { useViewCommands } from '../../../../../src/console/pages/list/panels/useViewCommands.ts'
import { remember, rememberedReader } from '../../../../../src/console/pages/list/query/remembered.ts'
import { useListController } from '../../../../../src/console/pages/list/query/useListController.ts'
import { useServerPrefs } from '../../../../../src/console/pages/list/query/useServerPrefs.ts'
import { app, renderHook } from '../../../support/app.tsx'
import { listPage } from '../../../support/pages.ts'
import { answers, asked, eachAnew, start } from '../../../support/started.tsx'

const IMPORTANT = { id: '7', name: '重点', search: '?name=药' }

const Browser = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <SWRConfig value={{ provider: () => new Map() }}>
      <BrowserRouter>{children}</BrowserRouter>
    </SWRConfig>
  </StrictMode>
)

/** A list that somebody has open at this address; its commands are what its controls call. */
async function open(page: ListPage, search = '') {
  window.history.replaceState({}, '', `/${page.route}${search}`)
  const hook = renderHook(
    () => {
      const list = useListController(page, useLocation().search)
      const { state, commands, total } = list
      const compiled = compileList(app, page)
      compiled.see({ state, commands, total })
      return {
        ...list,
        views: useViewCommands(
          page,
          compiled,
          () => {},
          () => {},
        ),
      }
    },
    { wrapper: Browser },
  )
  await waitFor(() => expect(hook.result.current.status).toBe('ready'))
  return hook.result
}

const saved = (view: typeof IMPORTANT) => ({
  ...view,
  query: { search: view.search },
  shared: false,
  mine: true,
  owner: '',
})

eachAnew()
beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await start()
  answers['/thing/'] = { totalRecord: 200, list: [{ id: '1' }] }
})

describe('a choice that is kept for next time', () => {
  it.each(['', '?name=x', '?page=3', '?page=2&pageSize=30'])('sets the page size at once, at %j', async search => {
    const page = listPage()
    const list = await open(page, search)
    const chosen = [50, 10, 20]
    for (const size of chosen) {
      act(() => list.current.commands.resize(size))
      await waitFor(() => expect(list.current.state.size).toBe(size))
      await waitFor(() => expect(list.current.status).toBe('ready'))
      expect(asked.findLast(({ body }) => 'pageRowNo' in body)?.body['pageRowNo']).toBe(size)
    }
    expect((await open(page)).current.state.size).toBe(chosen.at(-1))
  })

  it('sets the page size where another tab of the browser has chosen it already', async () => {
    const page = listPage()
    const list = await open(page)
    localStorage.setItem(`list:u1:${page.route}`, JSON.stringify({ size: 50 }))
    act(() => list.current.commands.turn(2))
    await waitFor(() => expect(list.current.state).toMatchObject({ page: 2, size: 20 }))
    act(() => list.current.commands.resize(50))
    await waitFor(() => expect(list.current.state.size).toBe(50))
    // what is shown belongs to what is asked for
    await waitFor(() => expect(list.current).toMatchObject({ status: 'ready', other: false }))
  })

  it('makes a view the first one and takes it back, while the list stays as it is', async () => {
    const page = listPage()
    const list = await open(page)
    act(() => list.current.views.openWith(saved(IMPORTANT)))
    await waitFor(() => expect(location.search).toBe('?view=none'))
    expect(list.current.state.filters).toEqual({})
    const opened = await open(page)
    expect(opened.current.state.filters).toEqual({ name: '药' })
    act(() => opened.current.views.openWith(undefined))
    await waitFor(() => expect(decodeURIComponent(location.search)).toBe(IMPORTANT.search))
    expect(opened.current.state.filters).toEqual({ name: '药' })
    act(() => opened.current.commands.query({}))
    await waitFor(() => expect(opened.current.state.filters).toEqual({}))
  })

  it('keeps the page size under a view that says none, whether it is opened or applied', async () => {
    const page = listPage()
    remember(app, page.route, { size: 50, view: IMPORTANT })
    const list = await open(page)
    expect(list.current.state).toMatchObject({ size: 50, filters: { name: '药' } })
    act(() => list.current.commands.query({}))
    await waitFor(() => expect(list.current.state.filters).toEqual({}))
    act(() => list.current.views.apply(saved(IMPORTANT)))
    await waitFor(() => expect(list.current.state).toMatchObject({ size: 50, filters: { name: '药' } }))
  })

  it('is not taken back by what the server said before, however late that comes', async () => {
    const page = listPage()
    let come = (): void => {}
    const late = new Promise<void>(resolve => {
      come = resolve
    })
    const answer = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.includes('/preferences') && init.method === 'GET') await late
      return answer(url, init)
    })
    const readers = [rememberedReader(app, page.route)]
    renderHook(() => useServerPrefs(readers, true))
    const list = await open(page)
    act(() => list.current.commands.resize(50))
    await waitFor(() => expect(list.current.state.size).toBe(50))
    await act(async () => come())
    expect(list.current.state.size).toBe(50)
    expect((await open(page)).current.state.size).toBe(50)
  })
})
