import { sql } from 'kysely'
import { signedInUser, type CallContext } from '../../call/context.ts'
import type { Database } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { nowMs } from '../../time/clock.ts'
import { sendBySystem } from '../../workflow/message.ts'

/** Handlers by which somebody else changes how a person signs in, and what they change. */
const RESETS = { 'user.resetPassword': '密码', 'user.resetFactor': '动态验证' } as const
type Reset = keyof typeof RESETS

const SYSTEM_MESSAGE = '5'
/** So long each sign-in tells of a reset: whoever resets a colleague's password may be the first to sign in with it. */
const TOLD_DAYS = 30
const MOST_TOLD = 3
const DAY_MS = 86_400_000

const wordsOf = (reset: Reset, by: string, time: string): string =>
  `您的${RESETS[reset]}于 ${time} 由“${by}”重置。若不是您要求的，请立即修改密码并告知单位负责人`

/** Tells a person, in the transaction of the reset, who has changed how they sign in. */
export async function tellOfReset(call: CallContext, tx: Database, userId: string, reset: Reset): Promise<void> {
  const message = call.entities().get('message')
  const person = await tx.selectFrom('user').selectAll().where('id', '=', userId).executeTakeFirst()
  if (!message || !person) return
  const now = chinaTime()
  await sendBySystem(tx, message, now, {
    title: `您的${RESETS[reset]}已被重置`,
    content: wordsOf(reset, signedInUser(call).nickName, now),
    msgKind: SYSTEM_MESSAGE,
    toUser: userId,
    toOrgs: person['orgId'],
    areaCode: person['areaCode'],
    customerId: person['customerId'],
  })
}

/**
 * What the audit trail says of the resets of a person's password and second factor lately. A message can be read by
 * whoever has reset the password; this is said again at each sign-in.
 */
export async function resetsOf(db: Database, userId: string): Promise<string[]> {
  const { rows } = await sql<{ action: Reset; by: string | null; time: string }>`
    select action, coalesce("nickName", username) as by, time::text as time from sys_audit
    where entity = 'user' and "objectId" = ${userId} and action in (${sql.join(Object.keys(RESETS))})
      and time >= ${chinaTime(nowMs() - TOLD_DAYS * DAY_MS)}::timestamp
    order by time desc, id desc limit ${sql.lit(MOST_TOLD)}`.execute(db)
  return rows.map(({ action, by, time }) => wordsOf(action, by ?? '', time))
}
