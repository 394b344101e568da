/** Wrong ones of late: how many, since when, and when the last one was let through. Times in milliseconds. */
export interface Tally {
  tries: number
  since: number
  lastAt: number
}

/** `signIn` of schemas/app.yaml; times in seconds. */
export interface SlowingLimits {
  tries: number
  wait: number
  longestWait: number
  spread: number
  spreadWait: number
  perAddress: number
  window: number
}

export const USUAL_LIMITS: SlowingLimits = {
  tries: 5,
  wait: 5,
  longestWait: 300,
  spread: 20,
  spreadWait: 30,
  perAddress: 100,
  window: 600,
}

/** Milliseconds before the next one is judged: none after a few wrong ones, then twice as long after each. */
export const waitAfter = (wrong: number, { tries, wait, longestWait }: SlowingLimits): number =>
  wrong < tries ? 0 : Math.min(longestWait, wait * 2 ** (wrong - tries)) * 1000

/**
 * A tally as of now: forgotten when its window has passed. A time that lies ahead was noted before the clock was set
 * back: it becomes now, so that nobody waits longer than a wait, whatever the clock does.
 */
export function asOf({ tries, since, lastAt }: Tally, now: number, { window }: SlowingLimits): Tally {
  if (now - since > window * 1000) return { tries: 0, since: now, lastAt: now }
  return { tries, since: Math.min(since, now), lastAt: Math.min(lastAt, now) }
}

export const leftOf = ({ lastAt }: Tally, wait: number, now: number): number => Math.max(0, lastAt + wait - now)

export const windowLeft = ({ since }: Tally, now: number, { window }: SlowingLimits): number =>
  Math.max(0, since + window * 1000 - now)

/** One more is let through and counts as wrong until it proves right, so that many at once count too. */
export const oneMore = ({ tries, since }: Tally, now: number): Tally => ({ tries: tries + 1, since, lastAt: now })
