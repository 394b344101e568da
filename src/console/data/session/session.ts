import type { UserInfo } from '../../../core/contract/api.ts'
import { dropCookie, readCookie, writeCookie } from './cookies.ts'

const TOKEN = 'Token'
const TENANT = 'apitenant'
const USER = 'userInfo'

export const token = (): string | undefined => readCookie(TOKEN) || undefined
export const keepToken = (value: string): void => writeCookie(TOKEN, value)

export const tenant = (): string | undefined => readCookie(TENANT) || undefined
export const keepTenant = (value: string): void => writeCookie(TENANT, value)

/** Stores the user in localStorage as well, because cookies are limited to 4 KB. */
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

/** Whether there is a session of this user; another tab may have signed in as somebody else. */
export const isSessionOf = (id: string): boolean => token() !== undefined && String(storedUser()?.id ?? id) === id

function watchOtherTabs(look: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === USER) look()
  }
  window.addEventListener('storage', onStorage)
  // a suspended tab notices the change when it gets the focus
  window.addEventListener('focus', look)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('focus', look)
  }
}

/** Notifies when another tab has signed in as another user: this tab must not show or send anything further. */
export const watchUser = (id: string, changed: () => void): (() => void) =>
  watchOtherTabs(() => {
    if (token() && !isSessionOf(id)) changed()
  })

/** Notifies when another tab has finished signing in: it stores the token first and the user later. */
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

const AGAIN = 'signInAgain'
/** Who has to sign in again, and the words that say why. */
export interface SignInAgain {
  username: string
  text: string
}
/** For the sign-in page, which tells it once. */
export const askToSignInAgain = (again: SignInAgain): void =>
  sessionStorage.setItem(AGAIN, `${again.username}\n${again.text}`)
export function signInAgain(): SignInAgain | undefined {
  const kept = sessionStorage.getItem(AGAIN)
  sessionStorage.removeItem(AGAIN)
  const [username, ...text] = (kept ?? '').split('\n')
  return kept === null ? undefined : { username: username ?? '', text: text.join('\n') }
}

/** Loads the console anew, because the pages in memory belong to another user. */
export const restart = (): void => location.replace('/')

/** After a logout the next user starts at the beginning (R4.01). */
export const restartAtLogin = (): void => location.replace('/login')

/** Reloads the page on the way to the sign-in page, so that no data of the ended session stays in memory. */
export function leaveToLogin(): void {
  if (location.pathname === '/login') return
  const here = location.pathname + location.search
  location.replace(here === '/' ? '/login' : `/login?redirect=${encodeURIComponent(here)}`)
}
