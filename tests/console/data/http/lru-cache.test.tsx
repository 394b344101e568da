import { waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { SWRConfig } from 'swr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useCall } from '../../../../src/console/data/http/query.ts'
import { createLruCache } from '../../../../src/console/data/http/lruCache.ts'
import { LIST } from '../../support/pages.ts'
import { renderHook } from '../../support/app.tsx'

afterEach(() => vi.unstubAllGlobals())

describe('answers that are on no page', () => {
  it('go in the order of their last use, and none that somebody looks at', () => {
    const gone: string[] = []
    const lruCache = createLruCache(2, key => gone.push(key))
    const see = (key: string) => {
      lruCache.retain(key)
      lruCache.release(key)
    }
    lruCache.retain('shown')
    for (const key of ['a', 'b', 'a', 'c']) see(key)
    expect(gone).toEqual(['b'])
    // two parts of a page look at the same: it is left when both have gone
    lruCache.retain('shown')
    lruCache.release('shown')
    for (const key of ['d', 'e']) see(key)
    expect(gone).toEqual(['b', 'a', 'c'])
    lruCache.release('shown')
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
