/** Recent wrong attempts: number, start of the counting window, time of the last attempt admitted. Milliseconds. */
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

/** Pause in milliseconds before the next attempt: none after a few wrong ones, then doubled with each. */
export const waitAfter = (wrong: number, { tries, wait, longestWait }: SlowingLimits): number =>
  wrong < tries ? 0 : Math.min(longestWait, wait * 2 ** (wrong - tries)) * 1000

/**
 * The tally now: zero once its window has passed. Times in the future come from before the clock was set back and are
 * replaced by now, so that nobody waits longer than the pause.
 */
export function asOf({ tries, since, lastAt }: Tally, now: number, { window }: SlowingLimits): Tally {
  if (now - since > window * 1000) return { tries: 0, since: now, lastAt: now }
  return { tries, since: Math.min(since, now), lastAt: Math.min(lastAt, now) }
}

export const leftOf = ({ lastAt }: Tally, wait: number, now: number): number => Math.max(0, lastAt + wait - now)

export const windowLeft = ({ since }: Tally, now: number, { window }: SlowingLimits): number =>
  Math.max(0, since + window * 1000 - now)

/** Longer than a sign-in can take with all that it may wait for. */
const PENDING_MS = 120_000

/** Attempts that were admitted and of which nothing is known yet; those of a process that has died are forgotten. */
export interface Pending {
  pending: number
  pendingAt: number | null
}

export const pendingNow = ({ pending, pendingAt }: Pending, now: number): number =>
  pendingAt !== null && Math.abs(now - pendingAt) <= PENDING_MS ? pending : 0

/**
 * Counts an attempt from when it is admitted until it is known to be wrong or right: otherwise many simultaneous
 * attempts would pass before the first is counted.
 */
export const oneMore = ({ tries, since }: Tally, now: number): Tally => ({ tries: tries + 1, since, lastAt: now })
