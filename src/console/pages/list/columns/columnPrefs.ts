import type { ConsoleApp } from '../../../app/app.ts'
import { kept } from '../../../app/kept.ts'
import { ownUserId } from '../../../data/config/config.ts'
import { send } from '../../../data/http/http.ts'
import { PREFS_SET } from '../../../data/calls/own-calls.ts'
import type { ColumnStore } from './columnStore.ts'
import { noteSaved, type PrefReader } from '../query/serverPrefs.ts'
import { asStored, type StoredColumns } from '../grid/settings.ts'

/**
 * Settings are stored on the server, with a copy in the browser, so that a list can be drawn at once. The server's are
 * read after the rows, because another machine may have changed them.
 */
const prefKey = (route: string): string => `columns:${route}`
const copies = kept('browser', 'columns', asStored)
const placeOf = (app: ConsoleApp, route: string): string => `${ownUserId(app)}:${route}`

export const copyOf = (app: ConsoleApp, route: string): StoredColumns | undefined => copies.read(placeOf(app, route))

const keepCopy = (app: ConsoleApp, route: string, stored: StoredColumns | undefined): void =>
  copies.keep(stored, placeOf(app, route))

export async function saveColumns(app: ConsoleApp, route: string, stored: StoredColumns | undefined): Promise<void> {
  noteSaved(app, prefKey(route))
  keepCopy(app, route, stored)
  await send(app, PREFS_SET, { key: prefKey(route), value: stored ?? null })
}

/** Takes the server's columns of a list, if they are others than the copy's. */
export const columnReader = (app: ConsoleApp, route: string, store: ColumnStore): PrefReader => ({
  key: prefKey(route),
  take: value => {
    const stored = asStored(value)
    if (JSON.stringify(stored) === JSON.stringify(copyOf(app, route))) return
    keepCopy(app, route, stored)
    store.apply(stored)
  },
})
