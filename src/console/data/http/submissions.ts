import { part, type ConsoleApp } from '../../app/app.ts'
import { kept, pairsIn } from '../../app/kept.ts'
import { isDoneOnce, SUBMISSION_HEADER } from '../../../core/contract/api.ts'
import type { Verdict } from './errors.ts'
import type { Call } from '../../../core/contract/configuration.ts'

const MOST = 100
/** A number as `random` makes it: another could not be sent in a header. */
const NUMBER = /^[\da-f]{32}$/
const stored = kept('tab', 'unanswered', value => pairsIn(value).filter(([, number]) => NUMBER.test(number)))

/** Submission of which nothing certain is known so far → its idempotency key. */
const unanswered = part(() => ({
  /** by the text of its arguments, which may be a password: in memory only */
  texts: new Map<string, string>(),
  /** by the name that its form gives it: survives a reload of this tab, as the form's draft does */
  named: new Map<string, string>(stored.read()),
}))

const store = (open: ReadonlyMap<string, string>): void => stored.keep(open.size > 0 ? [...open] : undefined)

// crypto.randomUUID exists only in secure contexts, and agencies use plain http
const random = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/**
 * A submission keeps its key when it is sent again, so that the server does it only once, until an answer has said what
 * became of it; the next one gets a new key.
 */
export interface Submission {
  headers: Record<string, string>
  answered(verdict: Verdict): void
}

const NONE: Submission = { headers: {}, answered: () => {} }

/** `named`: what is submitted, where its text may still change between two attempts. */
export function submissionOf(app: ConsoleApp, call: Call, args: object, named?: string): Submission {
  if (!isDoneOnce(call) || call.in === 'multipart') return NONE
  const open = named === undefined ? unanswered(app).texts : unanswered(app).named
  const keep = (): void => {
    if (named !== undefined) store(open)
  }
  const name = nameOf(call, named ?? JSON.stringify(args))
  // an earlier attempt has left open whether it was done: a refusal of this one, by a session that has ended for
  // instance, says nothing of that
  const isInDoubt = open.has(name)
  const number = open.get(name) ?? random()
  // the oldest goes: what was sent just now is what is sent again
  const [oldest] = open.keys()
  if (open.size >= MOST && oldest !== undefined && !isInDoubt) open.delete(oldest)
  open.set(name, number)
  keep()
  return {
    headers: { [SUBMISSION_HEADER]: number },
    answered: verdict => {
      if (verdict === 'unknown' || (verdict === 'refused' && isInDoubt)) return
      open.delete(name)
      keep()
    },
  }
}

const nameOf = (call: Call, what: string): string => `${call.name} ${what}`
