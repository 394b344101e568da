import { useEffect, useRef } from 'react'

const SECOND_MS = 1000

/**
 * Asks for the numbers again at intervals; pauses while the window is hidden, and catches up when it is seen again.
 * What has not been answered yet, such as while somebody is asked to sign in again, is not asked a second time.
 */
export function useRenewal(every: number | undefined, again: () => Promise<void>): void {
  const ask = useRef(again)
  useEffect(() => {
    ask.current = again
  })
  useEffect(() => {
    if (every === undefined) return
    let due = false
    let isAsking = false
    const answered = () => {
      isAsking = false
    }
    const renew = () => {
      due = document.hidden
      if (due || isAsking) return
      isAsking = true
      ask.current().then(answered, answered)
    }
    const seen = () => {
      if (due) renew()
    }
    const timer = setInterval(renew, every * SECOND_MS)
    document.addEventListener('visibilitychange', seen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [every])
}
