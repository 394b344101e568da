import { part, type ConsoleApp } from '../../app/app.ts'
import { isDoneOnce, SUBMISSION_HEADER } from '../../../core/contract/api.ts'
import type { Call } from '../../../core/contract/configuration.ts'

const MOST = 100
/** No answer, or a gateway error: the change may have been made all the same. */
const UNKNOWN: ReadonlySet<number> = new Set([0, 502, 504])

/** Submission without an answer so far → its idempotency key. */
const unanswered = part(() => new Map<string, string>())

// crypto.randomUUID exists only in secure contexts, and agencies use plain http
const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * An unanswered submission keeps its key when it is sent again, so that the server does it only once; after an answer
 * the next one gets a new key.
 */
export interface Submission {
  headers: Record<string, string>
  answered(status: number): void
}

const NONE: Submission = { headers: {}, answered: () => {} }

export function submissionOf(app: ConsoleApp, call: Call, args: object): Submission {
  if (!isDoneOnce(call) || call.in === 'multipart') return NONE
  const open = unanswered(app)
  const what = `${call.name} ${JSON.stringify(args)}`
  const number = open.get(what) ?? random()
  if (open.size >= MOST) open.clear()
  open.set(what, number)
  return {
    headers: { [SUBMISSION_HEADER]: number },
    answered: status => {
      if (!UNKNOWN.has(status)) open.delete(what)
    },
  }
}
