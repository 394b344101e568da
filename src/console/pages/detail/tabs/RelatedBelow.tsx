import type { DetailPage } from '../../../../core/contract/configuration.ts'
import { t } from '../../../i18n/t.ts'
import { RelatedLists } from './RelatedLists.tsx'
import type { Relation } from './useRelated.ts'

/** On a page without tabs what points at the record stands below it: a row of tabs that comes late would move the page. */
export const RelatedBelow = ({ page, lists }: { page: DetailPage; lists: readonly Relation[] }) =>
  lists.length > 0 && (
    <section className="panel related-below">
      <h2>{t('关联记录')}</h2>
      <RelatedLists id={`${page.route}/related`} lists={lists} closed />
    </section>
  )
