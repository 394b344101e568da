import { sql } from 'kysely'
import { CODE_NEEDED } from '../../../core/contract/api.ts'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../answer/refusal.ts'
import {
  keepRecoveryCodes,
  looksLikeRecovery,
  newRecoveryCodes,
  takeRecoveryCode,
  type RecoveryCodes,
} from './recovery-codes.ts'
import { sealWith, type Seal } from './seal.ts'
import type { SlowingLimits } from '../throttle/slowing.ts'
import { slowed } from '../throttle/throttle.ts'
import { judgeCode, newSecret, type CodeVerdict } from './totp.ts'

/** A stored second factor; not in use until `enabledAt` is set by its first correct code. */
interface StoredFactor {
  secret: string
  enabledAt: string | null
  lastStep: string | null
  drift: number
  found: string | null
  salt: string | null
}

export interface FactorTools {
  db: Database
  seal: Seal | undefined
  limits: SlowingLimits
  now: number
}

const PLAIN = sealWith(undefined)
const WRONG = '验证码错误'
const USED = '该验证码已经用过，请等手机上出现下一个'
const APART = '手机与服务器的时间相差较大，请等手机上出现下一个验证码再输入一次'
const UNREADABLE = '动态验证暂时无法核对，请用恢复码登录或联系管理员'

export const codeNeeded = (): Refusal => new Refusal(400, '请输入动态验证码', undefined, { reason: CODE_NEEDED })
const wrong = (message: string): Refusal => new Refusal(400, message, { code: message }, { reason: CODE_NEEDED })

async function storedFactor(db: Database, userId: string): Promise<StoredFactor | undefined> {
  return (await db.selectFrom('sys_totp').selectAll().where('userId', '=', userId).executeTakeFirst()) as
    | StoredFactor
    | undefined
}

export async function hasSecondFactor(db: Database, userId: string): Promise<boolean> {
  return (await storedFactor(db, userId))?.enabledAt != null
}

/** Creates a secret that waits for its first code. A factor in use is not changed. */
export async function beginFactor({ db, seal = PLAIN }: FactorTools, userId: string): Promise<string> {
  const secret = newSecret()
  const stored = seal.seal(secret, userId)
  const { rows } = await sql`insert into sys_totp ("userId", secret) values (${userId}, ${stored})
    on conflict ("userId") do update
    set secret = excluded.secret, "lastStep" = null, drift = 0, found = null
    where sys_totp."enabledAt" is null returning 1`.execute(db)
  if (rows.length === 0) throw new Refusal(400, '已经启用动态验证，要更换手机请先停用')
  return secret
}

/** Accepts each code only once: its step must be later than the last accepted one, checked by a single update. */
async function takeStep(
  db: Database,
  userId: string,
  { step, drift }: Extract<CodeVerdict, { is: 'right' }>,
): Promise<boolean> {
  const { rows } = await sql`update sys_totp set "lastStep" = ${step}, drift = ${drift}, found = null
    where "userId" = ${userId} and coalesce("lastStep", -1) < ${step} returning 1`.execute(db)
  return rows.length > 0
}

function secretOf(seal: Seal, stored: string, userId: string): string {
  try {
    return seal.open(stored, userId)
  } catch {
    throw new Refusal(503, UNREADABLE)
  }
}

/** Uses a code up that was checked, in the transaction of what is done by it: both are kept, or neither. */
export type TakeCode = (tx: Database) => Promise<void>

async function totpCode(
  { db, seal = PLAIN, now }: FactorTools,
  userId: string,
  stored: StoredFactor,
  code: string,
): Promise<TakeCode> {
  const watch = {
    secret: secretOf(seal, stored.secret, userId),
    drift: stored.drift,
    found: stored.found === null ? null : Number(stored.found),
  }
  const judged = judgeCode(code, watch, now)
  if (judged.is === 'apart')
    await sql`update sys_totp set found = ${judged.step} where "userId" = ${userId}`.execute(db)
  if (judged.is !== 'right') throw wrong(judged.is === 'apart' ? APART : WRONG)
  return async tx => {
    if (!(await takeStep(tx, userId, judged))) throw wrong(USED)
  }
}

const recoveryCode =
  (userId: string, { salt }: StoredFactor, code: string): TakeCode =>
  async tx => {
    if (!(await takeRecoveryCode(tx, userId, salt ?? '', code))) throw wrong(WRONG)
  }

/** `device`: a known device has its own limit of tries, as with passwords. */
async function checked<T>(
  tools: FactorTools,
  userId: string,
  typed: string,
  device: string,
  work: (code: string) => Promise<T>,
): Promise<T> {
  const judge = await slowed(tools.db, `code ${userId} ${device}`.trim(), '验证码', tools.limits, tools.now)
  return judge(() => work(typed.replaceAll(/\s/g, '')))
}

/** Does what a code of the phone, or a recovery code, is asked for; `work` takes it. */
export async function withFactor<T>(
  tools: FactorTools,
  { userId, code: typed, device = '' }: { userId: string; code: string; device?: string },
  work: (take: TakeCode) => Promise<T>,
): Promise<T> {
  const stored = await storedFactor(tools.db, userId)
  if (stored?.enabledAt == null) return work(() => Promise.resolve())
  if (typed === '') throw codeNeeded()
  return checked(tools, userId, typed, device, async code =>
    work(looksLikeRecovery(code) ? recoveryCode(userId, stored, code) : await totpCode(tools, userId, stored, code)),
  )
}

/**
 * Enables the factor if the first code proves that the phone has the secret. Returns the recovery codes, which are not
 * shown again.
 */
export async function confirmFactor(
  tools: FactorTools,
  userId: string,
  typed: string,
  done: (tx: Database) => Promise<void>,
): Promise<string[]> {
  const stored = await storedFactor(tools.db, userId)
  if (!stored || stored.enabledAt !== null) throw new Refusal(400, '请先开始设置动态验证')
  return checked(tools, userId, typed, '', async code => {
    const take = await totpCode(tools, userId, stored, code)
    const made = await newRecoveryCodes()
    await tools.db.transaction().execute(async tx => {
      await enable(tx, { userId, stored, now: tools.now }, take, made)
      await done(tx)
    })
    return made.codes
  })
}

async function enable(
  tx: Database,
  { userId, stored, now }: { userId: string; stored: StoredFactor; now: number },
  take: TakeCode,
  made: RecoveryCodes,
): Promise<void> {
  const enabled = await tx
    .updateTable('sys_totp')
    .set({ enabledAt: now })
    .where('userId', '=', userId)
    .where('enabledAt', 'is', null)
    .where('secret', '=', stored.secret)
    .returning('userId')
    .execute()
  if (enabled.length === 0) throw new Refusal(400, '请先开始设置动态验证')
  await take(tx)
  await keepRecoveryCodes(tx, userId, made)
}

/** `take`: the code by which the person may have new ones. */
export async function renewRecoveryCodes(
  db: Database,
  userId: string,
  take: TakeCode,
  done: (tx: Database) => Promise<void>,
): Promise<string[]> {
  const made = await newRecoveryCodes()
  await db.transaction().execute(async tx => {
    await take(tx)
    await keepRecoveryCodes(tx, userId, made)
    await done(tx)
  })
  return made.codes
}

/** Returns false if there was none. */
export async function removeFactor(tx: Database, userId: string): Promise<boolean> {
  const removed = await tx.deleteFrom('sys_totp').where('userId', '=', userId).returning('enabledAt').execute()
  await tx.deleteFrom('sys_recovery').where('userId', '=', userId).execute()
  return removed.some(({ enabledAt }) => enabledAt !== null)
}
