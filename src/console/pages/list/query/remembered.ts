import { part, type ConsoleApp } from '../../../app/app.ts'
import { createStore } from '../../../app/store.ts'
import { PREFS_SET } from '../../../data/calls/own-calls.ts'
import { ownUserId } from '../../../data/config/config.ts'
import { send } from '../../../data/http/http.ts'
import { noteSaved, type PrefReader } from './serverPrefs.ts'

/** What somebody keeps of a list: on the server, with a copy in the browser, by which the list opens at once. */
export interface Remembered {
  /** rows of a page */
  size?: number
  /** the view that the list opens with */
  view?: { id: string; name: string; search: string }
}

const keyOf = (app: ConsoleApp, route: string): string => `list:${ownUserId(app)}:${route}`

export function remembered(app: ConsoleApp, route: string): Remembered {
  try {
    return read(JSON.parse(localStorage.getItem(keyOf(app, route)) ?? '{}'))
  } catch {
    return {}
  }
}

/** Another version may have written it, so only what is understood is taken. */
function read(value: unknown): Remembered {
  const { size, view } = (typeof value === 'object' && value ? value : {}) as Partial<Record<keyof Remembered, unknown>>
  const { id, name, search } = (typeof view === 'object' && view ? view : {}) as Record<string, unknown>
  return {
    ...(typeof size === 'number' && size > 0 ? { size } : {}),
    ...(typeof id === 'string' && typeof name === 'string' && typeof search === 'string'
      ? { view: { id, name, search } }
      : {}),
  }
}

const prefKey = (route: string): string => `list:${route}`

/** Changes when the address of a list means something else than it did: lists that stand there read theirs again. */
export const rememberedVersion = part(() => createStore(0))

export function readAddressesAgain(app: ConsoleApp): void {
  const version = rememberedVersion(app)
  version.set(version.get() + 1)
}

function keepCopy(app: ConsoleApp, route: string, kept: Remembered): void {
  if (JSON.stringify(kept) === '{}') localStorage.removeItem(keyOf(app, route))
  else localStorage.setItem(keyOf(app, route), JSON.stringify(kept))
}

export function remember(
  app: ConsoleApp,
  route: string,
  what: { [Key in keyof Remembered]: Remembered[Key] | undefined },
): void {
  noteSaved(app, prefKey(route))
  keepCopy(app, route, read({ ...remembered(app, route), ...what }))
  const kept = remembered(app, route)
  const value = JSON.stringify(kept) === '{}' ? null : kept
  // without the server the browser still remembers
  send(app, PREFS_SET, { key: prefKey(route), value }, { quiet: true }).catch(() => undefined)
}

/** Takes what the server remembers of a list, if it is something else than the copy's. */
export const rememberedReader = (app: ConsoleApp, route: string): PrefReader => ({
  key: prefKey(route),
  take: value => {
    const kept = read(value)
    if (JSON.stringify(kept) === JSON.stringify(remembered(app, route))) return
    keepCopy(app, route, kept)
    readAddressesAgain(app)
  },
})
