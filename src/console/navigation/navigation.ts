import { useApp } from '../app/useApp.ts'
import { part, type ConsoleApp } from '../app/app.ts'
import { useCallback, useMemo } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router-dom'

/** A form with unsaved changes asks before it is left. */
type Guard = () => Promise<boolean>
interface Guards {
  leaving: Guard | undefined
  history: HistoryGuard | undefined
}
const guards = part((): Guards => ({ leaving: undefined, history: undefined }))
export function guardLeaving(app: ConsoleApp, next: Guard | undefined): void {
  guards(app).leaving = next
}
export async function mayLeave(app: ConsoleApp): Promise<boolean> {
  const guard = guards(app).leaving
  return !guard || guard()
}

/** Hears of the browser's back and forward before the router does. */
type HistoryGuard = (event: PopStateEvent) => void
export function guardHistory(app: ConsoleApp, next: HistoryGuard | undefined): void {
  guards(app).history = next
}
/** Listeners of the window are called in the order they came: this one has to be there before the router is drawn. */
export function installHistoryGuard(app: ConsoleApp): void {
  window.addEventListener('popstate', event => guards(app).history?.(event))
}

export interface Go {
  to(url: string, options?: NavigateOptions): void
  /**
   * back where the user came from, or to the page that this one belongs to; `left` is told when the user agrees to go
   */
  back(fallback: string, left?: () => void): void
}

export function useGo(): Go {
  const app = useApp()
  const navigate = useNavigate()
  const to = useCallback(
    (url: string, options?: NavigateOptions) => {
      void mayLeave(app).then(yes => {
        if (yes) void navigate(url, options)
      })
    },
    [app, navigate],
  )
  const back = useCallback(
    (fallback: string, left?: () => void) => {
      const index = (window.history.state as { idx?: number } | null)?.idx ?? 0
      void mayLeave(app).then(yes => {
        if (!yes) return
        left?.()
        if (index > 0) void navigate(-1)
        else void navigate(fallback, { replace: true })
      })
    },
    [app, navigate],
  )
  return useMemo(() => ({ to, back }), [to, back])
}
