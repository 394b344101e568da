import { follow, lateAt, STANDARD, wordsFor, type ProbeSettings } from './guarded.ts'

export type { ProbeSettings }
export interface Probed {
  ok: boolean
  /** HTTP status; null without an answer */
  status: number | null
  /** why there was no answer, as a message for staff */
  problem?: string
}
export type Probe = (url: string) => Promise<Probed>

/** Statuses that mean the site exists but refuses us. */
const GUARDED = new Set([401, 403, 429])

/** Checks whether a web address answers. Never sends requests into the own network, unless the settings allow it. */
export async function probe(url: string, settings: ProbeSettings = STANDARD): Promise<Probed> {
  const limit = AbortSignal.timeout(settings.timeLimit)
  try {
    const { statusCode: status = 0 } = await Promise.race([follow(url, settings, limit), lateAt(limit)])
    return { ok: (status >= 200 && status < 400) || GUARDED.has(status), status }
  } catch (error) {
    return { ok: false, status: null, problem: wordsFor(error, limit) }
  }
}
