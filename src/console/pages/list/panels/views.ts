import { useSyncExternalStore } from 'react'
import { useApp } from '../../../app/useApp.ts'
import { part, type ConsoleApp } from '../../../app/app.ts'
import { fieldsOf, isText, kept } from '../../../app/kept.ts'
import { createStore } from '../../../app/store.ts'
import type { ListPage } from '../../../../core/contract/configuration.ts'
import { ownUserId } from '../../../data/config/config.ts'
import { remembered } from '../query/remembered.ts'
import { readState, sameFilters, type ListState } from '../query/state.ts'

/** The view applied last to a list; stored for the tab's lifetime. */
export interface ActiveView {
  id: string
  name: string
  /** its filters, order and page size, as in the URL */
  search?: string
}
const applied = kept('tab', 'view', (value): ActiveView | undefined => {
  const { id, name, search } = fieldsOf(value)
  return isText(id) && isText(name) ? { id, name, ...(isText(search) ? { search } : {}) } : undefined
})
const placeOf = (app: ConsoleApp, route: string): string => `${ownUserId(app)}:${route}`
const known = part(() => createStore<ReadonlyMap<string, ActiveView | undefined>>(new Map()))

export function activeView(app: ConsoleApp, route: string): ActiveView | undefined {
  const views = known(app).get()
  return views.has(route) ? views.get(route) : (read(app, route) ?? firstOf(app, route))
}

/** The view that the list opens with; one object, so that useSyncExternalStore gets the same. */
const firsts = part(() => new Map<string, ActiveView>())
function firstOf(app: ConsoleApp, route: string): ActiveView | undefined {
  const { view } = remembered(app, route)
  if (!view) return undefined
  const key = JSON.stringify(view)
  if (!firsts(app).has(key)) firsts(app).set(key, view)
  return firsts(app).get(key)
}

/** Cached by text, so that useSyncExternalStore gets the same object. */
const parsed = part(() => new Map<string, ActiveView | undefined>())
function read(app: ConsoleApp, route: string): ActiveView | undefined {
  const views = parsed(app)
  if (!views.has(route)) views.set(route, applied.read(placeOf(app, route)))
  return views.get(route)
}

export function activateView(app: ConsoleApp, route: string, view: ActiveView | undefined): void {
  applied.keep(view, placeOf(app, route))
  known(app).set(new Map(known(app).get()).set(route, view))
}

/** Whether the list still has the filters and the tab of the view: only then it is called by the view's name. */
export function isAsInView(app: ConsoleApp, page: ListPage, { search }: ActiveView, state: ListState): boolean {
  if (search === undefined) return false
  const { tab, filters } = readState(app, page, search, { plain: true })
  return tab === state.tab && sameFilters(filters, state.filters)
}

export function useActiveView(route: string): ActiveView | undefined {
  const app = useApp()
  return useSyncExternalStore(known(app).subscribe, () => activeView(app, route))
}
