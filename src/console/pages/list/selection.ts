import type { Row } from '../../../core/contract/api.ts'

/** Ticked rows, kept outside React's tree: a tick draws its own box and the bar, never the table. */
export interface Selection {
  subscribe(listener: () => void): () => void
  has(key: string): boolean
  size(): number
  rows(): Row[]
  toggle(key: string, row: Row): void
  setAll(entries: [key: string, row: Row][], on: boolean): void
  clear(): void
  /** rows on screen, for the box in the head */
  show(rows: Row[]): void
  onScreen(): Row[]
}

export function createSelection(): Selection {
  const ticked = new Map<string, Row>()
  let screen: Row[] = []
  const listeners = new Set<() => void>()
  const tell = () => { for (const listener of listeners) listener() }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    has: (key) => ticked.has(key),
    size: () => ticked.size,
    rows: () => [...ticked.values()],
    toggle: (key, row) => {
      if (!ticked.delete(key)) ticked.set(key, row)
      tell()
    },
    setAll: (entries, on) => {
      for (const [key, row] of entries) if (on) ticked.set(key, row)
        else ticked.delete(key)
      tell()
    },
    show: (rows) => { screen = rows },
    onScreen: () => screen,
    clear: () => {
      if (ticked.size === 0) return
      ticked.clear()
      tell()
    },
  }
}
