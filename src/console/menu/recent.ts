import type { ConsoleApp } from '../app/app.ts'
import { kept, textsIn } from '../app/kept.ts'
import { ownUserId } from '../data/config/config.ts'

/** Menu entries that this user opened last, newest first; used by the palette and the welcome page. */
const MOST = 8
const recent = kept('browser', 'recent', textsIn)

export const recentUrls = (app: ConsoleApp): string[] => recent.read(ownUserId(app)) ?? []
export function rememberUrl(app: ConsoleApp, url: string): void {
  const next = [url, ...recentUrls(app).filter(one => one !== url)].slice(0, MOST)
  recent.keep(next, ownUserId(app))
}
