import { useApp } from '../app/useApp.ts'
import { part, type ConsoleApp } from '../app/app.ts'
import { useCallback, useMemo } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router-dom'

/** Asks for confirmation before a form with unsaved changes is left; resolves to whether to leave. */
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

/** Called for the browser's back and forward before the router handles them. */
type HistoryGuard = (event: PopStateEvent) => void
export function guardHistory(app: ConsoleApp, next: HistoryGuard | undefined): void {
  guards(app).history = next
}
/** Must be called before the router is created, because listeners of the window run in the order they were added. */
export function installHistoryGuard(app: ConsoleApp): void {
  window.addEventListener('popstate', event => guards(app).history?.(event))
}

export interface Go {
  to(url: string, options?: NavigateOptions): void
  /** goes back to the previous page, or to `fallback`; `left` is called when the user agrees to leave */
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
