import { useEffect } from 'react'
import { currentConfig } from '../../../data/config/config.ts'
import { send } from '../../../data/http/http.ts'
import { PREFS_GET, PREFS_SET } from '../../../data/calls/own-calls.ts'
import type { ColumnStore } from './columnStore.ts'
import { asStored, type StoredColumns } from '../grid/settings.ts'

/**
 * The server keeps the setting; the browser has a copy, so that a list is drawn at once as its user knows it.
 * The server is asked when the rows are there: another machine may have changed it.
 */
const prefKey = (route: string): string => `columns:${route}`
const copyKey = (route: string): string => `columns:${currentConfig().boot?.user.id ?? ''}:${route}`

export function copyOf(route: string): StoredColumns | undefined {
  try {
    return asStored(JSON.parse(localStorage.getItem(copyKey(route)) ?? 'null'))
  } catch {
    return undefined
  }
}

function keepCopy(route: string, stored: StoredColumns | undefined): void {
  if (stored) localStorage.setItem(copyKey(route), JSON.stringify(stored))
  else localStorage.removeItem(copyKey(route))
}

const asked = new Set<string>()

export async function saveColumns(route: string, stored: StoredColumns | undefined): Promise<void> {
  asked.add(route)
  keepCopy(route, stored)
  await send(PREFS_SET, { key: prefKey(route), value: stored ?? null })
}

/** Once a list has its rows, and once for each time the console is opened. */
export function useServerColumns(route: string, store: ColumnStore, ready: boolean): void {
  useEffect(() => {
    if (!ready || asked.has(route)) return
    asked.add(route)
    // an older server has no such call: the list works without it
    void send<{ value?: unknown } | null>(PREFS_GET, { key: prefKey(route) }, { quiet: true }).then(
      answer => {
        const stored = asStored(answer?.value)
        if (JSON.stringify(stored) === JSON.stringify(copyOf(route))) return
        keepCopy(route, stored)
        store.apply(stored)
      },
      () => asked.delete(route),
    )
  }, [route, store, ready])
}
