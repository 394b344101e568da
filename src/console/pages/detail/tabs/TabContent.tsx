import type { Row } from '../../../../core/contract/api.ts'
import type { DetailPage, Tab } from '../../../../core/contract/configuration.ts'
import { Overview } from './Overview.tsx'
import { RELATED, type TabPart } from '../sections/parts.ts'
import { RelatedLists } from './RelatedLists.tsx'
import type { Related } from './useRelated.ts'
import { TabList } from './TabList.tsx'

/** Content of the open tab: another page's list, or sections of this page. */
export function TabContent({
  page,
  tab,
  part,
  row,
  related,
}: {
  page: DetailPage
  tab: Tab | undefined
  part: TabPart | undefined
  row: Row
  related: Related
}) {
  if (tab?.name === RELATED) return <RelatedLists id={`${page.route}/${RELATED}`} lists={related.related} />
  if (tab?.page !== undefined) return <TabList key={tab.name} page={page} tab={tab} row={row} />
  return part ? <Overview page={part.page} row={row} compiled={part.compiled} /> : null
}
