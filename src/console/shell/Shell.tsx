import { useCallback, useRef, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import type { Page } from '../../core/contract/configuration.ts'
import { currentConfig, pageOf, subscribeConfig } from '../data/config.ts'
import { t } from '../i18n/t.ts'
import { PageOutlet } from '../pages/PageOutlet.tsx'
import { routeOf } from '../pages/routes.ts'
import { BackToTop } from './BackToTop.tsx'
import { Header } from './Header.tsx'
import { SideMenu } from './SideMenu.tsx'

const FOLDED = 'side.folded'

export function Shell() {
  const { manifest, boot } = useSyncExternalStore(subscribeConfig, currentConfig)
  const location = useLocation()
  const [busy, setBusy] = useState(false)
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === '1')
  const main = useRef<HTMLElement>(null)
  const fold = useCallback(() => setFolded((old) => {
    localStorage.setItem(FOLDED, old ? '0' : '1')
    return !old
  }), [])
  const route = routeOf(location.pathname)
  if (route === 'redirect') return <Navigate to={new URLSearchParams(location.search).get('to') ?? '/'} replace />
  return (
    <div className="shell">
      <div className={busy ? 'progress busy' : 'progress'} role="progressbar" aria-hidden={!busy} aria-label={t('正在打开页面')} />
      <Header />
      <div className="below">
        {boot && <SideMenu items={boot.menu} active={activeOf(route)} here={route} folded={folded} onFold={fold} />}
        <main ref={main} className="main">
          <PageOutlet onBusy={setBusy} />
          <footer className="footer">{manifest.app.footer.shown ? t(manifest.app.footer.text) : ''}<BackToTop within={main} /></footer>
        </main>
      </div>
    </div>
  )
}

/** A record's page marks the menu entry of the list it belongs to. */
function activeOf(route: string): string {
  const page = currentConfig().manifest.pages[route] ? pageOf(route) : undefined
  return page && !(page instanceof Promise) ? ((page as Page & { of?: string }).of ?? route) : route
}
