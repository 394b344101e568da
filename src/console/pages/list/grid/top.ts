import type { ConsoleApp } from '../../../app/app.ts'
import { numberOf } from '../../../data/settings/constants.ts'

/** Functions that scroll to the first row. */
export interface Top {
  jump(): void
  glide(): void
}

/** R2.21: changing page or size scrolls to the top within 800 ms; at once if the user prefers reduced motion. */
const GLIDE = 800
const ease = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2)

export function createGlide(app: ConsoleApp): { start(box: HTMLElement): void; running(): boolean } {
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    frame = 0
  }
  const start = (box: HTMLElement) => {
    stop()
    const from = box.scrollTop
    if (from === 0) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return void box.scrollTo({ top: 0 })
    const began = performance.now()
    const glide = Math.max(1, numberOf(app, 'scrollDuration', GLIDE))
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, now - began) / glide)
      box.scrollTop = from * (1 - ease(part))
      frame = part < 1 ? requestAnimationFrame(step) : 0
    }
    // stop when the user scrolls
    for (const kind of ['wheel', 'pointerdown', 'keydown'])
      box.addEventListener(kind, stop, { once: true, passive: true })
    frame = requestAnimationFrame(step)
  }
  return { start, running: () => frame !== 0 }
}
