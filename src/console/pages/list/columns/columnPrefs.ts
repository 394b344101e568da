import { useApp } from '../../../app/useApp.ts'
import { part, type ConsoleApp } from '../../../app/app.ts'
import { useEffect } from 'react'
import { currentConfig } from '../../../data/config/config.ts'
import { send } from '../../../data/http/http.ts'
import { PREFS_GET, PREFS_SET } from '../../../data/calls/own-calls.ts'
import type { ColumnStore } from './columnStore.ts'
import { asStored, type StoredColumns } from '../grid/settings.ts'

/**
 * Settings are stored on the server, with a copy in the browser, so that a list can be drawn at once. The server's are
 * read after the rows, because another machine may have changed them.
 */
const prefKey = (route: string): string => `columns:${route}`
const copyKey = (app: ConsoleApp, route: string): string => `columns:${currentConfig(app).boot?.user.id ?? ''}:${route}`

export function copyOf(app: ConsoleApp, route: string): StoredColumns | undefined {
  try {
    return asStored(JSON.parse(localStorage.getItem(copyKey(app, route)) ?? 'null'))
  } catch {
    return undefined
  }
}

function keepCopy(app: ConsoleApp, route: string, stored: StoredColumns | undefined): void {
  if (stored) localStorage.setItem(copyKey(app, route), JSON.stringify(stored))
  else localStorage.removeItem(copyKey(app, route))
}

/** routes whose settings have been read from the server in this console */
const askedFor = part(() => new Set<string>())

export async function saveColumns(app: ConsoleApp, route: string, stored: StoredColumns | undefined): Promise<void> {
  askedFor(app).add(route)
  keepCopy(app, route, stored)
  await send(app, PREFS_SET, { key: prefKey(route), value: stored ?? null })
}

/** Reads the settings from the server once, after the first rows have arrived. */
export function useServerColumns(route: string, store: ColumnStore, ready: boolean): void {
  const app = useApp()
  useEffect(() => {
    const asked = askedFor(app)
    if (!ready || asked.has(route)) return
    asked.add(route)
    // an older server lacks this call: the list works without it
    void send<{ value?: unknown } | null>(app, PREFS_GET, { key: prefKey(route) }, { quiet: true }).then(
      answer => {
        const stored = asStored(answer?.value)
        if (JSON.stringify(stored) === JSON.stringify(copyOf(app, route))) return
        keepCopy(app, route, stored)
        store.apply(stored)
      },
      () => asked.delete(route),
    )
  }, [app, route, store, ready])
}
