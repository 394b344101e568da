import { part, type ConsoleApp } from '../../app/app.ts'
import type { BackendFacts } from '../../../core/contract/backend.ts'
import type { Boot, Manifest, Manual, Page, PublicBoot } from '../../../core/contract/configuration.ts'
import { pageFor } from '../../../core/contract/page-rights.ts'
import { hearAnswer } from '../../i18n/clock.ts'
import { chosenLanguage, setTexts } from '../../i18n/t.ts'
import { setConstants } from '../settings/constants.ts'
import { takeBrand } from '../../theme/brand.ts'
import { showLook } from '../../theme/look.ts'
import { CallError, judgeStatus, noAnswer } from '../http/errors.ts'
import { userShape } from './expressions.ts'
import { credentialsTravel } from './auth.ts'
import { changesTravel, ended, setApi, takeStandIn } from '../http/http.ts'
import { takeCarried } from './carried.ts'
import { keepTenant, keepUser, leaveToLogin, token } from '../session/session.ts'

/** Configuration of the user's scope: manifest, menu, user, and pages by hash. */
type State = { manifest: Manifest; boot?: Boot }
interface Memory {
  state?: State
  /** by their hash */
  pages: Map<string, Page | Promise<Page>>
  /** pages without what this user may not see, by the original page */
  fits: WeakMap<Page, { rights: string; page: Page }>
  listeners: Set<() => void>
  /** gives a page the words of the backend that is not ours */
  words?: (page: Page) => Promise<Page>
}
const memory = part((): Memory => ({ pages: new Map(), fits: new WeakMap(), listeners: new Set() }))

export function currentConfig(app: ConsoleApp): State {
  const { state } = memory(app)
  if (!state) throw new Error('The configuration is read before it has arrived')
  return state
}
/** Id of the signed-in user; '' before sign-in. */
export const ownUserId = (app: ConsoleApp): string => String(memory(app).state?.boot?.user.id ?? '')
/** Store for useSyncExternalStore. */
export const configStore = part(app => ({
  get: () => currentConfig(app),
  subscribe: (listener: () => void) => {
    const { listeners } = memory(app)
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}))

/**
 * Reads from /config, which is outside the API base and has no envelope. Undefined if there is no such route, because a
 * static host serves only files.
 */
async function readServed<T>(app: ConsoleApp, url: string): Promise<T | undefined> {
  const bearer = token()
  const since = Date.now()
  const answer = await fetch(url, bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {}).catch(() => {
    throw noAnswer()
  })
  hearAnswer(answer, since)
  if (answer.status === 404 || answer.headers.get('content-type')?.includes('html')) return undefined
  if (answer.ok) return (await answer.json()) as T
  const failure = judgeStatus(app, answer.status, undefined) ?? new CallError(answer.status, undefined)
  if (failure.logout) {
    if (await ended(app, bearer)) return read<T>(app, url)
    leaveToLogin()
  }
  throw failure
}

async function read<T>(app: ConsoleApp, url: string): Promise<T> {
  const found = await readServed<T>(app, url)
  if (found === undefined) throw new CallError(404, undefined)
  return found
}

export async function loadPublic(app: ConsoleApp): Promise<Manifest> {
  const served = await readServed<PublicBoot>(app, '/config/public')
  credentialsTravel(app, served?.credentials)
  const manifest = served?.manifest ?? (await (await import('./static-config.ts')).staticManifest())
  const texts = textsHash(manifest)
  if (texts) setTexts(await read<Record<string, string>>(app, `/config/texts/${texts}`))
  keep(app, { manifest })
  return manifest
}

export async function loadBoot(app: ConsoleApp, route: string): Promise<Boot> {
  const boot = await readBoot(app, route)
  takeBoot(app, boot)
  return boot.page ? { ...boot, page: fitted(app, boot.page) } : boot
}

/** The boot answer that came with the HTML, with the texts of the chosen language. */
async function carriedBoot(app: ConsoleApp, route: string): Promise<Boot | undefined> {
  const boot = takeCarried(app, route)
  const texts = boot && textsHash(boot.manifest)
  return texts ? { ...boot, texts: await read<Record<string, string>>(app, `/config/texts/${texts}`) } : boot
}

/** Hash of the texts of the chosen language; undefined in the product's own. */
const textsHash = ({ app, locales }: Manifest): string | undefined =>
  chosenLanguage() === app.language ? undefined : locales[chosenLanguage()]

/** What is in force on the server, without taking it over; `route`: the page that comes along. */
export async function readBoot(app: ConsoleApp, route: string): Promise<Boot & { route: string }> {
  const query = new URLSearchParams({ route, lang: chosenLanguage() })
  const boot =
    (await carriedBoot(app, route))
    ?? (await readServed<Boot>(app, `/config/boot?${query.toString()}`))
    ?? (await (await import('./static-config.ts')).staticBoot(app, route, chosenLanguage()))
  if (boot.backend) await takeBackend(app, boot, boot.backend)
  return { ...boot, route }
}

/** What stands in for our own server is fetched where there is none. */
async function takeBackend(app: ConsoleApp, { user, manifest }: Boot, facts: BackendFacts): Promise<void> {
  const { standInFor, wordsBy } = await import('../standin/standIn.ts')
  const actor = { user: userShape(user), option: manifest.app.options }
  takeStandIn(app, standInFor(app, { facts, actor, area: user.sysArea, pageOf: async route => pageOf(app, route) }))
  memory(app).words = wordsBy(app, facts)
}

export function takeBoot(app: ConsoleApp, boot: Boot & { route: string }): void {
  credentialsTravel(app, boot.credentials)
  changesTravel(app, boot.changesByPost)
  keepUser(boot.user)
  if (boot.manifest.app.api.tenant) keepTenant(boot.manifest.app.api.tenant)
  setTexts(boot.texts)
  const entry = boot.manifest.pages[boot.route]
  // in front of another backend a page waits for its words: it is read again when it is shown
  if (boot.page && entry && !memory(app).words) memory(app).pages.set(entry.hash, boot.page)
  keep(app, { manifest: boot.manifest, boot })
}

/** The page as this user may have it. Cached, because components compare pages by identity. */
function fitted(app: ConsoleApp, page: Page): Page {
  const { state, fits } = memory(app)
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

function keep(app: ConsoleApp, next: State): void {
  const { listeners } = memory(app)
  memory(app).state = next
  setApi(app, next.manifest.app.api)
  setConstants(app, next.manifest.app.constants)
  if (takeBrand(app, next.manifest.app)) showLook(app)
  for (const listener of listeners) listener()
}

/** The page if it is loaded, else a promise; undefined if the scope has no such page. */
export function pageOf(app: ConsoleApp, route: string): Page | Promise<Page> | undefined {
  const { pages } = memory(app)
  const entry = currentConfig(app).manifest.pages[route]
  if (!entry) return undefined
  const known = pages.get(entry.hash)
  if (known) return known instanceof Promise ? known : fitted(app, known)
  const coming = read<Page>(app, `/config/page/${entry.hash}`)
    .then(async page => (await memory(app).words?.(page)) ?? page)
    .then(
    page => {
      pages.set(entry.hash, page)
      return fitted(app, page)
    },
    (cause: unknown) => {
      pages.delete(entry.hash)
      throw cause
    },
  )
  pages.set(entry.hash, coming)
  return coming
}

/** The version of the server's configuration, and of what this user has of it. */
export interface ServedVersion {
  served: string
  version: string
}

/** `of`: the version as last heard. A static host has no such address, and without network nothing is known. */
export async function readVersion(of: string): Promise<ServedVersion | 'same' | 'nowhere'> {
  const headers = { authorization: `Bearer ${token() ?? ''}` }
  const answer = await fetch(`/config/version?of=${of}`, { headers }).catch(() => undefined)
  if (answer?.status === 404 || answer?.headers.get('content-type')?.includes('html')) return 'nowhere'
  return answer?.status === 200 ? ((await answer.json()) as ServedVersion) : 'same'
}

/** An operation manual by its hash; the same address on a static host. */
export const readManual = (app: ConsoleApp, hash: string): Promise<Manual> =>
  read<Manual>(app, `/config/manual/${hash}`)
