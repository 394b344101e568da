import { useEffect, useState } from 'react'

const STIRS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether nobody has moved the mouse or pressed anything for so long; at first somebody has just come. */
export function useIdle(afterMs: number): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const rest = () => setIdle(true)
    let timer = setTimeout(rest, afterMs)
    const stir = () => {
      clearTimeout(timer)
      timer = setTimeout(rest, afterMs)
      setIdle(false)
    }
    for (const type of STIRS) window.addEventListener(type, stir)
    return () => {
      clearTimeout(timer)
      for (const type of STIRS) window.removeEventListener(type, stir)
    }
  }, [afterMs])
  return isIdle
}
