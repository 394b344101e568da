import { useEffect, type RefObject } from 'react'

/** A menu that has just opened: its first entry has the focus, and a click or the wheel outside of it closes it. */
export function useMenu(menu: RefObject<HTMLElement | null>, close: () => void): void {
  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
    const outside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) close()
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('wheel', outside, { passive: true })
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('wheel', outside)
    }
  }, [menu, close])
}
