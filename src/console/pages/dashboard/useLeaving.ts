import { useEffect } from 'react'
import { covered } from '../../navigation/covered.ts'
import { isShortcut } from '../../navigation/shortcuts.ts'
import { useGo } from '../../navigation/navigation.ts'

/** Esc leads back to where the screen was opened from, if nothing over the page or inside it has taken it. */
export function useLeaving(): () => void {
  const { back } = useGo()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isShortcut(event, 'restore') && !event.defaultPrevented && !covered()) back('/')
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [back])
  return () => back('/')
}
