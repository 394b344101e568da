import type { Row } from '../../../../core/contract/api.ts'

/** A selection of all rows that match a query, stored on the server. */
export interface AllMatching {
  id: string
  count: number
  /** more rows matched than the server stores */
  capped: boolean
}

/** Ticked rows, outside React's state: a tick redraws only its checkbox and the toolbar. */
export interface Selection {
  subscribe(listener: () => void): () => void
  has(key: string): boolean
  size(): number
  /** ticked rows that have been loaded */
  rows(): Row[]
  keys(): string[]
  toggle(key: string, row: Row): void
  setAll(entries: [key: string, row: Row][], on: boolean): void
  /** selects only these keys, e.g. those that failed in a batch */
  keep(keys: string[]): void
  selectAllMatching(allMatching: AllMatching): void
  allMatching(): AllMatching | undefined
  /** called when the filters change: clears "all matching" but keeps single ticks */
  clearAllMatching(): void
  clear(): void
  /** rows on screen, for the checkbox in the head */
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
  /** unticking one row of "all matching" leaves the other rows on screen ticked */
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
      // called during rendering, so listeners must not be notified synchronously
      queueMicrotask(tell)
    },
    onScreen: () => screen,
    clear: () => {
      if (allMatching || ticked.size > 0) start(new Map())
    },
  }
}
