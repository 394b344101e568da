import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the element has been on the screen, or near it, or is about to be printed: until then it costs nothing. */
export function useSeen(box: { current: HTMLElement | null }): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || isSeen) return
    const see = () => setSeen(true)
    const observer = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see()
    }, MARGIN)
    observer.observe(element)
    const print = () => flushSync(see)
    window.addEventListener('beforeprint', print)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', print)
    }
  }, [box, isSeen])
  return isSeen
}
const MARGIN = { rootMargin: '30%' }
