import { useEffect } from 'react'

/**
 * Asks for a number of the header: `calmMs` after the page has been opened, when its own requests have been sent, and
 * whenever somebody comes back to the window. Without `look` nobody asks.
 */
export function useLook(look: (() => void) | undefined, calmMs: number): void {
  useEffect(() => {
    if (!look) return
    const timer = setTimeout(look, calmMs)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [look, calmMs])
}
