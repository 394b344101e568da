import type { Boot, Manifest, Page, PublicBoot } from '../../../core/contract/configuration.ts'
import { pageFor } from '../../../core/contract/page-rights.ts'
import { chosenLanguage, setTexts } from '../../i18n/t.ts'
import { setConstants } from '../settings/constants.ts'
import { CallError, judgeStatus, noAnswer } from '../http/errors.ts'
import { userShape } from './expressions.ts'
import { credentialsTravel } from './auth.ts'
import { changesTravel, ended, setApi, watchVersion } from '../http/http.ts'
import { keepTenant, keepUser, leaveToLogin, restart, token } from '../session/session.ts'

/** The configuration of the user's scope: manifest, menu, user, and page blobs by their hash. */
type State = { manifest: Manifest; boot?: Boot }
let state: State | undefined
const pages = new Map<string, Page | Promise<Page>>()
const listeners = new Set<() => void>()

export function currentConfig(): State {
  if (!state) throw new Error('The configuration is read before it has arrived')
  return state
}
/** Who works in this tab; '' before anybody does. */
export const ownUserId = (): string => String(state?.boot?.user.id ?? '')
export function subscribeConfig(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Configuration is served outside the API base and without its envelope; undefined where a static host has only files.
 */
async function readServed<T>(url: string): Promise<T | undefined> {
  const bearer = token()
  const answer = await fetch(url, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {}).catch(() => {
    throw noAnswer()
  })
  if (answer.status === 404 || answer.headers.get('content-type')?.includes('html')) return undefined
  if (answer.ok) return (await answer.json()) as T
  const failure = judgeStatus(answer.status, undefined) ?? new CallError(answer.status, undefined)
  if (failure.logout) {
    if (await ended(bearer)) return read<T>(url)
    leaveToLogin()
  }
  throw failure
}

async function read<T>(url: string): Promise<T> {
  const found = await readServed<T>(url)
  if (found === undefined) throw new CallError(404, undefined)
  return found
}

export async function loadPublic(): Promise<Manifest> {
  const served = await readServed<PublicBoot>('/config/public')
  credentialsTravel(served?.credentials)
  const manifest = served?.manifest ?? (await (await import('./static-config.ts')).staticManifest())
  const texts = manifest.locales[chosenLanguage()]
  if (texts && chosenLanguage() !== manifest.app.language)
    setTexts(await read<Record<string, string>>(`/config/texts/${texts}`))
  keep({ manifest })
  return manifest
}

export async function loadBoot(route: string): Promise<Boot> {
  const query = new URLSearchParams({ route, lang: chosenLanguage() })
  const boot =
    (await readServed<Boot>(`/config/boot?${query.toString()}`))
    ?? (await (await import('./static-config.ts')).staticBoot(route, chosenLanguage()))
  credentialsTravel(boot.credentials)
  changesTravel(boot.changesByPost)
  keepUser(boot.user)
  if (boot.manifest.app.api.tenant) keepTenant(boot.manifest.app.api.tenant)
  setTexts(boot.texts)
  const entry = boot.manifest.pages[route]
  if (boot.page && entry) pages.set(entry.hash, boot.page)
  keep({ manifest: boot.manifest, boot })
  return boot.page ? { ...boot, page: fitted(boot.page) } : boot
}

const fits = new WeakMap<Page, { rights: string; page: Page }>()

/** The page as this user may have it; the same object until their rights change, for it is known by its identity. */
function fitted(page: Page): Page {
  const user = state?.boot?.user
  if (!state || !user) return page
  const { pages: open } = state.manifest
  const shape = userShape(user)
  const rights = JSON.stringify([shape, Object.keys(open)])
  const known = fits.get(page)
  if (known?.rights === rights) return known.page
  const fit = pageFor(page, shape, route => route in open)
  fits.set(page, { rights, page: fit })
  return fit
}

function keep(next: State): void {
  state = next
  setApi(next.manifest.app.api)
  setConstants(next.manifest.app.constants)
  for (const listener of listeners) listener()
}

/** The page at once when it is here, else a promise of it; undefined where the scope has no such page. */
export function pageOf(route: string): Page | Promise<Page> | undefined {
  const entry = currentConfig().manifest.pages[route]
  if (!entry) return undefined
  const known = pages.get(entry.hash)
  if (known) return known instanceof Promise ? known : fitted(known)
  const coming = read<Page>(`/config/page/${entry.hash}`).then(
    page => {
      pages.set(entry.hash, page)
      return fitted(page)
    },
    (cause: unknown) => {
      pages.delete(entry.hash)
      throw cause
    },
  )
  pages.set(entry.hash, coming)
  return coming
}

let renewing = false
/** A new version of the configuration was announced: take it over without disturbing the page that is open. */
watchVersion(version => {
  if (renewing || !state?.boot || version === state.manifest.version) return
  renewing = true
  const before = ownUserId()
  loadBoot(location.pathname.slice(1))
    .then(() => {
      if (ownUserId() !== before) restart()
    })
    .catch(() => undefined)
    .finally(() => {
      renewing = false
    })
})
