import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { copyOf, saveColumns, useServerColumns } from '../../../../../src/console/pages/list/columns/columnPrefs.ts'
import { createColumnStore, type ColumnStore } from '../../../../../src/console/pages/list/columns/columnStore.ts'
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
const opened = (route: string, store = make(), ready = true) => ({
  store,
  ...renderHook(({ isReady }: { isReady: boolean }) => useServerColumns(route, store, isReady), {
    initialProps: { isReady: ready },
  }),
})

describe('columns as a user has set them', () => {
  it('come from the server once the rows are there, and are copied for the next time', async () => {
    answers[PREFERENCES] = { value: only('b') }
    const { store, rerender } = opened('thing/one', make(), false)
    expect(readings()).toBe(0)
    rerender({ isReady: true })
    await waitFor(() => expect(shown(store)).toBe('b'))
    expect(copyOf(app, 'thing/one')).toEqual(only('b'))
    expect(opened('thing/one').store.stored()).toBeUndefined()
    expect(readings()).toBe(1)
  })

  it('go where another machine has taken them back', async () => {
    answers[PREFERENCES] = { value: only('a') }
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
    answers[PREFERENCES] = { value: only('a') }
    await saveColumns(app, 'thing/four', only('b'))
    const store = make()
    store.apply(copyOf(app, 'thing/four'))
    opened('thing/four', store)
    await Promise.resolve()
    expect(asked.map(({ body }) => body)).toEqual([{ key: 'columns:thing/four', value: only('b') }])
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
