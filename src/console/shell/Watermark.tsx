import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
import { minuteText } from '../fields/values/text.ts'
import { chinaMoment } from '../i18n/day.ts'
import { fill, t } from '../i18n/t.ts'
import { look } from '../theme/look.ts'
import { FONT, tokensOf } from '../theme/tokens.ts'

const HOUR = 3_600_000

/**
 * Covers the page with user and time, without taking clicks. A data image, so that the CSP need not allow inline
 * styles.
 */
export function Watermark({ text, nickName }: { text: string; nickName: string }) {
  const app = useApp()
  const store = look(app)
  const current = useSyncExternalStore(store.subscribe, store.get)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), HOUR)
    return () => clearInterval(timer)
  }, [])
  const image = draw(watermarkText(t(text), nickName, now), tokensOf(current).text)
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: image }} />
}

export const watermarkText = (text: string, nickName: string, at: number): string =>
  fill(text, { nickName, time: minuteText(chinaMoment(at)) })

const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
function draw(text: string, colour: string): string {
  const place = 'x="180" y="110" transform="rotate(-20 180 110)" text-anchor="middle"'
  const look = `font-size="14" font-family="${escaped(FONT)}" fill="${colour}" fill-opacity=".055"`
  const words = `<text ${place} ${look}>${escaped(text)}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="220">${words}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
