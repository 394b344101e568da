import { unavailable } from '../answer/unavailable.ts'
import type { Database } from '../db/database.ts'
import { sessionOf, type Session } from './user.ts'
import type { SignedIn } from '../access/signed-in.ts'

/** A session ends after this time without use, */
export const SESSION_MS = 12 * 3600_000
/** and in any case after this time. */
const LONGEST_MS = 7 * 24 * 3600_000
/** Least time between two updates of a session's last use, so that not every call writes. */
const RENEW_EVERY_MS = 5 * 60_000

export const endsAt = (createdAt: number, now: number): number => Math.min(now + SESSION_MS, createdAt + LONGEST_MS)

/** Extends a session. Clocks that are set back must not shorten it. */
async function renew(db: Database, tokenHash: string, session: Session, now: number): Promise<void> {
  const ends = endsAt(Number(session.createdAt), now)
  const sinceUsed = Math.abs(now - Number(session.usedAt ?? 0))
  // also corrects an end that is too late because the clock was ahead
  if (sinceUsed < RENEW_EVERY_MS && Math.abs(ends - Number(session.expiresAt)) < RENEW_EVERY_MS) return
  const renewed = db
    .updateTable('sys_session')
    .set({ expiresAt: ends, usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '=', session.expiresAt)
    .execute()
  await renewed.catch((error: unknown) => {
    // whoever only reads is answered also where nothing can be written just now: the next call extends the session
    if (!unavailable(error as Error)) throw error
  })
}

/** The user of a token; extends the session in use. */
export async function userOfToken(
  db: Database,
  tokenHash: string,
  device: string | undefined,
  now: number,
): Promise<SignedIn | undefined> {
  const found = await sessionOf(db, tokenHash, device, now)
  if (found) await renew(db, tokenHash, found.session, now)
  return found?.user
}
