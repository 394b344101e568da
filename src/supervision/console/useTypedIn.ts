import { useEffect } from 'react'

/** Tells the panel around a form whether something is typed or chosen in it, as long as the form is there. */
export function useTypedIn(onTyped: (isTyped: boolean) => void, isTyped: boolean): void {
  useEffect(() => {
    onTyped(isTyped)
    return () => onTyped(false)
  }, [onTyped, isTyped])
}
