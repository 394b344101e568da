import type { Row } from '../../../../core/contract/api.ts'

/** Rows that match a query, all of them: the server has written down which. */
export interface AllMatching {
  id: string
  count: number
  /** there were more than the server writes down */
  capped: boolean
}

/** Ticked rows, kept outside React's tree: a tick draws its own box and the bar, never the table. */
export interface Selection {
  subscribe(listener: () => void): () => void
  has(key: string): boolean
  size(): number
  /** the rows that are ticked and have been seen */
  rows(): Row[]
  keys(): string[]
  toggle(key: string, row: Row): void
  setAll(entries: [key: string, row: Row][], on: boolean): void
  /** just these: what a batch could not do */
  keep(keys: string[]): void
  selectAllMatching(allMatching: AllMatching): void
  allMatching(): AllMatching | undefined
  /** another query: all that matched the old one are no longer selected, single ticks stay */
  clearAllMatching(): void
  clear(): void
  /** rows on screen, for the box in the head */
  show(rows: Row[]): void
  onScreen(): Row[]
}

export function createSelection(idKey = 'id'): Selection {
  let ticked = new Map<string, Row | undefined>()
  let screen: Row[] = []
  let allMatching: AllMatching | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  /** one tick taken from "all" leaves the rest of what is on screen */
  const tickOnScreen = () => {
    if (!allMatching) return
    allMatching = undefined
    ticked = new Map(screen.map(row => [String(row[idKey]), row]))
  }
  const start = (next: Map<string, Row | undefined>, all?: AllMatching) => {
    ticked = next
    allMatching = all
    tell()
  }
  return {
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    has: key => allMatching !== undefined || ticked.has(key),
    size: () => allMatching?.count ?? ticked.size,
    rows: () => [...ticked.values()].filter(row => row !== undefined),
    keys: () => [...ticked.keys()],
    toggle: (key, row) => {
      tickOnScreen()
      if (!ticked.delete(key)) ticked.set(key, row)
      tell()
    },
    setAll: (entries, on) => {
      tickOnScreen()
      for (const [key, row] of entries)
        if (on) ticked.set(key, row)
        else ticked.delete(key)
      tell()
    },
    keep: keys => {
      const seen = new Map([...ticked, ...screen.map((row): [string, Row] => [String(row[idKey]), row])])
      start(new Map(keys.map(key => [key, seen.get(key)])))
    },
    selectAllMatching: all => start(new Map(), all),
    allMatching: () => allMatching,
    clearAllMatching: () => {
      if (allMatching) start(new Map())
    },
    show: rows => {
      if (rows === screen) return
      screen = rows
      // said while a list is being drawn: nothing else may be drawn from within that
      queueMicrotask(tell)
    },
    onScreen: () => screen,
    clear: () => {
      if (allMatching || ticked.size > 0) start(new Map())
    },
  }
}
