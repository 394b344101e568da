import { memo, useMemo, type KeyboardEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ListPage, ListTab } from '../../../core/contract/configuration.ts'
import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import type { ListState } from './query/state.ts'
import { useTabCounts, type TabCounts } from './query/tabCounts.ts'
import { tabsOf } from './query/tabs.ts'

interface ListTabsProps {
  page: ListPage
  state: ListState
  onPick: (tab: string) => void
}

/** The list's tabs with their numbers of records under the current filters, all counted in one call. */
export const ListTabs = memo(function ListTabs({ page, state, onPick }: ListTabsProps) {
  const app = useApp()
  const tabs = useMemo(() => tabsOf(app, page), [app, page])
  const counted = useMemo(() => tabs.filter(tab => tab.count), [tabs])
  const data = useTabCounts(page, state.filters, counted)
  if (tabs.length === 0) return null
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next = by && tabs[(tabs.findIndex(tab => tab.name === state.tab) + by + tabs.length) % tabs.length]
    if (!next) return
    event.preventDefault()
    onPick(next.name)
    document.getElementById(`${page.route}.tab.${next.name}`)?.focus()
  }
  return (
    <div className="list-tabs" role="tablist" aria-label={t(page.title)} onKeyDown={keys}>
      {tabs.map(tab => (
        <button
          key={tab.name}
          id={`${page.route}.tab.${tab.name}`}
          type="button"
          role="tab"
          aria-selected={tab.name === state.tab}
          data-stage={tab.share !== undefined || undefined}
          tabIndex={tab.name === state.tab ? 0 : -1}
          onClick={() => onPick(tab.name)}
        >
          {t(tab.label)}
          {tab.count && data?.[tab.name] ? (
            <b className="tab-count">
              {countText(data[tab.name])}
              {shareText(data, tab)}
            </b>
          ) : null}
        </button>
      ))}
    </div>
  )
})

const countText = (count: TabCounts[string] | undefined): string =>
  `${numberText(count?.number ?? 0)}${count?.capped ? '+' : ''}`

/** No share if a count is capped, because it would be wrong. */
function shareText(counts: TabCounts, { name, share = '' }: ListTab): string {
  const [part, whole] = [counts[name], counts[share]]
  return !part || !whole || whole.number === 0 || part.capped || whole.capped
    ? ''
    : `（${Math.round((part.number / whole.number) * 100)}%）`
}
