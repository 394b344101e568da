import { Secret, TOTP } from 'otpauth'

/** What every app for codes understands (RFC 6238). */
const FACTS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEP_MS = FACTS.period * 1000
/** A code is good in its own half minute and in those beside it. */
const BESIDE = 1
/** A server whose clock was set is found by its people's phones within this many steps: an hour and a little. */
const APART = 130

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** What a phone reads out of the picture. */
export const enrolmentUri = (secret: string, issuer: string, username: string): string =>
  new TOTP({ ...FACTS, issuer, label: username, secret: Secret.fromBase32(secret) }).toString()

export const stepAt = (now: number): number => Math.floor(now / STEP_MS)

/** The step near `around` whose code this is. */
function stepOf(code: string, secret: string, around: number, window: number): number | undefined {
  const delta = TOTP.validate({
    ...FACTS,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: around * STEP_MS,
    window,
  })
  return delta === null ? undefined : around + delta
}

/**
 * `drift`: steps by which the person's phone was ahead when last it was found apart; `found`: the step it has just been
 * found at.
 */
export interface Watch {
  secret: string
  drift: number
  found: number | null
}
export type Judged = { is: 'right'; step: number; drift: number } | { is: 'apart'; step: number } | { is: 'wrong' }

/**
 * A code of now, or of now by the person's own watch. One of another time within the hour is not good, but tells that
 * the clocks may be apart; the one after it proves that (RFC 4226, 7.4). So no setting of the server's clock keeps
 * anybody out.
 */
export function judgeCode(code: string, { secret, drift, found }: Watch, now: number): Judged {
  const here = stepAt(now)
  for (const shift of [0, drift]) {
    const step = stepOf(code, secret, here + shift, BESIDE)
    if (step !== undefined) return { is: 'right', step, drift: shift }
  }
  const far = stepOf(code, secret, here, APART)
  if (far === undefined) return { is: 'wrong' }
  const isNext = found !== null && far > found && far <= found + 2
  return isNext ? { is: 'right', step: far, drift: far - here } : { is: 'apart', step: far }
}
