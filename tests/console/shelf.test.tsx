import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useCall } from '../../src/console/data/http/query.ts'
import { createShelf } from '../../src/console/data/http/shelf.ts'
import { LIST } from './pages.ts'

afterEach(() => vi.unstubAllGlobals())

describe('answers that are on no page', () => {
  it('go in the order of their last use, and none that somebody looks at', () => {
    const gone: string[] = []
    const shelf = createShelf(2, key => gone.push(key))
    const see = (key: string) => {
      shelf.hold(key)
      shelf.release(key)
    }
    shelf.hold('shown')
    for (const key of ['a', 'b', 'a', 'c']) see(key)
    expect(gone).toEqual(['b'])
    // two parts of a page look at the same: it is left when both have gone
    shelf.hold('shown')
    shelf.release('shown')
    for (const key of ['d', 'e']) see(key)
    expect(gone).toEqual(['b', 'a', 'c'])
    shelf.release('shown')
    see('f')
    expect(gone).toEqual(['b', 'a', 'c', 'd', 'e'])
  })

  it('are kept in a limited number, however many a user has opened', async () => {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ resultCode: '0', data: { list: [] } })))
    const cache = new Map<string, never>()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <SWRConfig value={{ provider: () => cache }}>{children}</SWRConfig>
    )
    const { result, rerender } = renderHook(({ id }) => useCall(LIST, { id }), { wrapper, initialProps: { id: 0 } })
    for (let id = 0; id < 150; id++) {
      rerender({ id })
      await waitFor(() => expect(result.current.isLoading).toBe(false), { interval: 1 })
    }
    expect(result.current.data).toEqual({ list: [] })
    const answers = [...cache.keys()].filter(key => key.includes(LIST.name))
    expect(answers.length).toBeGreaterThan(10)
    expect(answers.length).toBeLessThan(100)
  })
})
