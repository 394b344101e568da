import { Secret, TOTP } from 'otpauth'

/** Parameters that all authenticator apps support (RFC 6238). */
const FACTS = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const STEP_MS = FACTS.period * 1000
/** Codes of the previous and next half minute are accepted too. */
const BESIDE = 1
/** Steps (a bit more than an hour) within which a phone's clock is searched for, if server and phone disagree. */
const APART = 130

export const newSecret = (): string => new Secret({ size: 20 }).base32

/** Content of the QR code. */
export const enrolmentUri = (secret: string, issuer: string, username: string): string =>
  new TOTP({ ...FACTS, issuer, label: username, secret: Secret.fromBase32(secret) }).toString()

export const stepAt = (now: number): number => Math.floor(now / STEP_MS)

/** The step near `around` that has this code, if any. */
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
 * `drift`: offset of the phone's clock in steps, when last found; `found`: step of the previous code that was outside
 * the window.
 */
export interface TotpState {
  secret: string
  drift: number
  found: number | null
}
export type CodeVerdict = { is: 'right'; step: number; drift: number } | { is: 'apart'; step: number } | { is: 'wrong' }

/**
 * Accepts codes of the current time, or of it plus the known drift. A code from elsewhere within the hour is refused,
 * but remembered: if the next one follows it, the clocks differ, and it is accepted (resynchronisation, RFC 4226, 7.4).
 * So users can still sign in after the server's clock was set wrongly.
 */
export function judgeCode(code: string, { secret, drift, found }: TotpState, now: number): CodeVerdict {
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
