import { useEffect } from 'react'
import type { Row } from '../../../core/contract/api.ts'
import { useApp } from '../../app/useApp.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { LoadError } from '../parts/ListStates.tsx'
import { RecordBody, Waiting } from './RecordBody.tsx'
import { useDetailController } from './useDetailController.ts'
import { usePageOf } from '../parts/usePageOf.ts'
import './detail.css'

interface Props {
  recordKey: string
  /** called whenever the record has been read */
  onRecord?: (row: Row, page: DetailPage) => void
}

/** A read-only view of another page's record, beside a form. */
export function BesideView({ route, recordKey, onRecord }: Props & { route: string }) {
  const app = useApp()
  const { page, error, retry } = usePageOf(route, 'detail')
  if (error)
    return <LoadError what={t(currentConfig(app).manifest.pages[route]?.title ?? '')} error={error} onRetry={retry} />
  return page ? <BesideRecord key={recordKey} page={page} recordKey={recordKey} onRecord={onRecord} /> : <Waiting />
}

function BesideRecord({ page, recordKey, onRecord }: Props & { page: DetailPage }) {
  const { row, status, error, retry } = useDetailController(
    page,
    `?${new URLSearchParams({ [page.entity.key]: recordKey })}`,
  )
  useEffect(() => {
    if (row) onRecord?.(row, page)
  }, [row, page, onRecord])
  if (status === 'error') return <LoadError what={t(page.title)} error={error} onRetry={retry} />
  if (status === 'missing')
    return (
      <div className="state">
        <p>{t('没有这条{entity}，它可能已被删除，或不在您的管辖范围', { entity: t(page.entity.label) })}</p>
      </div>
    )
  return row ? <RecordBody id="beside" page={page} row={row} /> : <Waiting />
}
