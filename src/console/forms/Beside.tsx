import { observer } from '@formily/react'
import type { Form } from '@formily/core'
import { Suspense } from 'react'
import { useApp } from '../app/useApp.ts'
import type { Row } from '../../core/contract/api.ts'
import type { DetailPage, FormPage } from '../../core/contract/configuration.ts'
import { currentConfig } from '../data/config/config.ts'
import { plain } from '../fields/values/text.ts'
import { t } from '../i18n/t.ts'
import { lazyPart } from '../boundaries/lazyPart.ts'

const BesideView = lazyPart(async () => ({ default: (await import('../pages/detail/BesideView.tsx')).BesideView }))

interface Props {
  page: FormPage
  form: Form
  /** key of the record that the form changes */
  own: string | undefined
  onRecord: (row: Row, page: DetailPage) => void
}

/** The detail page beside a form. Left out if the user may not see that page, or no record is chosen. */
export const Beside = observer(function Beside({ page, form, own, onRecord }: Props) {
  const app = useApp()
  const { beside } = page
  const entry = beside && currentConfig(app).manifest.pages[beside.page]
  const named = beside?.key === undefined ? own : (form.values as Record<string, unknown>)[beside.key]
  const key = plain(named)
  if (!beside || !entry || key === '') return null
  return (
    <aside className="beside" aria-label={t(entry.title)}>
      <Suspense fallback={null}>
        <BesideView route={beside.page} recordKey={key} onRecord={onRecord} />
      </Suspense>
    </aside>
  )
})
