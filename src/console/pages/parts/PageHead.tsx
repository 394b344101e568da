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
  /** `of` and `parent`: routes that it belongs to */
  page: { route: string; title: string; of?: string; parent?: string }
  /** whether the page has a heading of its own, with the name of what it shows */
  named?: boolean
  children?: ReactNode
}) {
  const app = useApp()
  const path = useMemo(() => pathTo(app, page), [app, page])
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

/** The way there through the menu; a page without an entry stands below the one that it belongs to. */
function pathTo(
  app: ConsoleApp,
  { route, title, of, parent }: { route: string; title: string; of?: string; parent?: string },
): string[] {
  const own = of === undefined ? trail(app, route) : []
  if (own.length > 0) return own
  const owner = of ?? parent
  return [...(owner === undefined ? [] : trail(app, owner)), title]
}

/** Titles of the menu entries above the page, and of its own. */
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
