import { part, type ConsoleApp } from '../../app/app.ts'
import { isDoneOnce, SUBMISSION_HEADER } from '../../../core/contract/api.ts'
import type { Call } from '../../../core/contract/configuration.ts'

const MOST = 100
/** No answer, or a proxy's that had none: what was sent may have been done. */
const UNKNOWN: ReadonlySet<number> = new Set([0, 502, 504])

/** What was sent → the number it was sent under, until an answer has come. */
const unanswered = part(() => new Map<string, string>())

// crypto.randomUUID is there on encrypted pages alone
const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** The same sent again gets the same number, so that the server does it once; after an answer it is meant anew. */
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
