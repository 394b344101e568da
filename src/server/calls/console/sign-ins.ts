import { addDays, isDay } from '../../../core/period/day.ts'
import { badRequest } from '../../answer/refusal.ts'
import { audit } from '../../call/audit.ts'
import { signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { chinaTime } from '../../db/time.ts'

const ALREADY = '今天已经签到过了'
/** A sheet of six weeks reaches this far before and after the first of its month. */
const [BEFORE, AFTER] = [-6, 41]

const today = (): string => chinaTime().slice(0, 10)

function firstOf(call: CallContext): string {
  const month = call.args['month']
  const first = `${typeof month === 'string' && month !== '' ? month : today().slice(0, 7)}-01`
  if (!isDay(first)) throw badRequest('参数 month 格式不正确，应为年月，如 2026-01')
  return first
}

/** One's own days around a month, and which day it is here: a browser's clock may be wrong. */
const list: Handler = async call => {
  const first = firstOf(call)
  const rows = await call.db
    .selectFrom('sys_sign_in')
    .select('day')
    .where('userId', '=', signedInUser(call).id)
    .where('day', '>=', addDays(first, BEFORE))
    .where('day', '<=', addDays(first, AFTER))
    .orderBy('day')
    .execute()
  return { today: today(), days: rows.map(row => String(row['day'])) }
}

/** Signs today, by the server's clock; the key of the table keeps it to once a day (R4.08). */
const sign: Handler = async call => {
  const userId = signedInUser(call).id
  return call.db.transaction().execute(async tx => {
    const [day, signTime] = [today(), chinaTime()]
    const made = await tx
      .insertInto('sys_sign_in')
      .values({ userId, day, signTime })
      .onConflict(on => on.columns(['userId', 'day']).doNothing())
      .returning('day')
      .executeTakeFirst()
    if (!made) throw badRequest(ALREADY)
    await audit(tx, call, { action: call.endpoint.name, entity: 'signIn', objectId: day, after: { signTime } })
    return { day, signTime }
  })
}

export const signIns: Handlers = { 'signIn.list': list, 'signIn.sign': sign }
