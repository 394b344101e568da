import { part, type ConsoleApp } from '../../app/app.ts'
import { kept, pairsIn } from '../../app/kept.ts'
import { isDoneOnce, SUBMISSION_HEADER } from '../../../core/contract/api.ts'
import type { Call } from '../../../core/contract/configuration.ts'
import { isUnknown } from './errors.ts'

const MOST = 100
/** A number as `random` makes it: another could not be sent in a header. */
const NUMBER = /^[\da-f]{32}$/
const stored = kept('tab', 'unanswered', value => pairsIn(value).filter(([, number]) => NUMBER.test(number)))

/** Submission without an answer so far → its idempotency key. */
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
 * An unanswered submission keeps its key when it is sent again, so that the server does it only once; after an answer
 * the next one gets a new key.
 */
export interface Submission {
  headers: Record<string, string>
  answered(status: number): void
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
  const number = open.get(name) ?? random()
  if (open.size >= MOST) open.clear()
  open.set(name, number)
  keep()
  return {
    headers: { [SUBMISSION_HEADER]: number },
    answered: status => {
      if (isUnknown(status)) return
      open.delete(name)
      keep()
    },
  }
}

const nameOf = (call: Call, what: string): string => `${call.name} ${what}`

/** What is submitted next under this name is something else. */
export function forgetSubmission(app: ConsoleApp, call: Call, named: string): void {
  const open = unanswered(app).named
  if (open.delete(nameOf(call, named))) store(open)
}
