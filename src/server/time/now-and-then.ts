import { ticks } from './ticks.ts'

/** Says yes at first, and then each time when so many milliseconds have passed since it last did. */
export function nowAndThen(ms: number): () => boolean {
  let last = -Infinity
  return () => {
    const now = ticks()
    if (now - last < ms) return false
    last = now
    return true
  }
}
