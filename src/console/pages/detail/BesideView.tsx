import { useMemo } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { LoadError } from '../parts/ListStates.tsx'
import { compileDetail } from './sections/compile.ts'
import { useParts } from './sections/parts.ts'
import { Facts } from './sections/Sections.tsx'
import { TabContent } from './tabs/TabContent.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { useDetailController } from './useDetailController.ts'
import { usePageOf } from '../parts/usePageOf.ts'
import './detail.css'

/** A read-only view of another page's record, beside a form. */
export function BesideView({ route, recordKey }: { route: string; recordKey: string }) {
  const app = useApp()
  const { page, error, retry } = usePageOf(route, 'detail')
  if (error)
    return <LoadError what={t(currentConfig(app).manifest.pages[route]?.title ?? '')} error={error} onRetry={retry} />
  return page ? <BesideRecord key={recordKey} page={page} recordKey={recordKey} /> : <Waiting />
}

const Waiting = () => (
  <div className="skeleton" aria-busy="true">
    {Array.from({ length: 6 }, (_, i) => (
      <span key={i} />
    ))}
  </div>
)

function BesideRecord({ page, recordKey }: { page: DetailPage; recordKey: string }) {
  const { row, status, error, retry } = useDetailController(
    page,
    `?${new URLSearchParams({ [page.entity.key]: recordKey })}`,
  )
  if (status === 'error') return <LoadError what={t(page.title)} error={error} onRetry={retry} />
  if (status === 'missing')
    return (
      <div className="state">
        <p>{t('没有这条{entity}，它可能已被删除，或不在您的管辖范围', { entity: t(page.entity.label) })}</p>
      </div>
    )
  return row ? <Body page={page} row={row} /> : <Waiting />
}

function Body({ page, row }: { page: DetailPage; row: Row }) {
  const app = useApp()
  const compiled = useMemo(() => compileDetail(app, page), [app, page])
  const { tabs, tab, part, hasRest, pick } = useParts(page, compiled)
  return (
    <>
      <div className="panel">
        <Facts facts={compiled.facts} row={row} entity={page.entity} />
      </div>
      <Tabs
        id={`beside.${page.route}.tab`}
        first={hasRest ? page.title : undefined}
        tabs={tabs}
        active={tab}
        onPick={pick}
      >
        <TabContent page={page} tab={tab} part={part} row={row} />
      </Tabs>
    </>
  )
}
