import type { UserInfo } from '../../../core/contract/api.ts'
import { dropCookie, readCookie, writeCookie } from './cookies.ts'

const TOKEN = 'Token'
const TENANT = 'apitenant'
const USER = 'userInfo'

export const token = (): string | undefined => readCookie(TOKEN) || undefined
export const keepToken = (value: string): void => writeCookie(TOKEN, value)

export const tenant = (): string | undefined => readCookie(TENANT) || undefined
export const keepTenant = (value: string): void => writeCookie(TENANT, value)

/** Cookies hold 4 KB; the local copy is the whole one. */
export function keepUser(user: UserInfo): void {
  const text = JSON.stringify(user)
  localStorage.setItem(USER, text)
  writeCookie(USER, text)
}

export function storedUser(): UserInfo | undefined {
  const text = localStorage.getItem(USER) ?? readCookie(USER)
  if (!text) return undefined
  try {
    return JSON.parse(text) as UserInfo
  } catch {
    return undefined
  }
}

/** There is a session, and it is theirs: another tab may have signed somebody else in meanwhile. */
export const isSessionOf = (id: string): boolean => token() !== undefined && String(storedUser()?.id ?? id) === id

function watchOtherTabs(look: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === USER) look()
  }
  window.addEventListener('storage', onStorage)
  // a tab that was put to sleep hears of it when it is looked at
  window.addEventListener('focus', look)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('focus', look)
  }
}

/** Another tab of this browser has signed somebody else in: nothing that this one shows or holds is theirs. */
export const watchUser = (id: string, changed: () => void): (() => void) =>
  watchOtherTabs(() => {
    if (token() && !isSessionOf(id)) changed()
  })

/** Another tab has signed somebody in, and knows by now whom: one that is at it has a token and no user yet. */
export function watchSignIn(done: () => void): () => void {
  const look = () => {
    if (token() && storedUser()) done()
  }
  look()
  return watchOtherTabs(look)
}

export function clearSession(): void {
  for (const name of [TOKEN, TENANT, USER]) dropCookie(name)
  localStorage.removeItem(USER)
}

/** From nothing: the pages that stand here are another user's. */
export const restart = (): void => location.replace('/')

/** After a logout the next user starts at the beginning (R4.01). */
export const restartAtLogin = (): void => location.replace('/login')

/** Without a session nothing of the old one may stay in memory: the page is loaded anew. */
export function leaveToLogin(): void {
  if (location.pathname === '/login') return
  const here = location.pathname + location.search
  location.replace(here === '/' ? '/login' : `/login?redirect=${encodeURIComponent(here)}`)
}
