import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { badRequest, notFound } from '../../answer/refusal.ts'
import {
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { openList, type OpenedList } from '../../call/open-list.ts'
import { nowMs } from '../../time/clock.ts'

/** Most rows that "select all matching" selects. */
export const SELECTION_CAP = 10_000

/** Keys in the order of the list. */
export async function orderedKeys(
  { call, rows: { entity, where, order } }: OpenedList,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{
    key: string | number
  }>`select ${sql.ref(entity.key)} as key from ${sql.table(entity.name)}
    where ${where} order by ${order} limit ${limit}`.execute(call.db)
  return rows.map(row => String(row.key))
}

const freeze: Handler = async call => {
  const name = requiredArg(call, 'call')
  const found = await orderedKeys(await openList(call, name, call.args['args']), SELECTION_CAP + 1)
  const keys = found.slice(0, SELECTION_CAP)
  const capped = found.length > SELECTION_CAP
  const id = randomUUID()
  await call.db
    .insertInto('sys_selection')
    .values({
      id,
      userId: signedInUser(call).id,
      call: name,
      keys: JSON.stringify(keys),
      capped: capped ? 1 : 0,
      createdAt: nowMs(),
    })
    .execute()
  return { id, count: keys.length, capped }
}

/** Keys that a request is about: given directly, or those of a stored selection of this user. */
export async function chosenKeys(call: CallContext): Promise<string[] | undefined> {
  const selectionId = textArg(call, 'selectionId')
  if (selectionId !== '') {
    const row = await call.db
      .selectFrom('sys_selection')
      .select('keys')
      .where('id', '=', selectionId)
      .where('userId', '=', signedInUser(call).id)
      .executeTakeFirst()
    if (!row) throw notFound('所选范围已失效，请重新选择')
    return JSON.parse(String(row['keys'])) as string[]
  }
  const keys = call.args['keys']
  if (keys === undefined || keys === null) return undefined
  if (!Array.isArray(keys) || keys.some(key => typeof key !== 'string' && typeof key !== 'number'))
    throw badRequest('参数 keys 应为记录编号的列表')
  if (keys.length > SELECTION_CAP) throw badRequest(`一次最多选择 ${SELECTION_CAP} 条`)
  return [...new Set(keys.map(String))]
}

export const selections: Handlers = { 'selection.freeze': freeze }
