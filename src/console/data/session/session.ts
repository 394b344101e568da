import type { UserInfo } from '../../../core/contract/api.ts'
import { fieldsOf, fromJson, isText, kept, keptText } from '../../app/kept.ts'
import { dropCookie, readCookie, writeCookie } from './cookies.ts'

const TOKEN = 'Token'
const TENANT = 'apitenant'
const USER = 'userInfo'

/** A cookie of these signs alone; '' is none. */
const cookieOf = (name: string, signs: RegExp): string | undefined => {
  const text = readCookie(name)
  return text !== undefined && signs.test(text) ? text : undefined
}

// others cannot be sent in a header
export const token = (): string | undefined => cookieOf(TOKEN, /^[!-~]+$/)
export const keepToken = (value: string): void => writeCookie(TOKEN, value)

export const tenant = (): string | undefined => cookieOf(TENANT, /^[\w./-]+$/)
export const keepTenant = (value: string): void => writeCookie(TENANT, value)

/** Of the user who is kept only this is read: everything else of them the server says. */
type StoredUser = Pick<UserInfo, 'id'>
function storedShape(value: unknown): StoredUser | undefined {
  const { id } = fieldsOf(value)
  return isText(id) || typeof id === 'number' ? { id: String(id) } : undefined
}
const userKept = kept<StoredUser>('browser', USER, storedShape)

/** Kept in the storage as well, because cookies are limited to 4 KB. */
export function keepUser(user: UserInfo): void {
  userKept.keep(user)
  writeCookie(USER, JSON.stringify(user))
}

export const storedUser = (): StoredUser | undefined => userKept.read() ?? fromJson(readCookie(USER), storedShape)

/** Whether there is a session of this user; another tab may have signed in as somebody else. */
export const isSessionOf = (id: string): boolean => token() !== undefined && (storedUser()?.id ?? id) === id

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
  userKept.keep(undefined)
}

const again = keptText('tab', 'signInAgain')
/** Who has to sign in again, and the words that say why. */
export interface SignInAgain {
  username: string
  text: string
}
/** For the sign-in page, which tells it once. */
export const askToSignInAgain = ({ username, text }: SignInAgain): void => again.keep(`${username}\n${text}`)
export function signInAgain(): SignInAgain | undefined {
  const said = again.read()
  again.keep(undefined)
  if (said === undefined) return undefined
  const [username = '', ...text] = said.split('\n')
  return { username, text: text.join('\n') }
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
