import { useApp } from '../app/useApp.ts'
import type { ConsoleApp } from '../app/app.ts'
import { useCallback, useMemo } from 'react'
import type { NavigateOptions } from 'react-router-dom'
import { origins } from './origins.ts'
import { routeOf } from './routes.ts'
import { tabs } from './tabs.ts'
import { historyEntry, mayLeave } from './unsaved.ts'
import { useSteadyNavigate } from './useSteadyNavigate.ts'

export interface Go {
  to(url: string, options?: NavigateOptions): void
  /**
   * goes back to the page that this one was opened from, as it was left, or to `fallback`; `left` is called when the
   * user agrees to leave
   */
  back(fallback: string, left?: () => void): void
  /** goes on to what takes this page's place; `left` as above */
  on(url: string, left: () => void): void
}

/**
 * Where "back" leads: to the page that this one was opened from, or the open one that it belongs to; undefined where
 * that is the previous entry of the browser's history.
 */
function wayBack(app: ConsoleApp, fallback: string): { url: string; open: boolean } | undefined {
  const { from, trail } = origins(app)
  const { tabs: opened, active } = tabs(app).state()
  const place = historyEntry()
  const named = (id: string | undefined) => opened.find(tab => tab.id === id && id !== active)
  const origin = named(from.get(active))
  if (origin && place > 0 && trail.get(place - 1) === origin.id) return undefined
  const open = origin ?? named(routeOf(fallback))
  if (open) return { url: open.url, open: true }
  return place > 0 ? undefined : { url: fallback, open: false }
}

export function useGo(): Go {
  const app = useApp()
  const navigate = useSteadyNavigate()
  const to = useCallback(
    (url: string, options?: NavigateOptions) => {
      void mayLeave(app).then(yes => {
        if (yes) navigate(url, options)
      })
    },
    [app, navigate],
  )
  const back = useCallback(
    (fallback: string, left?: () => void) => {
      const to = wayBack(app, fallback)
      void mayLeave(app).then(yes => {
        if (!yes) return
        left?.()
        if (to === undefined) navigate(-1)
        else navigate(to.url, to.open ? { state: { tab: true } } : { replace: true })
      })
    },
    [app, navigate],
  )
  const on = useCallback(
    (url: string, left: () => void) => {
      void mayLeave(app).then(yes => {
        if (!yes) return
        left()
        navigate(url, { replace: true })
      })
    },
    [app, navigate],
  )
  return useMemo(() => ({ to, back, on }), [to, back, on])
}
