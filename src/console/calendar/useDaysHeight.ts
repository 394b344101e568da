import { useEffect, useRef, type RefObject } from 'react'

/** Lunar words and events are drawn by then. */
const MEASURED_AFTER_MS = 30

/**
 * Measures how high the days are, a moment after they are drawn: the panels of months and years in their place take the
 * same room, however large the letters are.
 */
export function useDaysHeight(): RefObject<HTMLElement | null> {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const measure = () => {
      const height = box.current?.querySelector<HTMLElement>('.calendar-days')?.offsetHeight
      if (height) box.current?.style.setProperty('--calendar-height', `${height}px`)
    }
    const timer = setTimeout(measure, MEASURED_AFTER_MS)
    return () => clearTimeout(timer)
  })
  return box
}
