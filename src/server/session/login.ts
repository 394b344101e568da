import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'
import { Refusal } from '../http/refusal.ts'
import { hashPassword, isStrong, passwordMatches, PASSWORD_RULE } from './passwords.ts'
import { SESSION_MS } from './renewal.ts'
import { guessesAt } from './throttle.ts'
import { accountByName, type SignedIn } from './user.ts'

const TRIES = 5
const LOCK_MS = 10 * 60_000
const locked = (): Refusal => new Refusal(400, '密码错误次数过多，账号已锁定，请10分钟后再试')

/** Only the hash is kept: a copy of the database opens no session. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')

interface Credential { hash: string; failures: number; lockedUntil: number | null }

async function credentialOf(db: Database, userId: string): Promise<Credential | undefined> {
  const row = await db.selectFrom('sys_credential').select(['hash', 'failures', 'lockedUntil']).where('userId', '=', userId).executeTakeFirst()
  return row as Credential | undefined
}

/** Counted by the database itself: of many guesses at once none is forgotten. */
async function countFailure(db: Database, userId: string, now: number): Promise<void> {
  await sql`update sys_credential set "lockedUntil" = case when failures + 1 >= ${TRIES} then ${now + LOCK_MS}::bigint end,
    failures = case when failures + 1 >= ${TRIES} then 0 else failures + 1 end
    where "userId" = ${userId} and coalesce("lockedUntil", 0) <= ${now}`.execute(db)
}

/** A right password among many guesses at once comes too late when the others have locked the account meanwhile. */
async function forgetFailures(db: Database, userId: string, now: number): Promise<void> {
  const { rows } = await sql`update sys_credential set failures = 0, "lockedUntil" = null
    where "userId" = ${userId} and coalesce("lockedUntil", 0) <= ${now} returning "userId"`.execute(db)
  if (rows.length === 0) throw locked()
}

/** Checks a password; five wrong ones lock the account for ten minutes, on every instance. */
async function verified(db: Database, user: SignedIn | undefined, password: string, now: number): Promise<SignedIn> {
  const credential = user && await credentialOf(db, user.id)
  if (credential?.lockedUntil && Number(credential.lockedUntil) > now) throw locked()
  const matches = await passwordMatches(password, credential?.hash)
  if (!user || !matches) {
    if (user && credential) await countFailure(db, user.id, now)
    throw new Refusal(400, '用户名或密码错误')
  }
  return user
}

export interface Login { access_token: string; token_type: 'bearer'; expires_in: number }

/** What else is kept of a session, in the transaction that begins it. */
export type SignedInWith = (tx: Database, user: SignedIn, token: string) => Promise<void>

export async function logIn(db: Database, username: string, password: string, ip: string, noted: SignedInWith): Promise<Login> {
  const now = Date.now()
  const account = await accountByName(db, username)
  // a name that nobody has locks as an account does: else a lock would tell which names there are
  if (!account && await guessesAt(db, username, now) > TRIES) throw locked()
  const user = await verified(db, account?.user, password, now)
  if (!account?.enabled) throw new Refusal(406, '该账户没有登录该平台的权限')
  const token = randomBytes(32).toString('base64url')
  await db.transaction().execute(async (tx) => {
    await forgetFailures(tx, user.id, now)
    await tx.deleteFrom('sys_session').where('expiresAt', '<', now).execute()
    await tx.insertInto('sys_session').values({ tokenHash: hashToken(token), userId: user.id, createdAt: now, expiresAt: now + SESSION_MS, ip }).execute()
    await tx.updateTable('user').set({ lastLogin: chinaTime(now) }).where('id', '=', user.id).execute()
    await noted(tx, user, token)
  })
  return { access_token: token, token_type: 'bearer', expires_in: SESSION_MS / 1000 }
}

export async function endSessions(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('sys_session').where('userId', '=', userId).execute()
}

export async function logOut(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sys_session').where('tokenHash', '=', hashToken(token)).execute()
}

/** Sets a password and ends the user's sessions: whoever held the old one is out. */
export async function setPassword(db: Database, userId: string, password: string, mustChange: boolean): Promise<void> {
  const row = { userId, hash: await hashPassword(password), mustChange: mustChange ? 1 : 0, failures: 0, lockedUntil: null }
  const { userId: _, ...changes } = row
  await db.insertInto('sys_credential').values(row).onConflict(on => on.column('userId').doUpdateSet(changes)).execute()
  await db.updateTable('user').set({ pwdTime: chinaTime() }).where('id', '=', userId).execute()
  await endSessions(db, userId)
}

/** R5.02: the old one must match, the new one must be strong and another. */
export async function checkNewPassword(db: Database, user: SignedIn, oldPassword: string, newPassword: string): Promise<void> {
  if (!oldPassword) throw new Refusal(400, '请输入旧密码')
  if (!newPassword) throw new Refusal(400, '请输入密码')
  if (!isStrong(newPassword)) throw new Refusal(400, PASSWORD_RULE)
  const credential = await credentialOf(db, user.id)
  if (credential?.lockedUntil && Number(credential.lockedUntil) > Date.now()) throw locked()
  if (!await passwordMatches(oldPassword, credential?.hash)) {
    if (credential) await countFailure(db, user.id, Date.now())
    throw new Refusal(400, '旧密码错误')
  }
  if (newPassword === oldPassword) throw new Refusal(400, '新密码不能与旧密码相同')
}
