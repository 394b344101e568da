import type { OtherPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import type { ViewProps } from '../parts/view.ts'
import { PageHead } from '../parts/PageHead.tsx'

/** A kind whose drawing is still to come: said plainly instead of a blank page. */
export function PlannedView({ page }: ViewProps<OtherPage>) {
  return (
    <section className="page">
      <PageHead page={page} />
      <div className="state">
        <p>{t('“{title}”正在建设', { title: t(page.title) })}</p>
      </div>
    </section>
  )
}
