import { Navigate } from 'react-router-dom'
import type { MenuItem } from '../../../core/contract/api.ts'
import type { RedirectPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config.ts'
import type { ViewProps } from '../list/ListView.tsx'
import { routeOf } from '../routes.ts'

/** `menu.first` is the first page that the user's menu holds; without one it is the welcome page. */
export function RedirectView({ page }: ViewProps<RedirectPage>) {
  return <Navigate to={`/${targetOf(page.to)}`} replace />
}

export function targetOf(to: string): string {
  if (to !== 'menu.first') return routeOf(to)
  return firstRoute(currentConfig().boot?.menu ?? []) ?? 'index/indexSuo'
}

export function firstRoute(items: MenuItem[]): string | undefined {
  for (const item of items) {
    if (item.hidden) continue
    if (item.url && !/^https?:/.test(item.url)) return routeOf(item.url)
    const below = firstRoute(item.subMenus)
    if (below) return below
  }
  return undefined
}
