import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import type { ConsoleApp } from '../app/app.ts'
import { useApp } from '../app/useApp.ts'
import type { MenuItem } from '../../core/contract/api.ts'
import type { Page } from '../../core/contract/configuration.ts'
import { currentConfig, pageOf, configStore } from '../data/config/config.ts'
import { t } from '../i18n/t.ts'
import { PageOutlet } from '../pages/PageOutlet.tsx'
import { peek } from '../navigation/peek.ts'
import { reloadPage } from '../navigation/reload.ts'
import { ownAddress, routeOf } from '../navigation/routes.ts'
import { BackToTop } from './BackToTop.tsx'
import { Header } from './header/Header.tsx'
import { MissingPart } from '../boundaries/MissingPart.tsx'
import { openPart } from '../navigation/openPart.ts'
import { useShellKeys } from './useShellKeys.ts'
import { maximised } from '../navigation/maximised.ts'
import { NoNetwork } from '../boundaries/NoNetwork.tsx'
import { dutyOf, type Duty } from '../navigation/accountPages.ts'
import { Part } from '../boundaries/Part.tsx'
import { pathTo } from '../menu/menuState.ts'
import { SideMenu } from './menu/SideMenu.tsx'
import { NoDutyPage } from './NoDutyPage.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { isNarrow, useFolded } from './menu/useFolded.ts'
import { Watermark } from './Watermark.tsx'
import { lazyPart } from '../boundaries/lazyPart.ts'

const Palette = lazyPart(async () => ({ default: (await import('./menu/Palette.tsx')).Palette }))
const PeekPanel = lazyPart(async () => ({ default: (await import('../pages/detail/PeekPanel.tsx')).PeekPanel }))
const Shortcuts = lazyPart(async () => ({ default: (await import('./Shortcuts.tsx')).Shortcuts }))

export function Shell() {
  const app = useApp()
  const { manifest, boot } = useSyncExternalStore(configStore(app).subscribe, configStore(app).get)
  const location = useLocation()
  const [busy, setBusy] = useState(false)
  const [folded, fold, setFolded] = useFolded()
  const main = useRef<HTMLElement>(null)
  const duty = dutyOf(app)
  const peeked = useSyncExternalStore(peek(app).subscribe, () => peek(app).get() !== undefined)
  const staff = duty ? undefined : boot
  useShellKeys(staff !== undefined)
  const whole = useSyncExternalStore(maximised(app).subscribe, maximised(app).get)
  const route = routeOf(location.pathname)
  // on narrow screens the menu covers the page, so it closes after a choice
  useEffect(() => {
    if (isNarrow()) setFolded(true)
  }, [route, setFolded])
  const find = useCallback(() => openPart(app).set('palette'), [app])
  const elsewhere = leadElsewhere(route, location.search, duty)
  if (elsewhere) return elsewhere
  const isScreen = isScreenAt(app, route)
  return (
    <div className={shellClass(whole, isScreen)}>
      <a
        className="skip"
        href="#main"
        onClick={event => {
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {t('跳到页面内容')}
      </a>
      <div
        className={busy ? 'progress busy' : 'progress'}
        role="progressbar"
        aria-hidden={!busy}
        aria-label={t('正在打开页面')}
      />
      <Header onMenu={fold} onPalette={find} />
      <MissingPart />
      <NoNetwork />
      <div className="below">
        {staff && (
          <SideMenu
            items={staff.menu}
            active={activeOf(app, staff.menu, route)}
            here={route}
            folded={folded}
            onFold={fold}
          />
        )}
        <div className="content">
          {staff && <Tabs />}
          <main ref={main} id="main" className="main" tabIndex={-1}>
            {duty && duty.route === undefined ? <NoDutyPage duty={duty} /> : <PageOutlet onBusy={setBusy} />}
            <div className="foot">
              {manifest.app.footer.shown && <footer className="footer">{t(manifest.app.footer.text ?? '')}</footer>}
              <BackToTop within={main} />
            </div>
          </main>
          <Part>{peeked && <PeekPanel />}</Part>
        </div>
      </div>
      <OverAll items={staff?.menu} />
      <Part>
        {boot && manifest.app.watermark?.shown && (
          <Watermark text={manifest.app.watermark.text} nickName={boot.user.nickName} />
        )}
      </Part>
    </div>
  )
}

/** What the shell's keys open over the page. */
function OverAll({ items }: { items: MenuItem[] | undefined }) {
  const app = useApp()
  const store = openPart(app)
  const open = useSyncExternalStore(store.subscribe, store.get)
  const close = useCallback(() => store.set(undefined), [store])
  return (
    <Part>
      {open === 'palette' && items && <Palette items={items} onClose={close} />}
      {open === 'shortcuts' && <Shortcuts onClose={close} />}
    </Part>
  )
}

/** Redirects a user who must change the password (or similar) to the page for it. */
function leadElsewhere(route: string, search: string, duty: Duty | undefined) {
  if (route === 'redirect') return <Redirect to={new URLSearchParams(search).get('to') ?? '/'} />
  const only = duty?.route
  return only !== undefined && route !== only ? <Navigate to={`/${only}`} replace /> : undefined
}

/**
 * Opens the page given in the address from scratch (R2.05); an absolute address of this console becomes a local one.
 */
function Redirect({ to }: { to: string }) {
  const app = useApp()
  const navigate = useNavigate()
  useEffect(() => {
    reloadPage(app)
    void navigate(ownAddress(to) ?? '/', { replace: true })
  }, [app, navigate, to])
  return null
}

/** A wall display has the window to itself. */
const shellClass = (whole: boolean, isScreen: boolean): string =>
  isScreen ? 'shell screen-only' : whole ? 'shell maximised' : 'shell'

/** Known as soon as the page is, so that its menu does not show for a moment. */
function isScreenAt(app: ConsoleApp, route: string): boolean {
  const page = currentConfig(app).manifest.pages[route] ? pageOf(app, route) : undefined
  return page !== undefined && !(page instanceof Promise) && page.kind === 'dashboard' && page.screen === true
}

/** The menu entry to mark for a page: its own, or that of the list it belongs to. */
function activeOf(app: ConsoleApp, menu: MenuItem[], route: string): string {
  const page =
    currentConfig(app).manifest.pages[route] && pathTo(menu, route).length === 0 ? pageOf(app, route) : undefined
  return page && !(page instanceof Promise) ? ((page as Page & { parent?: string }).parent ?? route) : route
}
