import type { OtherPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import type { ViewProps } from '../parts/view.ts'
import { PageHead } from '../parts/PageHead.tsx'

/** Placeholder for kinds of pages whose renderer is not written yet. */
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
