import { part } from '../app/app.ts'
import { createStore } from '../app/store.ts'

/** The pages that stand open, in the order they were opened; the tab bar draws them, the page outlet feeds them. */
export interface Tab {
  /** the page cache's id of the page */
  id: string
  /** where it was left: route and query */
  url: string
  title: string
  /** of the record that it shows */
  name?: string
}
interface State {
  tabs: Tab[]
  active: string
}
type Closed = (ids: string[]) => void

const KEY = 'tabs'
const STANDARD_LIMIT = 12

/** The tabs of one console. */
function createTabs() {
  const { get: state, set, subscribe } = createStore<State>({ tabs: [], active: '' })
  const closedListeners = new Set<Closed>()
  let owner = ''
  /** ids, the one used last at the end */
  let used: string[] = []

  function change(next: State): void {
    const gone = state()
      .tabs.filter(old => !next.tabs.some(tab => tab.id === old.id))
      .map(tab => tab.id)
    sessionStorage.setItem(KEY, JSON.stringify({ owner, tabs: next.tabs }))
    if (gone.length) for (const listener of closedListeners) listener(gone)
    set(next)
  }
  /** Tabs outlive a reload of this browser tab; those of another user are not shown. */
  function restore(user: string): void {
    owner = user
    used = []
    set({ tabs: stored(owner), active: '' })
  }
  function open(tab: Tab, limit = STANDARD_LIMIT): void {
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
  /** What a closed tab held in memory may go. */
  function onClosed(listener: Closed): () => void {
    closedListeners.add(listener)
    return () => closedListeners.delete(listener)
  }
  return { state, subscribe, restore, open, name, close, onClosed }
}
export const tabs = part(createTabs)

function stored(owner: string): Tab[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { owner?: string; tabs?: Tab[] }
    return kept.owner === owner ? (kept.tabs ?? []) : []
  } catch {
    return []
  }
}

/** The tab that was not looked at for the longest time makes room. */
function withinLimit(tabs: Tab[], active: string, limit: number, used: readonly string[]): Tab[] {
  if (tabs.length <= limit) return tabs
  const oldest = [...tabs].filter(tab => tab.id !== active).sort((a, b) => used.indexOf(a.id) - used.indexOf(b.id))[0]
  const kept = tabs.filter(tab => tab !== oldest)
  return withinLimit(kept, active, limit, used)
}

/** Where one stands after these are closed: the nearest that stays, first to the right. */
export function afterClosing({ tabs, active }: State, ids: string[]): Tab | undefined {
  if (!ids.includes(active)) return tabs.find(tab => tab.id === active)
  const at = tabs.findIndex(tab => tab.id === active)
  const stays = (tab: Tab) => !ids.includes(tab.id)
  return tabs.slice(at).find(stays) ?? tabs.slice(0, at).reverse().find(stays)
}
