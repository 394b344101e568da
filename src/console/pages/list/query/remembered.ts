import { part, type ConsoleApp } from '../../../app/app.ts'
import { fieldsOf, isText, kept } from '../../../app/kept.ts'
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

const copies = kept('browser', 'list', read)
const placeOf = (app: ConsoleApp, route: string): string => `${ownUserId(app)}:${route}`

export const remembered = (app: ConsoleApp, route: string): Remembered => copies.read(placeOf(app, route)) ?? {}

/** Another version may have written it, so only what is understood is taken. */
function read(value: unknown): Remembered {
  const { size, view } = fieldsOf(value)
  const { id, name, search } = fieldsOf(view)
  return {
    ...(typeof size === 'number' && Number.isInteger(size) && size > 0 ? { size } : {}),
    ...(isText(id) && isText(name) && isText(search) ? { view: { id, name, search } } : {}),
  }
}

const prefKey = (route: string): string => `list:${route}`

/** Changes when the address of a list means something else than it did: lists that stand there read theirs again. */
export const rememberedVersion = part(() => createStore(0))

export function readAddressesAgain(app: ConsoleApp): void {
  const version = rememberedVersion(app)
  version.set(version.get() + 1)
}

const keepCopy = (app: ConsoleApp, route: string, value: Remembered): void =>
  copies.keep(JSON.stringify(value) === '{}' ? undefined : value, placeOf(app, route))

export function remember(
  app: ConsoleApp,
  route: string,
  what: { [Key in keyof Remembered]: Remembered[Key] | undefined },
): void {
  noteSaved(app, prefKey(route))
  keepCopy(app, route, read({ ...remembered(app, route), ...what }))
  const now = remembered(app, route)
  const value = JSON.stringify(now) === '{}' ? null : now
  // without the server the browser still remembers
  send(app, PREFS_SET, { key: prefKey(route), value }, { quiet: true }).catch(() => undefined)
}

/** Takes what the server remembers of a list, if it is something else than the copy's. */
export const rememberedReader = (app: ConsoleApp, route: string): PrefReader => ({
  key: prefKey(route),
  take: value => {
    const now = read(value)
    if (JSON.stringify(now) === JSON.stringify(remembered(app, route))) return
    keepCopy(app, route, now)
    readAddressesAgain(app)
  },
})
