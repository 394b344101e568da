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
  named = false,
  children,
}: {
  page: { route: string; title: string; of?: string }
  /** whether the page has a heading of its own, with the name of what it shows */
  named?: boolean
  children?: ReactNode
}) {
  const app = useApp()
  const above = useMemo(() => trail(app, page.of ?? page.route), [app, page])
  const path = above.length === 0 || page.of ? [...above, page.title] : above
  const Last = named ? 'span' : 'h1'
  return (
    <header className="page-head">
      <nav className="trail" aria-label={t('当前位置')}>
        {path.slice(0, -1).map(step => (
          <span key={step}>{t(step)}</span>
        ))}
        <Last>{t(path.at(-1) ?? '')}</Last>
      </nav>
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
