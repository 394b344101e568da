import { useCallback, useState, useSyncExternalStore } from 'react'
import { useApp } from '../../console/app/useApp.ts'
import { useLook } from '../../console/app/useLook.ts'
import type { MenuItem } from '../../core/contract/api.ts'
import type { ListFilters } from '../../core/contract/statistics.ts'
import { currentConfig, pageOf } from '../../console/data/config/config.ts'
import { counters, refreshCounters } from '../../console/data/counters.ts'
import { textOf } from '../../console/data/settings/constants.ts'
import { t } from '../../console/i18n/t.ts'
import { entriesOf } from '../../console/menu/menuState.ts'
import { useGo } from '../../console/navigation/navigation.ts'
import { routeOf } from '../../console/navigation/routes.ts'
import { searchBehind } from '../../console/pages/list/query/state.ts'
import { Icon } from '../../console/theme/icons.tsx'
import { NEW_CLUES } from './counters.ts'

/** Milliseconds after which the page's own requests have been sent. */
const CALM = 800

/**
 * Number of new clues in the header, with a link to just these. Users without such a page see nothing, and no request
 * is sent.
 */
export function NewClues() {
  const app = useApp()
  const store = counters(app)
  const fresh = useSyncExternalStore(store.subscribe, store.get).figures[NEW_CLUES]
  const go = useGo()
  const menu = currentConfig(app).boot?.menu ?? []
  const to = clueListOf(menu, textOf(app, 'clueList', ''))
  useCounters(to !== undefined || hasBadges(menu))
  const { href, addressNow } = useRowsBehind(to, fresh?.filters)
  if (href === undefined) return null
  const look = (): unknown => addressNow()
  return (
    <a
      className="head-button"
      href={href}
      onPointerEnter={look}
      onFocus={look}
      onClick={event => {
        event.preventDefault()
        void addressNow().then(address => go.to(address))
      }}
    >
      <Icon name="alert" />
      <span className="head-text">{t('新线索')}</span>
      <Count of={fresh?.count} />
    </a>
  )
}

/** It has its room before it has its number: nothing beside it moves when it comes. */
function Count({ of: fresh }: { of: number | undefined }) {
  if (fresh === undefined) return <b className="none late">0</b>
  return <b className={fresh === 0 ? 'none' : undefined}>{fresh > 999 ? '999+' : fresh}</b>
}

/** Address of the list of what was counted. Its page is read when somebody comes near; until then it is the list's. */
function useRowsBehind(route: string | undefined, filters: ListFilters | undefined) {
  const app = useApp()
  const [search, setSearch] = useState<{ of: ListFilters; text: string }>()
  const href = route === undefined ? undefined : `/${route}${search && search.of === filters ? search.text : ''}`
  const addressNow = async (): Promise<string> => {
    if (!filters) return `/${route ?? ''}`
    const page = await Promise.resolve(pageOf(app, route ?? '')).catch(() => undefined)
    if (page?.kind !== 'list') return `/${route ?? ''}`
    const text = searchBehind(app, page, { filters })
    setSearch({ of: filters, text })
    return `/${page.route}${text}`
  }
  return { href, addressNow }
}

function useCounters(wanted: boolean): void {
  const app = useApp()
  const look = useCallback(() => void refreshCounters(app), [app])
  useLook(wanted ? look : undefined, CALM)
}

/**
 * Route of the clue list: the configured page if the user has it, else the first page whose menu entry shows a number.
 */
export function clueListOf(items: MenuItem[], configured: string): string | undefined {
  const entries = entriesOf(items)
  const found = entries.find(item => routeOf(item.url) === configured) ?? entries.find(item => item.meta.badge)
  return found && routeOf(found.url)
}
const hasBadges = (items: MenuItem[]): boolean => entriesOf(items).some(item => item.meta.badge)
