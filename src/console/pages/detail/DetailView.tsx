import { useEffect, Suspense, useMemo, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { PlaceDoc } from '../../../core/model/documents.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { t } from '../../i18n/t.ts'
import { LoadError, Outdated } from '../parts/ListStates.tsx'
import type { ViewProps } from '../parts/view.ts'
import { useGo } from '../../navigation/navigation.ts'
import { NoRecord } from '../parts/NoRecord.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { useRefresh } from '../parts/useRefresh.ts'
import { compileDetail, type CompiledDetail } from './sections/compile.ts'
import { DetailHead } from './DetailHead.tsx'
import { useParts } from './sections/parts.ts'
import { TabContent } from './tabs/TabContent.tsx'
import { RelatedBelow } from './tabs/RelatedBelow.tsx'
import { Tabs } from './tabs/Tabs.tsx'
import { useRelated } from './tabs/useRelated.ts'
import { useDetailController } from './useDetailController.ts'
import { useRecordNavigation } from './useRecordNavigation.ts'
import { RecordNavigation } from './RecordNavigation.tsx'
import './detail.css'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const RecordMap = lazyPart(async () => ({ default: (await import('./sections/RecordMap.tsx')).RecordMap }))
const PrintPreview = lazyPart(async () => ({ default: (await import('./print/PrintPreview.tsx')).PrintPreview }))

export function DetailView({ page, search }: ViewProps<DetailPage>) {
  const app = useApp()
  const { row, status, error, retry } = useDetailController(page, search)
  const go = useGo()
  const back = () => go.back(`/${page.parent ?? ''}`)
  const compiled = useMemo(() => compileDetail(app, page), [app, page])
  const taken = useTaken(status, back)
  const position = useRecordNavigation(page, search)
  useRefresh(page, row ? [row] : [])
  const [printing, setPrinting] = useState(false)
  return (
    <section className="page detail">
      <PageHead page={page} named>
        {position && <RecordNavigation position={position} />}
        <MapButton place={page.map} row={row} />
        {page.print && row && (
          <button type="button" className="link" onClick={() => setPrinting(true)}>
            {t('打印')}
          </button>
        )}
        <button type="button" className="link back" onClick={back}>
          {t('返回')}
        </button>
      </PageHead>
      {status === 'loading' && (
        <div className="skeleton" aria-busy="true">
          {Array.from({ length: 8 }, (_, i) => (
            <span key={i} />
          ))}
        </div>
      )}
      {(status === 'missing' || status === 'unnamed') && (
        <NoRecord entity={page.entity} unnamed={status === 'unnamed'} onBack={back} />
      )}
      {status === 'error' && <LoadError what={t(page.title)} error={error} onRetry={retry} />}
      {status === 'outdated' && <Outdated error={error} other={false} onRetry={retry} />}
      {(status === 'ready' || status === 'outdated') && row && (
        <Body page={page} row={row} compiled={compiled} onGone={back} onTaken={taken} />
      )}
      {printing && row && (
        <Suspense fallback={null}>
          <PrintPreview page={page} compiled={compiled} row={row} onClose={() => setPrinting(false)} />
        </Suspense>
      )}
    </section>
  )
}

/** Whoever has given a record away is led back to the list, and not told that there is no such record. */
function useTaken(status: string, back: () => void): () => void {
  const [isTaken, setTaken] = useState(false)
  const isGone = isTaken && status === 'missing'
  useEffect(() => {
    if (isGone) back()
    // once, when it has gone
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isGone])
  return () => setTaken(true)
}

function MapButton({ place, row }: { place: PlaceDoc | undefined; row: Row | undefined }) {
  const [open, setOpen] = useState(false)
  if (!place || !row) return null
  return (
    <>
      <button type="button" className="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('地图')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <RecordMap place={place} row={row} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface BodyProps {
  page: DetailPage
  row: Row
  compiled: CompiledDetail
  onGone: () => void
  /** a step was taken after which the record may be somebody else's */
  onTaken: () => void
}

function Body({ page, row, compiled, onGone, onTaken }: BodyProps) {
  const related = useRelated(page, row)
  const { tabs, tab, part, hasRest, pick } = useParts(
    page,
    compiled,
    page.tabs.length > 0 && related.related.length > 0,
  )
  const content = <TabContent page={page} tab={tab} part={part} row={row} related={related} />
  return (
    <div className={tab?.page === undefined ? 'detail-body' : 'detail-body fixed'}>
      <DetailHead page={page} row={row} facts={compiled.facts} onGone={onGone} onTaken={onTaken} />
      {page.tabs.length === 0 ? (
        <>
          {content}
          <RelatedBelow page={page} lists={related.related} />
        </>
      ) : (
        <Tabs
          id={`${page.route}.tab`}
          first={hasRest ? '详情' : undefined}
          tabs={tabs}
          active={tab}
          onPick={pick}
          counts={related.tabs}
        >
          {content}
        </Tabs>
      )}
    </div>
  )
}
