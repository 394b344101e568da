import { useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { renew } from '../data/http/query.ts'

/** Counts reloads of the current page. */
const reloads = part(() => createStore(0))

/** Draws the current page again from scratch, with fresh data. */
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
