import { sql } from 'kysely'
import { audit } from '../../call/audit.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'
import { signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { choices } from '../../call/values.ts'
import { withNamesOf } from './former.ts'
import { boundedText, jsonArg, parsed } from './json-args.ts'

const MAX_KB = 64
const MOST = 300
const MOST_KEYS = 20
const NO_KEY = '缺少参数：key'
const keyOf = (call: CallContext): string => boundedText(call, 'key', '设置的名称', 150)

/** A user's own settings, e.g. columns, density and folded filters of a list. */
const get: Handler = async call => (call.args['keys'] === undefined ? getOne(call) : getSeveral(call))

/** Several at once, by key; those without a value are left out. */
async function getSeveral(call: CallContext): Promise<{ values: Record<string, unknown> }> {
  const keys = choices(call.args['keys'])
  if (keys.length > MOST_KEYS) throw badRequest(`一次最多读取 ${MOST_KEYS} 项设置`)
  if (keys.length === 0) return { values: {} }
  const rows = await call.db
    .selectFrom('sys_preference')
    .select(['key', 'value'])
    .where('userId', '=', signedInUser(call).id)
    .where('key', 'in', keys)
    .execute()
  return { values: Object.fromEntries(rows.map(row => [String(row['key']), valueIn(call, row)])) }
}

/** Settings of a list are kept under its route: `columns:dataCenter/website`. */
const valueIn = (call: CallContext, { key, value }: TableRow): unknown =>
  withNamesOf(call, String(key).replace(/^\w+:/, ''), parsed(value))

const getOne: Handler = async call => {
  if (call.args['key'] === undefined) throw new Refusal(400, NO_KEY, { key: NO_KEY })
  const row = await call.db
    .selectFrom('sys_preference')
    .select(['key', 'value'])
    .where('userId', '=', signedInUser(call).id)
    .where('key', '=', keyOf(call))
    .executeTakeFirst()
  return row ? { value: valueIn(call, row) } : null
}

const set: Handler = async call => {
  const userId = signedInUser(call).id
  const key = keyOf(call)
  const value = jsonArg(call, 'value', MAX_KB)
  return call.db.transaction().execute(async tx => {
    const before = await tx
      .selectFrom('sys_preference')
      .select('value')
      .where('userId', '=', userId)
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst()
    if (value === undefined)
      await tx.deleteFrom('sys_preference').where('userId', '=', userId).where('key', '=', key).execute()
    else await keep(tx, userId, key, value)
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: 'preference',
      objectId: key,
      before,
      after: value === undefined ? undefined : { value },
    })
    return null
  })
}

async function keep(tx: Database, userId: string, key: string, value: string): Promise<void> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from sys_preference where "userId" = ${userId} and key <> ${key}`.execute(tx)
  if (Number(rows[0]?.n ?? 0) >= MOST) throw badRequest(`保存的设置已达 ${MOST} 项，请先恢复一些默认设置`)
  const changes = { value, updateTime: chinaTime() }
  await tx
    .insertInto('sys_preference')
    .values({ userId, key, ...changes })
    .onConflict(on => on.columns(['userId', 'key']).doUpdateSet(changes))
    .execute()
}

export const preferences: Handlers = { 'prefs.get': get, 'prefs.set': set }
