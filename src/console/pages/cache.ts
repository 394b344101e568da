import type { Page } from '../../core/contract/configuration.ts'
import type { Ready } from './prepare.ts'
import type { View } from './parts/view.ts'

export interface CachedPage {
  id: string
  route: string
  page: Page
  View: View
  search: string
  /** counts new visits, as opposed to returns: a new visit resets the page's scroll position and selection */
  visit: number
  /** counts reloads: a change makes React create the page anew */
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
 * Keeps the last ten pages mounted behind the current one (R2.07). A list is one entry whatever its query, as is a
 * dashboard; each record is an entry of its own; forms are not kept, because their drafts restore them.
 */
export function createCache() {
  const kept = new Map<string, CachedPage>()
  let current: CachedPage | undefined
  let seen = { key: '', reload: 0 }
  const closing = new Set<string>()

  function show(ready: Ready, place: Place): CachedPage {
    const news = { arrived: place.key !== seen.key, reloaded: place.reload !== seen.reload }
    if (current && isSame(current, ready, place, news)) return current
    seen = { key: place.key, reload: place.reload }
    const id = cacheId(ready.page, place)
    if (current && current.id !== id && (!isCached(current.page) || closing.has(current.id))) kept.delete(current.id)
    closing.clear()
    current = entryOf(kept.get(id), id, ready, place, news)
    kept.delete(id)
    kept.set(id, current)
    dropOldest(kept, id)
    return current
  }
  /** Drops closed tabs. The current page is only marked, and dropped when the next one is shown. */
  function drop(ids: string[]): void {
    for (const id of ids) {
      if (current?.id === id) closing.add(id)
      else kept.delete(id)
    }
  }
  const has = (page: Page, place: Pick<Place, 'route' | 'search'>): boolean => kept.has(cacheId(page, place))
  return {
    show,
    drop,
    has,
    last: () => current,
    all: () => [...kept.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  }
}

interface News {
  arrived: boolean
  reloaded: boolean
}

const isSame = (current: CachedPage, ready: Ready, place: Place, news: News): boolean =>
  !news.arrived && !news.reloaded && current.page === ready.page && current.search === place.search

function entryOf(old: CachedPage | undefined, id: string, ready: Ready, place: Place, news: News): CachedPage {
  // a form in use keeps its page: a new configuration must not change it while the user types
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

function dropOldest(kept: Map<string, CachedPage>, except: string): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= LARGEST) return
    if (oldest !== except) kept.delete(oldest)
  }
}

export const isCached = (page: Page): boolean =>
  page.kind === 'list' || page.kind === 'detail' || page.kind === 'dashboard'
/** Lists and dashboards share one id for all queries; other pages have one for each address. */
export const cacheId = (page: Page, place: Pick<Place, 'route' | 'search'>): string =>
  page.kind === 'list' || page.kind === 'dashboard' ? place.route : place.route + place.search
