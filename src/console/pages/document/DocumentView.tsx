import { Suspense, useId, useMemo, useState, type FormEvent } from 'react'
import useSWR from 'swr'
import { useApp } from '../../app/useApp.ts'
import type { Row } from '../../../core/contract/api.ts'
import type { DocumentPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { numberOf } from '../../data/settings/constants.ts'
import { CallError } from '../../data/http/errors.ts'
import { send } from '../../data/http/http.ts'
import { saidIn } from '../../fields/saidIn.ts'
import { nowMs } from '../../i18n/clock.ts'
import { t } from '../../i18n/t.ts'
import { Layer } from '../../theme/Layer.tsx'
import { compileSections, type DrawnSection } from '../detail/sections/compile.ts'
import { PrintSheet, timeText } from '../detail/print/Sheet.tsx'
import { SheetSection } from '../detail/print/SheetSection.tsx'
import { useGo } from '../../navigation/navigation.ts'
import type { ViewProps } from '../parts/view.ts'
import { NoRecord } from '../parts/NoRecord.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { CodeMaker } from './CodeMaker.tsx'
import '../detail/print/print.css'
import './document.css'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const Qr = lazyPart(async () => ({ default: (await import('../parts/Qr.tsx')).Qr }))

/** A printable document on the whole page (R2.26), also open to people without an account. */
export function DocumentView({ page, search }: ViewProps<DocumentPage>) {
  const app = useApp()
  const go = useGo()
  const given = new URLSearchParams(search).get(page.argument) ?? ''
  const [made, setMade] = useState('')
  const { data: row, error } = useSWR<Row, Error>(
    given === '' ? null : `${page.route} ${given}`,
    () => send<Row>(app, page.source, { [page.argument]: given }, { quiet: true }),
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  )
  const sections = useMemo(() => compileSections(app, page), [app, page])
  const staff = currentConfig(app).boot
  const back = () => {
    if (staff) go.back(`/${page.parent ?? ''}`)
  }
  if (given === '' && !page.ask)
    return (
      <section className="page">
        <PageHead page={page} named />
        <NoRecord entity={page.entity} unnamed onBack={back} />
      </section>
    )
  if (given === '' || error) return <Refused key={given} page={page} error={error} given={given} />
  if (!row)
    return (
      <section className="page">
        <PageHead page={page} />
        <div className="skeleton" aria-busy="true">
          {Array.from({ length: 8 }, (_, i) => (
            <span key={i} />
          ))}
        </div>
      </section>
    )
  const code = made || (page.qr?.call ? '' : given)
  return (
    <Layer
      className="print-preview document"
      order={numberOf(app, 'printZIndex', 20_002)}
      label={t(page.title)}
      onClose={back}
    >
      <div className="layer-head">
        <h1>{t(page.title)}</h1>
        <span className="space" />
        {page.qr?.call && <CodeMaker qr={page.qr} entity={page.entity} row={row} onMade={setMade} />}
        <button type="button" className="button primary" onClick={() => window.print()}>
          {t('打印')}
        </button>
        {staff && (
          <button type="button" className="button" onClick={back}>
            {t('关闭')}
          </button>
        )}
      </div>
      <Others page={page} code={code} />
      <div className="print-scroll">
        <Paper page={page} sections={sections} row={row} code={code} />
      </div>
    </Layer>
  )
}

const addressOf = (route: string, code: string): string =>
  `${location.origin}/${route}?code=${encodeURIComponent(code)}`

/** Links to further pages that the code opens. */
function Others({ page: { qr, route }, code }: { page: DocumentPage; code: string }) {
  const app = useApp()
  const titles = currentConfig(app).manifest.pages
  const others =
    qr && code ? [...new Set([qr.page, ...(qr.also ?? [])])].filter(one => one !== route && titles[one]) : []
  if (others.length === 0) return null
  return (
    <p className="document-others">
      {others.map(one => (
        <a key={one} href={addressOf(one, code)} target="_blank" rel="noreferrer">
          {t(titles[one]?.title ?? one)}
        </a>
      ))}
    </p>
  )
}

interface RefusedProps {
  page: DocumentPage
  /** absent: the address does not say which document is meant */
  error: Error | undefined
  given: string
}

/** Why nothing is shown, and the field for what the address lacks or has wrongly. */
function Refused({ page, error, given }: RefusedProps) {
  const missing = error instanceof CallError && error.status === 404
  const text = missing
    ? t('没有这条{entity}，它可能已被删除，或不在您的管辖范围', { entity: t(page.entity.label) })
    : error && t(error.message)
  // a citizen comes from nowhere in the menu, and reads the title once
  const isStaff = currentConfig(useApp()).boot !== undefined
  return (
    <section className="page">
      {isStaff && <PageHead page={page} named />}
      <div className="state">
        <h1>{error ? t('文书不能打开') : t(page.title)}</h1>
        {text !== undefined && <p role="alert">{text}</p>}
        {page.ask && <Ask page={page} ask={page.ask} given={given} />}
      </div>
    </section>
  )
}

function Ask({ page, ask, given }: { page: DocumentPage; ask: NonNullable<DocumentPage['ask']>; given: string }) {
  const { to } = useGo()
  const [code, setCode] = useState(given)
  const id = useId()
  const open = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') to(`/${page.route}?${new URLSearchParams({ [page.argument]: code.trim() }).toString()}`)
  }
  return (
    <form className="document-ask" onSubmit={open}>
      <p>{t(ask.text)}</p>
      <label htmlFor={id}>{t(ask.label)}</label>
      <input
        id={id}
        className="input"
        value={code}
        autoFocus
        required
        onChange={event => setCode(event.target.value)}
      />
      <button type="submit" className="button primary">
        {t('打开文书')}
      </button>
    </form>
  )
}

function Paper({
  page,
  sections,
  row,
  code,
}: {
  page: DocumentPage
  sections: DrawnSection[]
  row: Row
  code: string
}) {
  const app = useApp()
  const [when] = useState(() => new Date(nowMs()))
  const name = currentConfig(app).boot?.user.nickName
  const foot = name
    ? t('打印人：{name}　打印时间：{time}', { name, time: timeText(when) })
    : t('查验时间：{time}', { time: timeText(when) })
  return (
    <PrintSheet title={t(page.title)} name={String(row[page.entity.title] ?? '')} foot={foot}>
      <h2>{t(page.title)}</h2>
      {page.statement && <p className="statement">{saidIn(t(page.statement), row, page, page)}</p>}
      {sections.map(section => (
        <SheetSection key={section.name} section={section} row={row} />
      ))}
      <div className="sheet-end">
        <dl className="signatures">
          {page.signatures.map(who => (
            <div key={who}>
              <dt>{t(who)}</dt>
              <dd />
            </div>
          ))}
        </dl>
        {page.qr && code && (
          <figure>
            <Suspense fallback={null}>
              <Qr text={addressOf(page.qr.page, code)} />
            </Suspense>
            <figcaption>{t(page.qr.label)}</figcaption>
          </figure>
        )}
      </div>
    </PrintSheet>
  )
}
