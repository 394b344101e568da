import { useEffect, useState } from 'react'
import { chinaMoment, dayText } from '../../i18n/day.ts'

const SECOND_MS = 1000
const DAY = 10
const TIME_AT = 11
const MINUTES = 16

/** Day and time in China, to the minute: what moves every second is all that is looked at. */
export function Clock() {
  const [now, setNow] = useState(() => chinaMoment())
  useEffect(() => {
    const timer = setInterval(() => setNow(chinaMoment()), SECOND_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="screen-clock">
      <time className="num">{now.slice(TIME_AT, MINUTES)}</time>
      <span>{dayText(now.slice(0, DAY))}</span>
    </p>
  )
}
