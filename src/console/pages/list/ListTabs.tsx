import { memo, useMemo } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { ListPage, ListTab } from '../../../core/contract/configuration.ts'
import { numberText } from '../../fields/values/text.ts'
import { t } from '../../i18n/t.ts'
import { TabStrip } from '../parts/TabStrip.tsx'
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
  return (
    <TabStrip
      id={`${page.route}.tab`}
      className="list-tabs"
      label={t(page.title)}
      active={state.tab}
      onPick={onPick}
      tabs={tabs.map(tab => ({
        name: tab.name,
        label: t(tab.label),
        stage: tab.share !== undefined,
        count: tab.count && data?.[tab.name] && (
          <b className="tab-count">
            {countText(data[tab.name])}
            {shareText(data, tab)}
          </b>
        ),
      }))}
    />
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
