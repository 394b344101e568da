import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { chinaMoment } from '../../i18n/day.ts'

/** When the page was printed last, as text; before that, when it was opened. */
export function usePrintTime(): string {
  const [time, setTime] = useState(() => chinaMoment())
  useEffect(() => {
    const print = () => flushSync(() => setTime(chinaMoment()))
    window.addEventListener('beforeprint', print)
    return () => window.removeEventListener('beforeprint', print)
  }, [])
  return time
}
