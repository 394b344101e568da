import { part, type ConsoleApp } from '../app/app.ts'
import { createStore } from '../app/store.ts'
import { PREFS_GET, PREFS_SET } from '../data/calls/own-calls.ts'
import { currentConfig } from '../data/config/config.ts'
import { send } from '../data/http/http.ts'

const KEY = 'favourites'
const MOST = 20

const storageKey = (app: ConsoleApp): string => `${KEY}:${currentConfig(app).boot?.user.id ?? ''}`
const urlsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(one => typeof one === 'string').slice(0, MOST) : []

function stored(app: ConsoleApp): string[] {
  try {
    return urlsIn(JSON.parse(localStorage.getItem(storageKey(app)) ?? '[]'))
  } catch {
    return []
  }
}

/** Addresses of the menu entries that the user has starred: as this browser knows them, and then as the server does. */
export const favourites = part(app => createStore(stored(app)))

function keep(app: ConsoleApp, urls: string[]): void {
  localStorage.setItem(storageKey(app), JSON.stringify(urls))
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
