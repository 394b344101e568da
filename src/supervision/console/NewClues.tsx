import { useCallback, useSyncExternalStore } from 'react'
import { useApp } from '../../console/app/useApp.ts'
import { useLook } from '../../console/app/useLook.ts'
import type { MenuItem } from '../../core/contract/api.ts'
import { currentConfig } from '../../console/data/config/config.ts'
import { counters, refreshCounters } from '../../console/data/counters.ts'
import { textOf } from '../../console/data/settings/constants.ts'
import { t } from '../../console/i18n/t.ts'
import { entriesOf } from '../../console/menu/menuState.ts'
import { useGo } from '../../console/navigation/navigation.ts'
import { routeOf } from '../../console/navigation/routes.ts'
import { Icon } from '../../console/theme/icons.tsx'
import { NEW_CLUES } from './counters.ts'

/** Milliseconds after which the page's own requests have been sent. */
const CALM = 800

/**
 * Number of new clues in the header, with a link to their list. Users without such a page see nothing, and no request
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
  if (to === undefined) return null
  return (
    <a
      className="head-button"
      href={`/${to}`}
      onClick={event => {
        event.preventDefault()
        go.to(`/${to}`)
      }}
    >
      <Icon name="alert" />
      <span className="head-text">{t('新线索')}</span>
      <Count of={fresh} />
    </a>
  )
}

/** It has its room before it has its number: nothing beside it moves when it comes. */
function Count({ of: fresh }: { of: number | undefined }) {
  if (fresh === undefined) return <b className="none late">0</b>
  return <b className={fresh === 0 ? 'none' : undefined}>{fresh > 999 ? '999+' : fresh}</b>
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
