import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { renew } from '../data/http/query.ts'

/** How often the page on screen was drawn from nothing. */
const reloads = part(() => createStore(0))

/** Draws the page on screen from nothing, with fresh data. */
export function reloadPage(app: ConsoleApp): void {
  const count = reloads(app)
  count.set(count.get() + 1)
  void renew()
}
export function usePageReload(): number {
  const app = useApp()
  const count = reloads(app)
  return useSyncExternalStore(count.subscribe, count.get)
}
