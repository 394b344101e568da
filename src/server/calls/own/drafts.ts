import { sql } from 'kysely'
import { chinaTime } from '../../db/time.ts'
import { signedInUser, type CallContext, type Handler } from '../context.ts'
import { boundedText, jsonArg, parsed } from './json-args.ts'

const MAX_KB = 256
/** Older ones go: nobody comes back to so many. */
const MOST = 50

interface Place { userId: string; form: string; record: string }

/** What was typed into a form and not saved yet; `record` is '' for a new one. */
const placeOf = (call: CallContext): Place => ({
  userId: signedInUser(call).id,
  form: boundedText(call, 'form', '表单', 150).replace(/^\/+/, ''),
  record: boundedText(call, 'record', '记录', 100, 0),
})

const get: Handler = async (call) => {
  const { userId, form, record } = placeOf(call)
  const row = await call.db.selectFrom('sys_draft').select(['values', 'savedAt']).where('userId', '=', userId).where('form', '=', form).where('record', '=', record).executeTakeFirst()
  return row ? { values: parsed(row['values']), savedAt: row['savedAt'] } : null
}

const set: Handler = async (call) => {
  const place = placeOf(call)
  const { userId, form, record } = place
  const values = jsonArg(call, 'values', MAX_KB)
  if (values === undefined) {
    await call.db.deleteFrom('sys_draft').where('userId', '=', userId).where('form', '=', form).where('record', '=', record).execute()
    return null
  }
  const changes = { values, savedAt: chinaTime() }
  await call.db.insertInto('sys_draft').values({ ...place, ...changes }).onConflict(on => on.columns(['userId', 'form', 'record']).doUpdateSet(changes)).execute()
  await sql`delete from sys_draft where "userId" = ${userId} and (form, record) in
    (select form, record from sys_draft where "userId" = ${userId} order by "savedAt" desc, form, record offset ${MOST})`.execute(call.db)
  return { savedAt: changes.savedAt }
}

export const drafts: Record<string, Handler> = { 'draft.get': get, 'draft.set': set }
