import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { columnReader, copyOf, saveColumns } from '../../../../../src/console/pages/list/columns/columnPrefs.ts'
import { createColumnStore, type ColumnStore } from '../../../../../src/console/pages/list/columns/columnStore.ts'
import {
  remember,
  remembered,
  rememberedReader,
  rememberedVersion,
} from '../../../../../src/console/pages/list/query/remembered.ts'
import { useServerPrefs } from '../../../../../src/console/pages/list/query/useServerPrefs.ts'
import type { StoredColumns } from '../../../../../src/console/pages/list/grid/settings.ts'
import { app, renderHook } from '../../../support/app.tsx'
import { answers, asked, eachAnew, start } from '../../../support/started.tsx'

const PREFERENCES = '/api-console/preferences'
const only = (name: string): StoredColumns => ({
  known: ['a', 'b'],
  columns: ['a', 'b'].map(one => ({ name: one, shown: one === name })),
})
const make = (): ColumnStore =>
  createColumnStore(['a', 'b'].map(name => ({ name, label: name, width: 100, title: name, draw: () => null })))
const shown = (store: ColumnStore): string =>
  store
    .columns()
    .map(({ name }) => name)
    .join()
const readings = (): number => asked.filter(({ url }) => url.includes(PREFERENCES)).length

eachAnew()
beforeEach(async () => {
  localStorage.clear()
  await start()
})

/** A list whose rows are there. */
function opened(route: string, store = make(), ready = true) {
  const readers = [columnReader(app, route, store), rememberedReader(app, route)]
  return {
    store,
    ...renderHook(({ isReady }: { isReady: boolean }) => useServerPrefs(readers, isReady), {
      initialProps: { isReady: ready },
    }),
  }
}
/** What the server has of a list. */
const kept = (route: string, columns: StoredColumns | undefined, list?: object): unknown => ({
  values: { ...(columns ? { [`columns:${route}`]: columns } : {}), ...(list ? { [`list:${route}`]: list } : {}) },
})

describe('columns as a user has set them', () => {
  it('come from the server once the rows are there, and are copied for the next time', async () => {
    answers[PREFERENCES] = kept('thing/one', only('b'))
    const { store, rerender } = opened('thing/one', make(), false)
    expect(readings()).toBe(0)
    rerender({ isReady: true })
    await waitFor(() => expect(shown(store)).toBe('b'))
    expect(copyOf(app, 'thing/one')).toEqual(only('b'))
    expect(opened('thing/one').store.stored()).toBeUndefined()
    expect(readings()).toBe(1)
  })

  it('go where another machine has taken them back', async () => {
    answers[PREFERENCES] = kept('thing/two', only('a'))
    const first = opened('thing/two')
    await waitFor(() => expect(shown(first.store)).toBe('a'))
    answers[PREFERENCES] = null
    // another console of the same browser: it has the copy, and has read nothing yet
    const store = make()
    store.apply(copyOf(app, 'thing/two'))
    localStorage.setItem('columns:u1:thing/three', JSON.stringify(only('a')))
    opened('thing/three', store)
    await waitFor(() => expect(shown(store)).toBe('a,b'))
    expect(copyOf(app, 'thing/three')).toBeUndefined()
  })

  it('that are saved are not taken back by what the server said before', async () => {
    answers[PREFERENCES] = kept('thing/four', only('a'))
    await saveColumns(app, 'thing/four', only('b'))
    const store = make()
    store.apply(copyOf(app, 'thing/four'))
    opened('thing/four', store)
    await Promise.resolve()
    expect(asked.map(({ body }) => body).filter(body => body?.['key'])).toEqual([
      { key: 'columns:thing/four', value: only('b') },
    ])
    expect(shown(store)).toBe('b')
    await saveColumns(app, 'thing/four', undefined)
    expect(asked.at(-1)?.body).toEqual({ key: 'columns:thing/four', value: null })
    expect(copyOf(app, 'thing/four')).toBeUndefined()
  })

  it('in a copy that is broken are none', () => {
    localStorage.setItem('columns:u1:thing/five', '{"known":')
    expect(copyOf(app, 'thing/five')).toBeUndefined()
    localStorage.setItem('columns:u1:thing/five', '[]')
    expect(copyOf(app, 'thing/five')).toBeUndefined()
    // nor are those of somebody else who uses this browser
    localStorage.setItem('columns:u2:thing/five', JSON.stringify(only('a')))
    expect(copyOf(app, 'thing/five')).toBeUndefined()
  })
})

describe('page size and first view of a list', () => {
  const VIEW = { id: '7', name: '重点', search: '?name=药' }

  it('are kept on the server, and come with the columns in one request after the rows', async () => {
    remember(app, 'thing/six', { size: 50 })
    remember(app, 'thing/six', { view: VIEW })
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ key: 'list:thing/six', value: { size: 50, view: VIEW } }))
    remember(app, 'thing/six', { size: undefined, view: undefined })
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ key: 'list:thing/six', value: null }))
    // another machine: nothing in the browser yet
    const before = [rememberedVersion(app).get(), readings()]
    answers[PREFERENCES] = kept('thing/seven', only('b'), { size: 30, view: VIEW })
    const { store } = opened('thing/seven')
    await waitFor(() => expect(remembered(app, 'thing/seven')).toEqual({ size: 30, view: VIEW }))
    expect(shown(store)).toBe('b')
    expect([rememberedVersion(app).get(), readings()]).toEqual([Number(before[0]) + 1, Number(before[1]) + 1])
  })

  it('that this browser has as the server has them redraw nothing', async () => {
    localStorage.setItem('list:u1:thing/eight', JSON.stringify({ size: 30 }))
    answers[PREFERENCES] = kept('thing/eight', only('a'), { size: 30 })
    const version = rememberedVersion(app).get()
    const { store } = opened('thing/eight')
    await waitFor(() => expect(shown(store)).toBe('a'))
    expect(rememberedVersion(app).get()).toBe(version)
  })
})
