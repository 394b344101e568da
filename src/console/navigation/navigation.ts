import { useCallback, useMemo } from 'react'
import { useNavigate, type NavigateOptions } from 'react-router-dom'

/** A form with unsaved changes asks before it is left. */
type Guard = () => Promise<boolean>
let guard: Guard | undefined
export function guardLeaving(next: Guard | undefined): void {
  guard = next
}
export const mayLeave = async (): Promise<boolean> => !guard || guard()

/** Hears of the browser's back and forward before the router does. */
type HistoryGuard = (event: PopStateEvent) => void
let historyGuard: HistoryGuard | undefined
export function guardHistory(next: HistoryGuard | undefined): void {
  historyGuard = next
}
// listeners of the window are called in the order they came: this one is there before the router is drawn
window.addEventListener('popstate', event => historyGuard?.(event))

export interface Go {
  to(url: string, options?: NavigateOptions): void
  /**
   * back where the user came from, or to the page that this one belongs to; `left` is told when the user agrees to go
   */
  back(fallback: string, left?: () => void): void
}

export function useGo(): Go {
  const navigate = useNavigate()
  const to = useCallback(
    (url: string, options?: NavigateOptions) => {
      void mayLeave().then(yes => {
        if (yes) void navigate(url, options)
      })
    },
    [navigate],
  )
  const back = useCallback(
    (fallback: string, left?: () => void) => {
      const index = (window.history.state as { idx?: number } | null)?.idx ?? 0
      void mayLeave().then(yes => {
        if (!yes) return
        left?.()
        if (index > 0) void navigate(-1)
        else void navigate(fallback, { replace: true })
      })
    },
    [navigate],
  )
  return useMemo(() => ({ to, back }), [to, back])
}
