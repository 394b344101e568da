import { currentConfig } from '../data/config/config.ts'

/** Menu addresses that this user opened last, newest first: the palette and the welcome page begin with them. */
const MOST = 8
const keyOf = (): string => `recent:${currentConfig().boot?.user.id ?? ''}`

export function recentUrls(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf()) ?? '[]')
    return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : []
  } catch {
    return []
  }
}
export function rememberUrl(url: string): void {
  const next = [url, ...recentUrls().filter(one => one !== url)].slice(0, MOST)
  localStorage.setItem(keyOf(), JSON.stringify(next))
}
