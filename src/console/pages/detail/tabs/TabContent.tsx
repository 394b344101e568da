import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage, Tab } from '../../../../core/contract/configuration.ts'
import { Overview } from './Overview.tsx'
import type { TabPart } from '../sections/parts.ts'
import { TabList } from './TabList.tsx'

/** Content of the open tab: another page's list, or sections of this page. */
export function TabContent({
  page,
  tab,
  part,
  row,
}: {
  page: DetailPage
  tab: Tab | undefined
  part: TabPart | undefined
  row: Row
}) {
  if (tab?.page !== undefined) return <TabList key={tab.name} page={page} tab={tab} row={row} />
  return part ? <Overview page={part.page} row={row} compiled={part.compiled} /> : null
}
