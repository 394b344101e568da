import { useMemo, type ReactNode } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ConsoleApp } from '../../app/app.ts'
import type { MenuItem } from '../../../core/contract/api.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { routeOf } from '../../navigation/routes.ts'

/** Breadcrumb, with the page's main actions at the right. */
export function PageHead({
  page,
  name,
  children,
}: {
  page: { route: string; title: string; of?: string }
  name?: string
  children?: ReactNode
}) {
  const app = useApp()
  const path = useMemo(() => trail(app, page.of ?? page.route), [app, page])
  return (
    <header className="page-head">
      <nav className="trail" aria-label={t('当前位置')}>
        {path.map(step => (
          <span key={step}>{t(step)}</span>
        ))}
        {(path.length === 0 || page.of) && <span>{t(page.title)}</span>}
      </nav>
      {name && <h1>{name}</h1>}
      <span className="space" />
      {children}
    </header>
  )
}

/** Titles of the menu entries above the page. */
function trail(app: ConsoleApp, route: string): string[] {
  const menu = currentConfig(app).boot?.menu ?? []
  return find(menu, route) ?? []
}
function find(items: MenuItem[], route: string): string[] | undefined {
  for (const item of items) {
    if (item.url && routeOf(item.url) === route) return [item.meta.title]
    const below = find(item.subMenus, route)
    if (below) return [item.meta.title, ...below]
  }
  return undefined
}
