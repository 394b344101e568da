import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage, Tab } from '../../../../core/contract/configuration.ts'
import { Overview } from './Overview.tsx'
import type { Part } from '../sections/parts.ts'
import { TabList } from './TabList.tsx'

/** What stands on the open tab: a list of another page, or a part of this one. */
export function TabContent({
  page,
  tab,
  part,
  row,
}: {
  page: DetailPage
  tab: Tab | undefined
  part: Part | undefined
  row: Row
}) {
  if (tab?.page !== undefined) return <TabList key={tab.name} page={page} tab={tab} row={row} />
  return part ? <Overview page={part.page} row={row} compiled={part.compiled} /> : null
}
