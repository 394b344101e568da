import { createApp, type ConsoleApp } from './app/app.ts'
import { keptText } from './app/kept.ts'
import type { Page } from '../core/contract/configuration.ts'
import type { PageKind } from '../core/model/documents.ts'
import { loadBoot, loadPublic } from './data/config/config.ts'
import { leaveToLogin, token } from './data/session/session.ts'
import { requestFirst } from './pages/first.ts'
import { languageOfChoice, t } from './i18n/t.ts'
import { KINDS } from './pages/kinds.ts'
import { routeOf } from './navigation/routes.ts'
import { expectProduct, loadProduct, type ProductEntry } from './product/entry.ts'
import { element } from './signin/element.ts'
import { showLook } from './theme/look.ts'
import './theme/base.css'
// sign-in and console both have it: on its own it would be one file more for either
import './navigation/titles.ts'

/**
 * The entry chunk is small and starts everything in parallel: the configuration, the console's code, the code for the
 * kind of page last shown at this address, and the page's first request.
 */
const root = document.getElementById('root') as HTMLElement
const route = routeOf(location.pathname)
const loadConsole = () => import('./shell/Console.tsx')

async function openLogin(app: ConsoleApp): Promise<void> {
  const [{ drawLogin }] = await Promise.all([import('./signin/login.ts'), loadPublic(app)])
  drawLogin(app, root)
  // start loading the console when the user begins to type the password
  const next = () => void Promise.all([loadConsole(), KINDS.list()])
  for (const sign of ['input', 'pointerdown', 'keydown']) addEventListener(sign, next, { once: true })
}

/** Without a token only the open pages of the manifest are available. */
async function openWithoutToken(app: ConsoleApp, products: readonly ProductEntry[]): Promise<void> {
  if (route === 'login') return openLogin(app)
  const manifest = await loadPublic(app)
  if (!manifest.pages[route]?.open) return leaveToLogin()
  addProduct(app, products, manifest.app)
  await draw(app, loadConsole())
}

async function openConsole(app: ConsoleApp, products: readonly ProductEntry[]): Promise<void> {
  if (route === 'login') return openLogin(app)
  const code = loadConsole()
  void KINDS[lastKind()]()
  expectProduct(products)
  const { page, manifest } = await loadBoot(app, route || 'index/index')
  if (page) {
    rememberKind(page)
    // a form or a record opened for the first time need not wait for the console to be drawn
    KINDS[page.kind]().catch(() => undefined)
    requestFirst(app, page, location.search)
  }
  addProduct(app, products, manifest.app)
  await draw(app, code)
}

/** The console does not wait for the product's code and works without it. */
const addProduct = (...given: Parameters<typeof loadProduct>): void => void loadProduct(...given).catch(() => undefined)

async function draw(app: ConsoleApp, code: ReturnType<typeof loadConsole>): Promise<void> {
  const { drawConsole } = await code
  drawConsole(app, root)
}

const isKind = (text: string): text is PageKind => Object.hasOwn(KINDS, text)
const kinds = keptText('browser', 'kind', isKind)
const lastKind = (): PageKind => (kinds.read(route) as PageKind | undefined) ?? 'list'
function rememberKind(page: Page): void {
  if (page.kind !== 'list') kinds.keep(page.kind, page.route)
}

/** Shows a start-up error with a button to retry. */
function openFailure(cause: unknown): void {
  if (location.pathname !== '/login' && !token()) return
  const again = element('button', { type: 'button', class: 'button primary' }, t('重新加载'))
  again.addEventListener('click', () => location.reload())
  const message = cause instanceof Error ? cause.message : String(cause)
  root.replaceChildren(
    element(
      'div',
      { class: 'state', role: 'alert' },
      element('h1', {}, t('系统没有打开')),
      element('p', {}, message),
      again,
    ),
  )
}

export function startConsole(products: readonly ProductEntry[]): void {
  const app = createApp()
  showLook(app)
  document.documentElement.lang = languageOfChoice() ?? 'zh-CN'
  void (token() ? openConsole(app, products) : openWithoutToken(app, products)).catch(openFailure)
}
