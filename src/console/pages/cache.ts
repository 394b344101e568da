import type { Page } from '../../core/contract/configuration.ts'
import type { Ready } from './prepare.ts'
import type { View } from './parts/view.ts'

export interface Entry {
  id: string
  route: string
  page: Page
  View: View
  search: string
  /** grows with every visit that is a new one and no return */
  visit: number
  /** grows when the page is to be drawn from nothing */
  made: number
}
interface Place {
  route: string
  search: string
  key: string
  pushed: boolean
  reload: number
}

const LARGEST = 10

/**
 * Pages that were left stay alive behind the one on screen, the last ten of them (R2.07). A list is one page
 * whatever its query; a record is a page of its own; forms come back from their draft instead.
 */
export function createCache() {
  const kept = new Map<string, Entry>()
  let current: Entry | undefined
  let seen = { key: '', reload: 0 }
  const closing = new Set<string>()

  function show(ready: Ready, place: Place): Entry {
    const news = { arrived: place.key !== seen.key, reloaded: place.reload !== seen.reload }
    if (current && isSame(current, ready, place, news)) return current
    seen = { key: place.key, reload: place.reload }
    const id = idOf(ready.page, place)
    if (current && current.id !== id && (!isKept(current.page) || closing.has(current.id))) kept.delete(current.id)
    closing.clear()
    current = entryOf(kept.get(id), id, ready, place, news)
    kept.delete(id)
    kept.set(id, current)
    dropOldest(kept, id)
    return current
  }
  /** Closed tabs need not be kept; the one on screen goes when the next page is there. */
  function drop(ids: string[]): void {
    for (const id of ids) {
      if (current?.id === id) closing.add(id)
      else kept.delete(id)
    }
  }
  return { show, drop, last: () => current, entries: () => [...kept.values()].sort((a, b) => (a.id < b.id ? -1 : 1)) }
}

interface News {
  arrived: boolean
  reloaded: boolean
}

const isSame = (current: Entry, ready: Ready, place: Place, news: News): boolean =>
  !news.arrived && !news.reloaded && current.page === ready.page && current.search === place.search

function entryOf(old: Entry | undefined, id: string, ready: Ready, place: Place, news: News): Entry {
  // a form that is being filled in is not exchanged under the user's hands
  const page = old && ready.page.kind === 'form' && !news.reloaded ? old.page : ready.page
  const visit = (old?.visit ?? 0) + (news.arrived && place.pushed ? 1 : 0)
  return {
    id,
    route: place.route,
    page,
    View: ready.View,
    search: place.search,
    visit,
    made: (old?.made ?? 0) + (news.reloaded ? 1 : 0),
  }
}

function dropOldest(kept: Map<string, Entry>, except: string): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= LARGEST) return
    if (oldest !== except) kept.delete(oldest)
  }
}

export const isKept = (page: Page): boolean =>
  page.kind === 'list' || page.kind === 'detail' || page.kind === 'dashboard'
/** A list is one page whatever its query; a record is a page of its own. */
export const idOf = (page: Page, place: Pick<Place, 'route' | 'search'>): string =>
  page.kind === 'list' ? place.route : place.route + place.search
