import { useCallback, useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { DetailPage } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { addressOf, besideIt, beyondIt, goesOn, peek, rowLink, type Peek } from '../../navigation/peek.ts'
import { useGo } from '../../navigation/navigation.ts'
import { routeOf } from '../../navigation/routes.ts'
import { tabs } from '../../navigation/tabs.ts'
import { LoadError } from '../parts/ListStates.tsx'
import { recordTitle } from '../parts/recordTitle.ts'
import { usePageOf } from '../parts/usePageOf.ts'
import { RecordBody, Waiting } from './RecordBody.tsx'
import { useDetailController } from './useDetailController.ts'
import './detail.css'
import './peek.css'

/** The record that a link of the page names, beside the page. Arrows go on to the next row, Esc closes. */
export function PeekPanel() {
  const app = useApp()
  const store = peek(app)
  const shown = useSyncExternalStore(store.subscribe, store.get)
  return shown ? <Panel shown={shown} /> : null
}

function Panel({ shown }: { shown: Peek }) {
  const app = useApp()
  const box = useRef<HTMLElement>(null)
  const { set } = peek(app)
  const close = useCallback(() => {
    const { opener } = peek(app).get() ?? {}
    peek(app).set(undefined)
    const back = opener?.closest<HTMLElement>('tr.grid-row') ?? opener
    back?.focus({ preventScroll: true })
  }, [app])
  const turning = useRef(false)
  const step = (by: 1 | -1) => {
    const show = (opener: HTMLElement | undefined): void => {
      if (!opener || !peek(app).get()) return
      opener.closest('tr')?.scrollIntoView({ block: 'nearest' })
      set({ url: addressOf(opener), before: [], opener })
    }
    const near = besideIt(shown.opener, by)
    if (near || turning.current) return show(near)
    turning.current = true
    void beyondIt(app, shown.opener, by)
      .then(show)
      .finally(() => {
        turning.current = false
      })
  }
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  useMark(shown.opener)
  useWhatHappensOnThePage(close)
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    if (!by || event.altKey || usesArrows(event.target)) return
    event.preventDefault()
    step(by)
  }
  const { pathname, search } = new URL(shown.url, location.origin)
  return (
    <section
      ref={box}
      className="peek"
      role="dialog"
      aria-label={t('预览')}
      tabIndex={-1}
      style={{ top: document.getElementById('main')?.offsetTop }}
      onKeyDown={keys}
    >
      <Record key={shown.url} shown={shown} route={routeOf(pathname)} search={search} onStep={step} onClose={close} />
    </section>
  )
}

/** Controls within the panel that have a use for arrows of their own. */
const usesArrows = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [role=tab], .grid') !== null

interface RecordProps {
  shown: Peek
  route: string
  search: string
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

function Record({ shown, route, search, onStep, onClose }: RecordProps) {
  const app = useApp()
  const { page, error, retry } = usePageOf(route, 'detail')
  const title = t(page?.title ?? currentConfig(app).manifest.pages[route]?.title ?? '')
  return page ? (
    <Loaded page={page} shown={shown} search={search} onStep={onStep} onClose={onClose} />
  ) : (
    <>
      <Head shown={shown} title={title} onStep={onStep} onClose={onClose} />
      {error ? <LoadError what={title} error={error} onRetry={retry} /> : <Waiting />}
    </>
  )
}

function Loaded({ page, shown, search, onStep, onClose }: Omit<RecordProps, 'route'> & { page: DetailPage }) {
  const { row, status, error, retry } = useDetailController(page, search)
  const title = (row && recordTitle(page, row)) || t(page.title)
  return (
    <>
      <Head shown={shown} title={title} kind={t(page.entity.label)} onStep={onStep} onClose={onClose} />
      {status === 'error' && <LoadError what={t(page.title)} error={error} onRetry={retry} />}
      {(status === 'missing' || status === 'unnamed') && (
        <div className="state">
          <p>{t('没有这条{entity}，它可能已被删除，或不在您的管辖范围', { entity: t(page.entity.label) })}</p>
        </div>
      )}
      {status === 'loading' && <Waiting />}
      {row && (
        <div className="peek-body">
          <RecordBody id="peek" page={page} row={row} />
        </div>
      )}
    </>
  )
}

interface HeadProps extends Omit<RecordProps, 'route' | 'search'> {
  title: string
  kind?: string
}

function Head({ shown, title, kind, onStep, onClose }: HeadProps) {
  const app = useApp()
  const go = useGo()
  const { set } = peek(app)
  const inList = shown.opener.closest('tr.grid-row') !== null
  const back = shown.before.at(-1)
  return (
    <header className="peek-head">
      {back !== undefined && (
        <button
          type="button"
          className="step back-step"
          aria-label={t('上一条')}
          title={t('回到前一条记录')}
          onClick={() => set({ ...shown, url: back, before: shown.before.slice(0, -1) })}
        />
      )}
      <h2 aria-live="polite" title={title}>
        {kind && <small>{kind}</small>}
        {title}
      </h2>
      {inList && (
        <>
          <Step by={-1} label={t('上一行')} keys="↑" shown={shown} onStep={onStep} />
          <Step by={1} label={t('下一行')} keys="↓" shown={shown} onStep={onStep} />
        </>
      )}
      <a
        className="link"
        href={shown.url}
        onClick={event => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          // that the row has the focus again on return
          shown.opener.closest('tr')?.focus({ preventScroll: true })
          go.to(shown.url)
        }}
      >
        {t('打开页面')}
      </a>
      <button
        type="button"
        className="peek-close"
        aria-label={t('关闭')}
        title={`${t('关闭')} (Esc)`}
        onClick={onClose}
      />
    </header>
  )
}

interface StepProps extends Pick<RecordProps, 'shown' | 'onStep'> {
  by: 1 | -1
  label: string
  keys: string
}
function Step({ by, label, keys, shown, onStep }: StepProps) {
  const app = useApp()
  return (
    <button
      type="button"
      className={by > 0 ? 'step next' : 'step prev'}
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={!goesOn(app, shown.opener, by)}
      onClick={() => onStep(by)}
    />
  )
}

/** Marks the row whose record is shown; the list itself is not drawn again for it. */
function useMark(opener: HTMLElement): void {
  useEffect(() => {
    const row = opener.closest('tr.grid-row')
    row?.setAttribute('data-peeked', '')
    return () => row?.removeAttribute('data-peeked')
  }, [opener])
}

/** Esc closes from anywhere on the page; a row that gets the focus is shown; another page closes the panel. */
function useWhatHappensOnThePage(close: () => void): void {
  const app = useApp()
  const store = tabs(app)
  const active = useSyncExternalStore(store.subscribe, () => store.state().active)
  const first = useRef(active)
  useEffect(() => {
    if (first.current !== active) peek(app).set(undefined)
  }, [app, active])
  useEffect(() => {
    const escape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || isBusyElsewhere(event.target)) return
      event.preventDefault()
      close()
    }
    const follow = ({ target }: FocusEvent) => {
      const now = peek(app).get()
      const row = target instanceof Element && target.matches('tr.grid-row') ? target : undefined
      const link = row && rowLink(row)
      if (!now || !link || now.opener.closest('.grid') !== row.closest('.grid') || row.contains(now.opener)) return
      peek(app).set({ url: addressOf(link), before: [], opener: link })
    }
    document.addEventListener('keydown', escape)
    document.addEventListener('focusin', follow)
    return () => {
      document.removeEventListener('keydown', escape)
      document.removeEventListener('focusin', follow)
    }
  }, [app, close])
}

/** A dialog or an open drop-down takes Esc for itself. */
const isBusyElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element
  && target.closest('input, [aria-modal=true], [role=menu], [role=listbox], [aria-expanded=true]') !== null
