import { useMemo } from 'react'
import type { ConsoleApp } from '../../../app/app.ts'
import { useApp } from '../../../app/useApp.ts'
import type { ListPage, ListTab } from '../../../../core/contract/configuration.ts'
import { LIST_TABS } from '../../../data/calls/own-calls.ts'
import { useCall } from '../../../data/http/query.ts'
import { listArgs } from './state.ts'

export type TabCounts = Record<string, { number: number; capped: boolean }>

/** What a tab would show: without filters that do not apply there. */
function askedOf(app: ConsoleApp, page: ListPage, filters: Record<string, string>, tab: string) {
  const {
    pageNo: _no,
    pageRowNo: _size,
    pageFlag: _flag,
    orderBy: _order,
    ...rest
  } = listArgs(app, page, { page: 1, size: 1, filters, tab })
  return rest
}

/** Numbers of records in these tabs under the current filters, all counted in one call; no tabs, no call. */
export function useTabCounts(page: ListPage, filters: Record<string, string>, tabs: ListTab[]): TabCounts | undefined {
  const app = useApp()
  const args = useMemo(
    () => ({
      call: page.source.name,
      args: {},
      tabs: Object.fromEntries(tabs.map(({ name }) => [name, askedOf(app, page, filters, name)])),
    }),
    [app, page, filters, tabs],
  )
  return useCall<TabCounts>(tabs.length > 0 ? LIST_TABS : undefined, args).data
}
