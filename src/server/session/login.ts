import { randomBytes } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'
import { Refusal } from '../answer/refusal.ts'
import { forgetDevices, rememberDevice } from './devices.ts'
import { hashToken } from './secrets/hash.ts'
import {
  hashOneTimePassword,
  hashPassword,
  isSamePassword,
  isStrong,
  passwordMatches,
  PASSWORD_RULE,
} from './secrets/passwords.ts'
import { SESSION_MS } from './renewal.ts'
import { withFactor, type FactorTools, type TakeCode } from './secrets/second-factor.ts'
import { slowed } from './throttle/throttle.ts'
import { accountByName } from './user.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { whyWeak, type PersonNames } from './secrets/weak-passwords.ts'

export { hashToken } from './secrets/hash.ts'

const wrongOne = (): Refusal => new Refusal(400, '用户名或密码错误')

async function hashOf(db: Database, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('sys_credential').select('hash').where('userId', '=', userId).executeTakeFirst()
  return row?.['hash'] as string | undefined
}

export interface Login {
  access_token: string
  token_type: 'bearer'
  expires_in: number
}

/** One attempt to sign in. */
export interface SignInAttempt {
  username: string
  password: string
  code: string
  ip: string
  /** the browser, e.g. 'Chrome 128 / Windows' */
  agent: string
  /** value of the device cookie */
  device: string | undefined
  /** this person has signed in from the device before */
  isKnown: boolean
  /** the session is to be bound to the browser's device cookie */
  bound: boolean
}

/** Written in the transaction that creates the session. */
export type SignedInWith = (tx: Database, user: SignedIn, token: string) => Promise<void>

async function verified(
  db: Database,
  { username, password }: SignInAttempt,
): Promise<{ user: SignedIn; hash: string }> {
  const account = await accountByName(db, username)
  const hash = account && (await hashOf(db, account.user.id))
  if (!(await passwordMatches(password, hash)) || !account || hash === undefined) throw wrongOne()
  if (!account.enabled) throw new Refusal(406, '该账户没有登录该平台的权限')
  return { user: account.user, hash }
}

/** Throws if the password was changed while the attempt was being judged. */
async function holdPassword(tx: Database, userId: string, hash: string): Promise<void> {
  const held = await tx
    .selectFrom('sys_credential')
    .select('userId')
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
  if (!held) throw wrongOne()
}

/** `device`: new value of the device cookie; undefined if the session is not bound to one. */
export interface Begun {
  login: Login
  device: string | undefined
}

export async function logIn(tools: FactorTools, attempt: SignInAttempt, noted: SignedInWith): Promise<Begun> {
  const account = await verified(tools.db, attempt)
  const device = attempt.isKnown && attempt.device ? hashToken(attempt.device) : ''
  return withFactor(tools, { userId: account.user.id, code: attempt.code, device }, take =>
    begin(tools, attempt, account, take, noted),
  )
}

async function begin(
  { db, now }: FactorTools,
  attempt: SignInAttempt,
  { user, hash }: { user: SignedIn; hash: string },
  take: TakeCode,
  noted: SignedInWith,
): Promise<Begun> {
  const token = randomBytes(32).toString('base64url')
  const device = await db.transaction().execute(async tx => {
    await holdPassword(tx, user.id, hash)
    await take(tx)
    await tx.deleteFrom('sys_session').where('expiresAt', '<', now).execute()
    const kept = attempt.bound ? await rememberDevice(tx, user.id, attempt.device, now) : undefined
    await tx
      .insertInto('sys_session')
      .values({
        tokenHash: hashToken(token),
        userId: user.id,
        createdAt: now,
        usedAt: now,
        expiresAt: now + SESSION_MS,
        ip: attempt.ip,
        agent: attempt.agent,
        deviceHash: kept === undefined ? null : hashToken(kept),
      })
      .execute()
    await tx
      .updateTable('user')
      .set({ lastLogin: chinaTime(now) })
      .where('id', '=', user.id)
      .execute()
    await noted(tx, user, token)
    return kept
  })
  return { login: { access_token: token, token_type: 'bearer', expires_in: SESSION_MS / 1000 }, device }
}

/** Ends all sessions of a user, except the current one if given. */
export async function endSessions(db: Database, userId: string, but?: string): Promise<number> {
  const ended = await db
    .deleteFrom('sys_session')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', but === undefined ? '' : hashToken(but))
    .returning('tokenHash')
    .execute()
  return ended.length
}

export async function logOut(db: Database, token: string): Promise<void> {
  await db.deleteFrom('sys_session').where('tokenHash', '=', hashToken(token)).execute()
}

async function keepHash(db: Database, userId: string, hash: string, mustChange: 0 | 1): Promise<void> {
  await db
    .insertInto('sys_credential')
    .values({ userId, hash, mustChange })
    .onConflict(on => on.column('userId').doUpdateSet({ hash, mustChange }))
    .execute()
  await db.updateTable('user').set({ pwdTime: chinaTime() }).where('id', '=', userId).execute()
  await endSessions(db, userId)
}

/**
 * Sets a one-time password. Ends the user's sessions and forgets their devices, so that the old password is of no use.
 */
export async function setOneTimePassword(db: Database, userId: string, password: string): Promise<void> {
  await keepHash(db, userId, await hashOneTimePassword(password), 1)
  await forgetDevices(db, userId)
}

/** Changes the password; ends all other sessions and forgets all other devices. */
export async function changePassword(
  db: Database,
  userId: string,
  password: string,
  device: string | undefined,
): Promise<void> {
  await keepHash(db, userId, await hashPassword(password), 0)
  await forgetDevices(db, userId, device)
}

/** Rate-limited, so that a stolen session cannot be used to guess the password. */
export async function checkOwnPassword(
  { db, limits, now }: FactorTools,
  userId: string,
  password: string,
  message: string,
): Promise<void> {
  const judge = await slowed(db, `password ${userId}`, '密码', limits, now)
  await judge(async () => {
    if (!(await passwordMatches(password, await hashOf(db, userId))))
      throw new Refusal(400, message, { password: message })
  })
}

/** R5.02: the old password must match; the new one must be strong, different, and hard to guess. */
export async function checkNewPassword(
  tools: FactorTools,
  user: SignedIn,
  oldPassword: string,
  newPassword: string,
  person: PersonNames,
): Promise<void> {
  if (!oldPassword) throw new Refusal(400, '请输入旧密码')
  if (!newPassword) throw new Refusal(400, '请输入密码')
  if (!isStrong(newPassword)) throw new Refusal(400, PASSWORD_RULE)
  await checkOwnPassword(tools, user.id, oldPassword, '旧密码错误')
  if (isSamePassword(newPassword, oldPassword)) throw new Refusal(400, '新密码不能与旧密码相同')
  const weak = await whyWeak(newPassword, person)
  if (weak !== undefined) throw new Refusal(400, weak)
}
