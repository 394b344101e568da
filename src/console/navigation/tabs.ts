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
const listeners = new Set<() => void>()
const closedListeners = new Set<Closed>()
let state: State = { tabs: [], active: '' }
let owner = ''
/** ids, the one used last at the end */
let used: string[] = []

export const tabState = (): State => state
export function subscribeTabs(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
/** What a closed tab held in memory may go. */
export function onTabsClosed(listener: Closed): () => void {
  closedListeners.add(listener)
  return () => closedListeners.delete(listener)
}

function change(next: State): void {
  const gone = state.tabs.filter(old => !next.tabs.some(tab => tab.id === old.id)).map(tab => tab.id)
  state = next
  sessionStorage.setItem(KEY, JSON.stringify({ owner, tabs: next.tabs }))
  if (gone.length) for (const listener of closedListeners) listener(gone)
  for (const listener of listeners) listener()
}

/** Tabs outlive a reload of this browser tab, and nobody else's are shown. */
export function restoreTabs(user: string): void {
  owner = user
  used = []
  state = { tabs: kept(), active: '' }
}
function kept(): Tab[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as { owner?: string; tabs?: Tab[] }
    return stored.owner === owner ? (stored.tabs ?? []) : []
  } catch {
    return []
  }
}

export function openTab(tab: Tab, limit = STANDARD_LIMIT): void {
  used = [...used.filter(id => id !== tab.id), tab.id]
  const known = state.tabs.find(old => old.id === tab.id)
  if (known && state.active === tab.id && known.url === tab.url && known.title === tab.title) return
  const tabs = known ? state.tabs.map(old => (old.id === tab.id ? { ...old, ...tab } : old)) : [...state.tabs, tab]
  change({ tabs: withinLimit(tabs, tab.id, limit), active: tab.id })
}

/** The tab that was not looked at for the longest time makes room. */
function withinLimit(tabs: Tab[], active: string, limit: number): Tab[] {
  if (tabs.length <= limit) return tabs
  const oldest = [...tabs].filter(tab => tab.id !== active).sort((a, b) => used.indexOf(a.id) - used.indexOf(b.id))[0]
  return withinLimit(
    tabs.filter(tab => tab !== oldest),
    active,
    limit,
  )
}

export function nameTab(id: string, name: string): void {
  if (state.tabs.find(tab => tab.id === id)?.name === name) return
  change({ ...state, tabs: state.tabs.map(tab => (tab.id === id ? { ...tab, name } : tab)) })
}

export function closeTabs(ids: string[]): void {
  change({ ...state, tabs: state.tabs.filter(tab => !ids.includes(tab.id)) })
}

/** Where one stands after these are closed: the nearest that stays, first to the right. */
export function afterClosing({ tabs, active }: State, ids: string[]): Tab | undefined {
  if (!ids.includes(active)) return tabs.find(tab => tab.id === active)
  const at = tabs.findIndex(tab => tab.id === active)
  const stays = (tab: Tab) => !ids.includes(tab.id)
  return tabs.slice(at).find(stays) ?? tabs.slice(0, at).reverse().find(stays)
}
