import { useEffect, useState, useSyncExternalStore } from 'react'
import { useApp } from '../app/useApp.ts'
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
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), HOUR)
    return () => clearInterval(timer)
  }, [])
  const image = draw(watermarkText(t(text), nickName, now), tokensOf(current).text)
  return <div className="watermark" aria-hidden="true" style={{ backgroundImage: image }} />
}

const two = (n: number): string => String(n).padStart(2, '0')
export function watermarkText(text: string, nickName: string, now: Date): string {
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return fill(text, { nickName, time: `${day} ${two(now.getHours())}:${two(now.getMinutes())}` })
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
function draw(text: string, colour: string): string {
  const place = 'x="180" y="110" transform="rotate(-20 180 110)" text-anchor="middle"'
  const look = `font-size="14" font-family="${escaped(FONT)}" fill="${colour}" fill-opacity=".055"`
  const words = `<text ${place} ${look}>${escaped(text)}</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="220">${words}</svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
