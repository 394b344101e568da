import { act, render as renderIn, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadBoot } from '../../../../../src/console/data/config/config.ts'
import { compileList } from '../../../../../src/console/pages/list/columns/columns.tsx'
import { statusOf, useListController } from '../../../../../src/console/pages/list/query/useListController.ts'
import { boot } from '../../../support/boot.ts'
import { listPage } from '../../../support/pages.ts'
import { app, renderHook } from '../../../support/app.tsx'

interface Asked {
  pageNo: number
  resolve: (rows: number) => void
  reject: () => void
}

/** A server whose answers come when the test says so. */
function slowServer(): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal(
    'fetch',
    (_url: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const { pageNo } = JSON.parse(String(init.body)) as { pageNo: number }
        const rows = (count: number) =>
          Array.from({ length: count }, (_, i) => ({ id: `${pageNo}-${i}`, name: `第${pageNo}页` }))
        asked.push({
          pageNo,
          reject: () => reject(new TypeError('failed')),
          resolve: count =>
            resolve(new Response(JSON.stringify({ resultCode: '0', data: { totalRecord: 60, list: rows(count) } }))),
        })
      }),
  )
  return asked
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map() }}>
    <MemoryRouter>{children}</MemoryRouter>
  </SWRConfig>
)
const at = (search: string) =>
  function At({ children }: { children: ReactNode }) {
    return (
      <SWRConfig value={{ provider: () => new Map() }}>
        <MemoryRouter initialEntries={[`/thing/list${search}`]}>{children}</MemoryRouter>
      </SWRConfig>
    )
  }
const render = (search: string) => {
  const page = listPage()
  return renderHook(({ search: now }) => useListController(page, now), { wrapper, initialProps: { search } })
}

afterEach(() => vi.unstubAllGlobals())

describe('the list controller', () => {
  it('asks anew when somebody refreshes right after they went to where they were', async () => {
    const asked = slowServer()
    const { result } = render('')
    await act(async () => asked[0]!.resolve(3))
    await waitFor(() => expect(result.current.shown?.rows).toHaveLength(3))
    await act(async () => result.current.commands.show(result.current.state))
    await act(async () => asked[1]!.resolve(3))
    await act(async () => result.current.commands.refresh())
    expect(asked).toHaveLength(3)
  })

  it('a later answer to an earlier question never takes the place of the newer one', async () => {
    const asked = slowServer()
    const { result, rerender } = render('?name=race&page=1')
    await waitFor(() => expect(asked).toHaveLength(1))
    rerender({ search: '?name=race&page=2' })
    await waitFor(() => expect(asked).toHaveLength(2))
    await act(async () => asked[1]?.resolve(20))
    await waitFor(() => expect(result.current.shown?.rows[0]?.name).toBe('第2页'))
    await act(async () => asked[0]?.resolve(20))
    expect(result.current.shown?.rows[0]?.name).toBe('第2页')
    expect(result.current.status).toBe('ready')
  })

  it('counts to the end only when somebody wants to know, beside the rows, and once for all pages', async () => {
    const bodies: Record<string, unknown>[] = []
    vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
      const body = JSON.parse(String(init.body)) as Record<string, unknown>
      bodies.push(body)
      const counted = body['exactTotal']
        ? { totalRecord: 12_345, totals: { n: 7 } }
        : { totalRecord: 10_000, capped: true }
      return new Response(JSON.stringify({ resultCode: '0', data: { ...counted, list: [{ id: '1' }] } }))
    })
    const { result, rerender } = render('?name=many')
    await waitFor(() => expect(result.current).toMatchObject({ total: 10_000, capped: true, status: 'ready' }))
    expect(bodies.some(body => 'exactTotal' in body)).toBe(false)
    rerender({ search: '?name=many&exact=1' })
    await waitFor(() => expect(result.current).toMatchObject({ total: 12_345, capped: false, counting: false }))
    expect(result.current).toMatchObject({ other: false, status: 'ready', shown: { totals: { n: 7 } } })
    rerender({ search: '?name=many&exact=1&page=2' })
    await waitFor(() => expect(result.current).toMatchObject({ total: 12_345, shown: { first: 21 } }))
    expect(bodies.filter(body => body['exactTotal'] === 1)).toEqual([
      { name: 'many', pageNo: 1, pageRowNo: 1, pageFlag: 1, exactTotal: 1 },
    ])
    // other rows have another total: it is asked for anew
    rerender({ search: '?name=others' })
    await waitFor(() => expect(result.current).toMatchObject({ total: 10_000, capped: true }))
  })

  it('R2.22 old rows stay, marked as such and with their own numbers, until the new ones are here', async () => {
    const asked = slowServer()
    const { result, rerender } = render('?name=stale')
    expect(result.current.status).toBe('loading')
    await waitFor(() => expect(asked).toHaveLength(1))
    await act(async () => asked[0]?.resolve(20))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    rerender({ search: '?name=stale&page=2' })
    expect(result.current.status).toBe('stale')
    expect(result.current.shown).toMatchObject({ first: 1 })
    await act(async () => asked[1]?.resolve(20))
    await waitFor(() => expect(result.current.shown?.first).toBe(21))
    expect(result.current.total).toBe(60)
  })

  it('goes on with its rows where these come soon, drawn once, and counts each step of one who goes on meanwhile', async () => {
    const asked = slowServer()
    const seen: string[] = []
    const page = listPage()
    const { result } = renderHook(
      () => {
        const list = useListController(page, useLocation().search)
        seen.push(`${list.state.page} ${list.status}`)
        return list
      },
      { wrapper: at('?name=soon') },
    )
    await waitFor(() => expect(asked).toHaveLength(1))
    await act(async () => asked[0]?.resolve(20))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    act(() => result.current.commands.step(1))
    act(() => result.current.commands.step(1))
    // there are three pages
    act(() => result.current.commands.step(1))
    expect([result.current.state.page, asked.map(one => one.pageNo)]).toEqual([1, [1, 2, 3]])
    seen.length = 0
    await act(async () => asked[2]?.resolve(20))
    await waitFor(() => expect(result.current).toMatchObject({ state: { page: 3 }, shown: { first: 41 } }))
    expect([...new Set(seen)]).toEqual(['3 ready'])
    await act(async () => asked[1]?.resolve(20))
    expect(result.current.state.page).toBe(3)
    expect(asked).toHaveLength(3)
  })

  it('goes on without its rows where these are late, and not at all where somebody has gone elsewhere', async () => {
    const asked = slowServer()
    const page = listPage()
    const { result } = renderHook(() => useListController(page, useLocation().search), {
      wrapper: at('?name=late'),
    })
    await waitFor(() => expect(asked).toHaveLength(1))
    await act(async () => asked[0]?.resolve(20))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    act(() => result.current.commands.turn(2))
    await waitFor(() => expect(result.current).toMatchObject({ state: { page: 2 }, status: 'stale' }))
    await act(async () => asked[1]?.resolve(20))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    act(() => result.current.commands.turn(3))
    window.history.pushState({}, '', '/elsewhere')
    await act(async () => asked[2]?.resolve(20))
    await new Promise(resolve => setTimeout(resolve, 150))
    expect(result.current.state.page).toBe(2)
  })

  it('names an error, and recovers from it', async () => {
    const asked = slowServer()
    const { result } = render('?name=error')
    await waitFor(() => expect(asked).toHaveLength(1))
    await act(async () => asked[0]?.reject())
    await waitFor(() => expect(result.current.status).toBe('error'))
    act(() => result.current.commands.refresh())
    await waitFor(() => expect(asked).toHaveLength(2))
    await act(async () => asked[1]?.resolve(3))
    await waitFor(() => expect(result.current.status).toBe('ready'))
  })

  it('keeps its rows when the next page fails, says whose they are, and can be asked again', async () => {
    const asked = slowServer()
    const { result, rerender } = render('?name=gone')
    await waitFor(() => expect(asked).toHaveLength(1))
    await act(async () => asked[0]?.resolve(20))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    rerender({ search: '?name=gone&page=2' })
    await waitFor(() => expect(asked).toHaveLength(2))
    await act(async () => asked[1]?.reject())
    await waitFor(() => expect(result.current).toMatchObject({ status: 'outdated', other: true, shown: { first: 1 } }))
    expect(result.current.shown?.rows).toHaveLength(20)
    act(() => result.current.commands.refresh())
    await waitFor(() => expect(asked).toHaveLength(3))
    await act(async () => asked[2]?.resolve(20))
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', other: false, shown: { first: 21 } }))
  })

  it('a missing field in an answer is an error that says so, not waiting for ever', async () => {
    for (const answer of [{ resultCode: '0', data: { totalRecord: 3 } }, { resultCode: '0' }]) {
      vi.stubGlobal('fetch', async () => new Response(JSON.stringify(answer)))
      const { result, unmount } = render('?name=missing')
      await waitFor(() => expect(result.current.status).toBe('error'))
      expect(result.current.error?.message).toContain('没有 list')
      unmount()
    }
  })

  it('who stands beyond the end, because its rows are gone, is led to the last page', async () => {
    const asked = slowServer()
    const page = listPage()
    const { result } = renderHook(() => useListController(page, useLocation().search), {
      wrapper: at('?name=beyond&page=7'),
    })
    await waitFor(() => expect(asked.at(-1)?.pageNo).toBe(7))
    await act(async () => asked.at(-1)?.resolve(0))
    await waitFor(() => expect(asked.at(-1)?.pageNo).toBe(3))
    await act(async () => asked.at(-1)?.resolve(20))
    await waitFor(() => expect(result.current).toMatchObject({ status: 'ready', state: { page: 3 } }))
  })

  it('opens on another tab by itself only before anybody has seen or chosen anything, and again on a new visit', async () => {
    const asked = slowServer()
    const tabs = ['1', '2', '3'].map(kind => ({ name: kind, label: kind, filters: { kind: { value: kind } } }))
    const page = listPage({ tabs })
    const { result } = renderHook(() => useListController(page, useLocation().search), { wrapper: at('') })
    const open = (tab: string) => act(() => result.current.commands.openOn(tab))
    await waitFor(() => expect(asked).toHaveLength(1))
    await act(async () => asked[0]?.resolve(0))
    await waitFor(() => expect(result.current).toMatchObject({ status: 'empty', state: { tab: '1' } }))
    open('2')
    await waitFor(() => expect(result.current.state.tab).toBe('2'))
    await act(async () => asked.at(-1)?.resolve(20))
    await waitFor(() => expect(result.current.status).toBe('ready'))
    // to the empty one, by hand
    act(() => result.current.commands.part('1'))
    await waitFor(() => expect(result.current.state.tab).toBe('1'))
    open('2')
    expect(result.current.state.tab).toBe('1')
    act(() => result.current.commands.visited())
    open('3')
    await waitFor(() => expect(result.current.state.tab).toBe('3'))
  })

  it('an answer without rows is empty', () => {
    expect(statusOf({ rows: [], first: 1, query: '', totals: undefined }, undefined, false)).toBe('empty')
  })
})

describe('the box in the head', () => {
  it('ticks the rows that are shown now, not those of the page before', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(boot())))
    await loadBoot(app, 'x')
    const { columns, selection } = compileList(app, listPage({ selectable: true }))
    const head = columns.columns().find(({ name }) => name === '$tick')
    selection.show([{ id: 'a' }, { id: 'b' }])
    const { getByRole } = renderIn(<>{head?.title}</>)
    await act(async () => selection.show([{ id: 'c' }]))
    act(() => getByRole('checkbox').click())
    expect(selection.keys()).toEqual(['c'])
    await act(async () => selection.show([{ id: 'c' }, { id: 'd' }]))
    expect((getByRole('checkbox') as HTMLInputElement).indeterminate).toBe(true)
  })
})
