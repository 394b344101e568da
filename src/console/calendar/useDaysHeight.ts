import { useEffect, useRef, useState, type RefObject } from 'react'

/** Lunar words and events are drawn by then. */
const MEASURED_AFTER_MS = 30

/**
 * How high the days are, measured a moment after they are drawn: the panels of months and years in their place take the
 * same room, however large the letters are.
 */
export function useDaysHeight(isShown: boolean): { box: RefObject<HTMLDivElement | null>; height: number | undefined } {
  const box = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setHeight(box.current?.offsetHeight || undefined), MEASURED_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return { box, height }
}
