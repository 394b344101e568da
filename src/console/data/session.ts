import type { UserInfo } from '../../core/contract/api.ts'
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

export function keptUser(): UserInfo | undefined {
  const text = localStorage.getItem(USER) ?? readCookie(USER)
  if (!text) return undefined
  try {
    return JSON.parse(text) as UserInfo
  } catch {
    return undefined
  }
}

export function clearSession(): void {
  for (const name of [TOKEN, TENANT, USER]) dropCookie(name)
  localStorage.removeItem(USER)
}

/** After a logout the next user starts at the beginning (R4.01). */
export const restartAtLogin = (): void => location.replace('/login')

/** Without a session nothing of the old one may stay in memory: the page is loaded anew. */
export function leaveToLogin(): void {
  if (location.pathname === '/login') return
  const here = location.pathname + location.search
  location.replace(here === '/' ? '/login' : `/login?redirect=${encodeURIComponent(here)}`)
}
