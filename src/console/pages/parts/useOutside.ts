import { useEffect, type RefObject } from 'react'

/** Closes something on a click outside of it. */
export function useOutside(box: RefObject<HTMLElement | null>, active: boolean, close: () => void): void {
  useEffect(() => {
    if (!active) return
    const outside = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [box, active, close])
}
