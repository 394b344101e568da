import { useEffect, type RefObject } from 'react'

/** Something that stands open closes when one clicks beside it. */
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
