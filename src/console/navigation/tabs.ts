import { part } from '../app/app.ts'
import { createStore } from '../app/store.ts'

/** An open page, as shown in the tab bar and kept by PageOutlet. */
export interface OpenTab {
  /** id of the page in the page cache */
  id: string
  /** its last URL */
  url: string
  title: string
  /** title of the record shown */
  name?: string
}
interface State {
  tabs: OpenTab[]
  active: string
}
type Closed = (ids: string[]) => void

const KEY = 'tabs'
const STANDARD_LIMIT = 12

/** The open tabs of a console. */
function createTabs() {
  const { get: state, set, subscribe } = createStore<State>({ tabs: [], active: '' })
  const closedListeners = new Set<Closed>()
  let owner = ''
  /** ids by last use, latest at the end */
  let used: string[] = []

  function change(next: State): void {
    const gone = state()
      .tabs.filter(old => !next.tabs.some(tab => tab.id === old.id))
      .map(tab => tab.id)
    sessionStorage.setItem(KEY, JSON.stringify({ owner, tabs: next.tabs }))
    if (gone.length) for (const listener of closedListeners) listener(gone)
    set(next)
  }
  /** Restores the tabs after a reload, unless they belong to another user. */
  function restore(user: string): void {
    owner = user
    used = []
    set({ tabs: stored(owner), active: '' })
  }
  function open(tab: OpenTab, limit = STANDARD_LIMIT): void {
    used = [...used.filter(id => id !== tab.id), tab.id]
    const { tabs: before, active } = state()
    const known = before.find(old => old.id === tab.id)
    if (known && active === tab.id && known.url === tab.url && known.title === tab.title) return
    const tabs = known ? before.map(old => (old.id === tab.id ? { ...old, ...tab } : old)) : [...before, tab]
    change({ tabs: withinLimit(tabs, tab.id, limit, used), active: tab.id })
  }
  function name(id: string, text: string): void {
    if (state().tabs.find(tab => tab.id === id)?.name === text) return
    change({ ...state(), tabs: state().tabs.map(tab => (tab.id === id ? { ...tab, name: text } : tab)) })
  }
  const close = (ids: string[]): void => change({ ...state(), tabs: state().tabs.filter(tab => !ids.includes(tab.id)) })
  /** Calls the listener for closed tabs, so that their pages can be released. */
  function onClosed(listener: Closed): () => void {
    closedListeners.add(listener)
    return () => closedListeners.delete(listener)
  }
  return { state, subscribe, restore, open, name, close, onClosed }
}
export const tabs = part(createTabs)

function stored(owner: string): OpenTab[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { owner?: string; tabs?: OpenTab[] }
    return kept.owner === owner ? (kept.tabs ?? []) : []
  } catch {
    return []
  }
}

/** Closes the least recently used tab beyond the limit. */
function withinLimit(tabs: OpenTab[], active: string, limit: number, used: readonly string[]): OpenTab[] {
  if (tabs.length <= limit) return tabs
  const oldest = [...tabs].filter(tab => tab.id !== active).sort((a, b) => used.indexOf(a.id) - used.indexOf(b.id))[0]
  const kept = tabs.filter(tab => tab !== oldest)
  return withinLimit(kept, active, limit, used)
}

/** The tab to show after these are closed: the nearest remaining one, first to the right. */
export function afterClosing({ tabs, active }: State, ids: string[]): OpenTab | undefined {
  if (!ids.includes(active)) return tabs.find(tab => tab.id === active)
  const at = tabs.findIndex(tab => tab.id === active)
  const stays = (tab: OpenTab) => !ids.includes(tab.id)
  return tabs.slice(at).find(stays) ?? tabs.slice(0, at).reverse().find(stays)
}
