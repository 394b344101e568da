/** So far apart somebody is told: they wonder why a day or a limit is not what their machine says. */
const TOLD_MS = 120_000
const MINUTE_MS = 60_000
/** The header of an answer tells seconds. */
const HEADER_MS = 1000

/** Milliseconds by which the server's clock is ahead of this machine's. */
let ahead = 0
const listeners = new Set<(minutes: number) => void>()

/** The server's moment, by which days, limits and what is refused are reckoned: the machine's own may be wrong. */
export const nowMs = (): number => Date.now() + ahead

/**
 * The server's clock stood at `at`, known to `within` milliseconds, at some time between `since` and now of this
 * machine's. What is believed is moved no farther than to agree with that.
 */
export function hearClock(at: number, since: number, within = 0): void {
  const here = Date.now()
  const [least, most] = [at - here, at + within - since]
  if (!Number.isFinite(at) || least > most) return
  const before = isApart()
  ahead = Math.min(Math.max(ahead, least), most)
  if (isApart() && !before) for (const listener of listeners) listener(minutesAhead())
}

/** The same of an answer that was asked for at `since`. One that the browser may have kept tells an older time. */
export function hearAnswer({ headers }: { headers: Pick<Headers, 'get'> }, since: number): void {
  if (headers.get('cache-control') !== 'no-store') return
  hearClock(Date.parse(headers.get('date') ?? ''), since, HEADER_MS)
}

const isApart = (): boolean => Math.abs(ahead) > TOLD_MS
const minutesAhead = (): number => Math.round(-ahead / MINUTE_MS)

/** Tells by how many minutes this machine's clock is ahead of the server's, as soon as that is much. */
export function watchClock(listener: (minutes: number) => void): () => void {
  listeners.add(listener)
  if (isApart()) listener(minutesAhead())
  return () => void listeners.delete(listener)
}
