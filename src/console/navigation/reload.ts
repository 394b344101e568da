import { useSyncExternalStore } from 'react'
import { renew } from '../data/http/query.ts'

let count = 0
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Draws the page on screen from nothing, with fresh data. */
export function reloadPage(): void {
  count += 1
  for (const listener of listeners) listener()
  void renew()
}
export const usePageReload = (): number => useSyncExternalStore(subscribe, () => count)
