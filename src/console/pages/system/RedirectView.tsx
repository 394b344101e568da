import { Navigate, useLocation } from 'react-router-dom'
import { useApp } from '../../app/useApp.ts'
import type { ConsoleApp } from '../../app/app.ts'
import type { MenuItem } from '../../../core/contract/api.ts'
import type { RedirectPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { isFor } from '../../data/config/scope.ts'
import type { ViewProps } from '../parts/view.ts'
import { hereOf, routeOf } from '../../navigation/routes.ts'

/** For those whom the first entry of the menu leaves out by its levels (R2.04), or who have no page in their menu. */
const WELCOME = 'index/indexSuo'

/** `menu.first` is the first page in the user's menu (R2.03), or the welcome page. */
export function RedirectView({ page }: ViewProps<RedirectPage>) {
  const app = useApp()
  const { pathname } = useLocation()
  // this stays mounted until the next page is ready: do not redirect a user who has navigated elsewhere meanwhile
  if (hereOf(pathname) !== page.route) return null
  return <Navigate to={`/${targetOf(app, page.page)}`} replace />
}

export function targetOf(app: ConsoleApp, to: string): string {
  if (to !== 'menu.first') return routeOf(to)
  const { boot, manifest } = currentConfig(app)
  const menu = boot?.menu ?? []
  const isWelcomed = !isFor(app, menu[0]?.meta.roles)
  return (isWelcomed ? undefined : firstRoute(menu, manifest.pages)) ?? WELCOME
}

export function firstRoute(items: MenuItem[], pages: Record<string, { kind: string }> = {}): string | undefined {
  for (const item of items) {
    if (item.hidden) continue
    // system pages such as the change of password are no start pages
    if (item.url && !/^https?:/.test(item.url) && pages[routeOf(item.url)]?.kind !== 'system') return routeOf(item.url)
    const below = firstRoute(item.subMenus, pages)
    if (below) return below
  }
  return undefined
}
