import { useEffect, useState } from 'react'
import { minuteText } from '../fields/values/text.ts'
import { nowMs } from '../i18n/clock.ts'
import { chinaMoment } from '../i18n/day.ts'
import { fill, t } from '../i18n/t.ts'
import { FONT, TYPE } from '../theme/scale.ts'
import { FIXED } from '../theme/tokens.ts'

const HOUR = 3_600_000
/**
 * Covers the page with user and time, without taking clicks. A data image, so that the CSP need not allow inline
 * styles.
 */
export function Watermark({ text, nickName }: { text: string; nickName: string }) {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), HOUR)
    return () => clearInterval(timer)
  }, [])
  const image = draw(watermarkText(t(text), nickName, now))
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: image }} />
}

export const watermarkText = (text: string, nickName: string, at: number): string =>
  fill(text, { nickName, time: minuteText(chinaMoment(at)) })

const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
function draw(text: string): string {
  const place = 'x="180" y="110" transform="rotate(-20 180 110)" text-anchor="middle"'
  const letters = `font-size="${TYPE['fs-14']}" font-family="${escaped(FONT)}"`
  const look = `${letters} fill="${FIXED.watermark}" fill-opacity=".06"`
  const words = `<text ${place} ${look}>${escaped(text)}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="220">${words}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
