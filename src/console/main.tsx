import { createRoot } from 'react-dom/client'
import type { Page } from '../core/contract/configuration.ts'
import type { PageKind } from '../core/model/documents.ts'
import { loadBoot, loadPublic } from './data/config.ts'
import { leaveToLogin, token } from './data/session.ts'
import { requestFirst } from './pages/first.ts'
import { t } from './i18n/t.ts'
import { KINDS } from './pages/kinds.ts'
import { routeOf } from './pages/routes.ts'
import { currentLook } from './theme/look.ts'
import { applyLook } from './theme/tokens.ts'
import './theme/base.css'

/**
 * The entry is small and starts everything at once: the configuration, the console's code, the code of the
 * page kind that this address showed last time, and, as soon as the page is known, its first data.
 */
const root = createRoot(document.getElementById('root') as HTMLElement)
const route = routeOf(location.pathname)
const loadConsole = () => import('./shell/Console.tsx')

async function openLogin(): Promise<void> {
  const [{ LoginScreen }] = await Promise.all([import('./shell/Login.tsx'), loadPublic()])
  root.render(<LoginScreen />)
  // who types a password needs the console next; who only looks at the login does not
  const next = () => void Promise.all([loadConsole(), KINDS.list()])
  for (const sign of ['input', 'pointerdown', 'keydown']) addEventListener(sign, next, { once: true })
}

/** Without a token only the open pages are there; the manifest says which. */
async function openWithoutToken(): Promise<void> {
  if (route === 'login') return openLogin()
  const manifest = await loadPublic()
  if (!manifest.pages[route]?.open) return leaveToLogin()
  const { Console } = await loadConsole()
  root.render(<Console />)
}

async function openConsole(): Promise<void> {
  if (route === 'login') return openLogin()
  const code = loadConsole()
  void KINDS[lastKind()]()
  const { page } = await loadBoot(route || 'index/index')
  if (page) {
    rememberKind(page)
    requestFirst(page, location.search)
  }
  const { Console } = await code
  root.render(<Console />)
}

const KIND = 'kind:'
function lastKind(): PageKind {
  const known = localStorage.getItem(KIND + route) as PageKind | null
  return known && known in KINDS ? known : 'list'
}
function rememberKind(page: Page): void {
  if (page.kind !== 'list') localStorage.setItem(KIND + page.route, page.kind)
}

/** What cannot start says so and offers to try again. */
function openFailure(cause: unknown): void {
  if (location.pathname !== '/login' && !token()) return
  root.render(
    <div className="state" role="alert">
      <h1>{t('系统没有打开')}</h1>
      <p>{cause instanceof Error ? cause.message : String(cause)}</p>
      <button type="button" className="button primary" onClick={() => location.reload()}>{t('重新加载')}</button>
    </div>,
  )
}

applyLook(currentLook())
document.documentElement.lang = localStorage.getItem('lang') ?? 'zh-CN'
void (token() ? openConsole() : openWithoutToken()).catch(openFailure)
