import type { ConsoleApp } from '../app/app.ts'
import { currentConfig } from '../data/config/config.ts'

/** Menu entries that this user opened last, newest first; used by the palette and the welcome page. */
const MOST = 8
const keyOf = (app: ConsoleApp): string => `recent:${currentConfig(app).boot?.user.id ?? ''}`

export function recentUrls(app: ConsoleApp): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(app)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}
export function rememberUrl(app: ConsoleApp, url: string): void {
  const next = [url, ...recentUrls(app).filter(one => one !== url)].slice(0, MOST)
  localStorage.setItem(keyOf(app), JSON.stringify(next))
}
