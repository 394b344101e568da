import { useEffect, useRef, useState } from 'react'

const COUNTING_MS = 400
const QUIET = '(prefers-reduced-motion: reduce)'

/**
 * The number as it is shown: a new one is counted to from the one before, where that is wanted and nobody has asked for
 * less motion. The first one stands at once.
 */
export function useCounting(value: number | null, isWanted: boolean): number | null {
  const before = useRef(value)
  const [shown, setShown] = useState(value)
  useEffect(() => {
    const from = before.current
    before.current = value
    const isMove = isWanted && from !== null && value !== null && from !== value
    if (!isMove || window.matchMedia?.(QUIET).matches) return setShown(value)
    const began = performance.now()
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - began) / COUNTING_MS))
      setShown(part < 1 ? between(from, value, part) : value)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    let frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [value, isWanted])
  return isWanted ? shown : value
}

/** Whole numbers stay whole on their way. */
const between = (from: number, to: number, part: number): number =>
  Number.isInteger(from) && Number.isInteger(to) ? Math.round(from + (to - from) * part) : from + (to - from) * part
