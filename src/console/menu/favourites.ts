import { part, type ConsoleApp } from '../app/app.ts'
import { kept, textsIn } from '../app/kept.ts'
import { createStore } from '../app/store.ts'
import { PREFS_GET, PREFS_SET } from '../data/calls/own-calls.ts'
import { currentConfig, ownUserId } from '../data/config/config.ts'
import { send } from '../data/http/http.ts'

const KEY = 'favourites'
const MOST = 20

const urlsIn = (value: unknown): string[] => textsIn(value).slice(0, MOST)
const copy = kept('browser', 'favourites', urlsIn)

/** Addresses of the menu entries that the user has starred: as this browser knows them, and then as the server does. */
export const favourites = part(app => createStore(copy.read(ownUserId(app)) ?? []))

function keep(app: ConsoleApp, urls: string[]): void {
  copy.keep(urls, ownUserId(app))
  favourites(app).set(urls)
}

export function toggleFavourite(app: ConsoleApp, url: string): void {
  const before = favourites(app).get()
  const urls = before.includes(url) ? before.filter(one => one !== url) : [...before, url].slice(-MOST)
  keep(app, urls)
  if (currentConfig(app).boot?.own)
    send(app, PREFS_SET, { key: KEY, value: urls }, { quiet: true }).catch(() => undefined)
}

/** Takes over what the user has starred in another browser. */
export async function takeOverFavourites(app: ConsoleApp): Promise<void> {
  if (!currentConfig(app).boot?.own) return
  const kept = await send<{ value?: unknown } | null>(app, PREFS_GET, { key: KEY }, { quiet: true }).catch(
    () => undefined,
  )
  if (kept?.value !== undefined) keep(app, urlsIn(kept.value))
}
