import { part } from '../app/app.ts'
import { fieldsOf, isText, kept } from '../app/kept.ts'
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
  /** stands at the left, and is closed by nobody but the user */
  pinned?: boolean
}
interface State {
  tabs: OpenTab[]
  active: string
}
type Closed = (ids: string[]) => void

const keptTabs = kept('tab', 'tabs', value => {
  const { owner, tabs: open } = fieldsOf(value)
  return isText(owner) && Array.isArray(open) ? { owner, tabs: open.flatMap(tabIn) } : undefined
})
function tabIn(value: unknown): OpenTab[] {
  const { id, url, title, name, pinned } = fieldsOf(value)
  if (!isText(id) || !isText(url) || !isText(title)) return []
  return [{ id, url, title, ...(isText(name) ? { name } : {}), ...(typeof pinned === 'boolean' ? { pinned } : {}) }]
}
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
    keptTabs.keep({ owner, tabs: next.tabs })
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
  /** Pages may be called otherwise after a change of the configuration. */
  function retitle(titleOf: (tab: OpenTab) => string | undefined): void {
    const tabs = state().tabs.map(tab => ({ ...tab, title: titleOf(tab) ?? tab.title }))
    if (tabs.some((tab, i) => tab.title !== state().tabs[i]?.title)) change({ ...state(), tabs })
  }
  /** Pinned tabs stand together at the left. */
  function pin(id: string, pinned: boolean): void {
    const tabs = state().tabs.map(tab => (tab.id === id ? { ...tab, pinned } : tab))
    change({ ...state(), tabs: pinnedFirst(tabs) })
  }
  /** Puts a tab into another's place; a pinned one stays among the pinned ones. */
  function move(id: string, to: string): void {
    const { tabs } = state()
    const from = tabs.findIndex(tab => tab.id === id)
    const at = tabs.findIndex(tab => tab.id === to)
    const moved = tabs[from]
    if (!moved || at < 0 || from === at) return
    const others = tabs.filter(tab => tab !== moved)
    change({ ...state(), tabs: pinnedFirst([...others.slice(0, at), moved, ...others.slice(at)]) })
  }
  const close = (ids: string[]): void => change({ ...state(), tabs: state().tabs.filter(tab => !ids.includes(tab.id)) })
  /** Calls the listener for closed tabs, so that their pages can be released. */
  function onClosed(listener: Closed): () => void {
    closedListeners.add(listener)
    return () => closedListeners.delete(listener)
  }
  return { state, subscribe, restore, open, name, retitle, pin, move, close, onClosed }
}
export const tabs = part(createTabs)

const pinnedFirst = (tabs: OpenTab[]): OpenTab[] => [
  ...tabs.filter(tab => tab.pinned === true),
  ...tabs.filter(tab => tab.pinned !== true),
]

function stored(owner: string): OpenTab[] {
  const before = keptTabs.read()
  return before?.owner === owner ? before.tabs : []
}

/** Closes the least recently used tab beyond the limit; pinned ones stay while there is another. */
function withinLimit(tabs: OpenTab[], active: string, limit: number, used: readonly string[]): OpenTab[] {
  if (tabs.length <= limit) return tabs
  const oldest = [...tabs]
    .filter(tab => tab.id !== active)
    .sort((a, b) => Number(a.pinned === true) - Number(b.pinned === true) || used.indexOf(a.id) - used.indexOf(b.id))[0]
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

/** Which tabs a command of a tab's menu closes: pinned ones are closed by themselves alone. */
export function tabsBeside(tabs: readonly OpenTab[], id: string): Record<'left' | 'right' | 'others', string[]> {
  const at = tabs.findIndex(tab => tab.id === id)
  const ids = (some: readonly OpenTab[]): string[] => some.filter(tab => tab.pinned !== true).map(tab => tab.id)
  return {
    left: ids(tabs.slice(0, at)),
    right: ids(tabs.slice(at + 1)),
    others: ids(tabs.filter(tab => tab.id !== id)),
  }
}

const TAIL = 6

/**
 * What tells tabs of one name apart: the end of the number of the record in the address. '' where the name does.
 */
export function tailOf(tabs: readonly OpenTab[], tab: OpenTab): string {
  const called = (one: OpenTab): string => one.name ?? one.title
  if (tabs.filter(one => called(one) === called(tab)).length < 2) return ''
  const [, search = ''] = tab.url.split('?')
  return ([...new URLSearchParams(search).values()][0] ?? '').slice(-TAIL)
}
