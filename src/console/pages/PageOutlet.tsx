import { Activity, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Navigate, useLocation, useNavigationType } from 'react-router-dom'
import { useApp } from '../app/useApp.ts'
import type { Page } from '../../core/contract/configuration.ts'
import { configStore } from '../data/config/config.ts'
import { HOLD_MS } from '../data/http/query.ts'
import { numberOf } from '../data/settings/constants.ts'
import { t } from '../i18n/t.ts'
import { type OpenTab, tabs } from '../navigation/tabs.ts'
import { defaultTitle } from '../navigation/titles.ts'
import { createCache, isCached, type CachedPage } from './cache.ts'
import { PageBoundary } from './PageBoundary.tsx'
import { PageFailure } from './PageFailure.tsx'
import { prepare, type Ready } from './prepare.ts'
import { hereOf } from '../navigation/routes.ts'
import { usePageReload } from '../navigation/reload.ts'
import { useReturning } from './useReturning.ts'

/**
 * Draws the page of the URL and keeps earlier pages hidden but mounted, so that returning to them restores their state.
 */
export function PageOutlet({ onBusy }: { onBusy: (busy: boolean) => void }) {
  const app = useApp()
  const location = useLocation()
  const type = useNavigationType()
  const route = hereOf(location.pathname)
  const reload = usePageReload()
  const [cache] = useState(createCache)
  const { ready, missing, error, busy } = useReady(route, location.search, reload, cache)
  const current =
    ready && !missing
      ? cache.show(ready, {
          route,
          search: location.search,
          key: location.key,
          pushed: type === 'PUSH' && !isReturn(location.state),
          reload,
        })
      : undefined
  const shown = current ?? cache.last()
  useBusy(busy, onBusy)
  useEffect(() => tabs(app).onClosed(cache.drop), [app, cache])
  useEffect(() => {
    if (shown && hasTab(shown.page)) tabs(app).open(tabOf(shown), numberOf(app, 'maxTabs', 12))
  }, [app, shown])
  useEffect(() => {
    if (shown) document.title = t(shown.page.title) || defaultTitle(app)
  }, [app, shown])
  useReturning(shown)
  if (missing) return <Navigate to="/404" replace />
  const failed = current === undefined ? error : undefined
  return (
    <>
      {failed && (
        <section className="page">
          <PageFailure error={failed} route={route} />
        </section>
      )}
      {cache
        .all()
        .filter(entry => !failed || isCached(entry.page))
        .map(entry => (
          // if a page fails to open, the hidden pages keep their state
          <Activity key={entry.id} mode={entry === shown && !failed ? 'visible' : 'hidden'}>
            <PageBoundary key={entry.made} route={entry.route}>
              <Drawn entry={entry} />
            </PageBoundary>
          </Activity>
        ))}
    </>
  )
}

/** Whether the navigation came from the tab bar: then the page is shown as it was left. */
const isReturn = (state: unknown): boolean => typeof state === 'object' && state !== null && 'tab' in state

const hasTab = (page: Page): boolean => page.kind !== 'redirect' && page.route !== '404' && page.route !== 'login'
function tabOf({ id, route, search, page }: CachedPage): OpenTab {
  return { id, url: `/${route}${search}`, title: page.title }
}

function Drawn({ entry: { View, page, search, visit } }: { entry: CachedPage }) {
  return useMemo(() => <View page={page as never} search={search} visit={visit} />, [View, page, search, visit])
}

interface Preparing {
  ready?: Ready
  missing: boolean
  error?: Error
  busy: boolean
}

/** What is ready in a moment is no reason to draw the frame around the page twice. */
function useBusy(busy: boolean, onBusy: (busy: boolean) => void): void {
  useEffect(() => {
    if (!busy) return onBusy(false)
    const timer = setTimeout(onBusy, HOLD_MS, true)
    return () => clearTimeout(timer)
  }, [busy, onBusy])
}

function useReady(route: string, search: string, reload: number, cache: ReturnType<typeof createCache>): Preparing {
  const app = useApp()
  const config = useSyncExternalStore(configStore(app).subscribe, configStore(app).get)
  const settled = useRef(new WeakMap<Promise<Ready>, Ready | Error>())
  const [, redraw] = useState(0)
  // runs again after a reload; `search` matters only for the first request of a page that is not loaded yet, so it is
  // no dependency
  const attempt = useMemo(
    () => prepare(app, route, search, page => cache.has(page, { route, search })),
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [route, config, reload],
  )
  useEffect(() => {
    if (!(attempt instanceof Promise) || settled.current.has(attempt)) return
    const settle = (result: Ready | Error) => {
      settled.current.set(attempt, result)
      redraw(count => count + 1)
    }
    attempt.then(settle, (cause: unknown) => settle(cause instanceof Error ? cause : new Error(String(cause))))
  }, [attempt])
  if (!attempt) return { missing: true, busy: false }
  const result = attempt instanceof Promise ? settled.current.get(attempt) : attempt
  if (!result) return { missing: false, busy: true }
  if (result instanceof Error) return { missing: false, busy: false, error: result }
  return { ready: result, missing: false, busy: false }
}
