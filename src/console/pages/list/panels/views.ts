import { useSyncExternalStore } from 'react'
import { ownUserId } from '../../../data/config/config.ts'

/** The view that was applied last on a list, for as long as the tab is open. */
export interface ActiveView {
  id: string
  name: string
}
const keyOf = (route: string): string => `view:${ownUserId()}:${route}`
const listeners = new Set<() => void>()
const known = new Map<string, ActiveView | undefined>()

export function activeView(route: string): ActiveView | undefined {
  if (!known.has(route)) known.set(route, read(route))
  return known.get(route)
}

function read(route: string): ActiveView | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(route)) ?? 'null') as ActiveView | null) ?? undefined
  } catch {
    return undefined
  }
}

export function activateView(route: string, view: ActiveView | undefined): void {
  known.set(route, view)
  if (view) sessionStorage.setItem(keyOf(route), JSON.stringify(view))
  else sessionStorage.removeItem(keyOf(route))
  for (const listener of listeners) listener()
}

export function useActiveView(route: string): ActiveView | undefined {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => activeView(route),
  )
}
