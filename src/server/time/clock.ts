/** What time it is, and what happens at intervals of it. */
export interface Clock {
  /** milliseconds since 1970 */
  now(): number
  /** Does the work each so many milliseconds, beginning after the first of them; returns what stops it. */
  every(ms: number, work: () => unknown): () => void
}

const SYSTEM: Clock = {
  now: () => Date.now(),
  every: (ms, work) => {
    const timer = setInterval(work, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}

let clock = SYSTEM

/** Another clock for this process, for those who let days pass in seconds; returns what puts the former one back. */
export function setClock(other: Clock): () => void {
  const former = clock
  clock = other
  return () => {
    clock = former
  }
}

/** Milliseconds since 1970. For durations there is `ticks`: the system's time jumps when it is set. */
export const nowMs = (): number => clock.now()

/** Work of hours and days; what waits for other machines or people keeps to timers of its own. */
export const every: Clock['every'] = (ms, work) => clock.every(ms, work)
