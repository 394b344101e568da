import { sql } from 'kysely'
import { audit } from '../../call/audit.ts'
import { chinaTime } from '../../db/time.ts'
import { signedInUser, type CallContext, type Handler, type Handlers } from '../../call/context.ts'
import { withNamesOf } from './former.ts'
import { boundedText, jsonArg, parsed } from './json-args.ts'

const MAX_KB = 256
/** Drafts of one user; older ones are deleted. */
const MOST = 50

interface Place {
  userId: string
  form: string
  record: string
}

/** Key of a draft: values of a form that are not saved yet. `record` is '' for a new record. */
const placeOf = (call: CallContext): Place => ({
  userId: signedInUser(call).id,
  form: boundedText(call, 'form', '表单', 150).replace(/^\/+/, ''),
  record: boundedText(call, 'record', '记录', 100, 0),
})

const get: Handler = async call => {
  const { userId, form, record } = placeOf(call)
  const row = await call.db
    .selectFrom('sys_draft')
    .select(['values', 'savedAt'])
    .where('userId', '=', userId)
    .where('form', '=', form)
    .where('record', '=', record)
    .executeTakeFirst()
  return row ? { values: withNamesOf(call, form, parsed(row['values'])), savedAt: row['savedAt'] } : null
}

const set: Handler = async call => {
  const place = placeOf(call)
  const { userId, form, record } = place
  const values = jsonArg(call, 'values', MAX_KB)
  // the draft's values stay out of the audit trail, because they belong to no record yet
  const told = { action: call.endpoint.name, entity: 'draft', objectId: record === '' ? form : `${form} ${record}` }
  return call.db.transaction().execute(async tx => {
    if (values === undefined) {
      const gone = await tx
        .deleteFrom('sys_draft')
        .where('userId', '=', userId)
        .where('form', '=', form)
        .where('record', '=', record)
        .returning('savedAt')
        .execute()
      if (gone[0]) await audit(tx, call, { ...told, before: gone[0] })
      return null
    }
    const changes = { values, savedAt: chinaTime() }
    await tx
      .insertInto('sys_draft')
      .values({ ...place, ...changes })
      .onConflict(on => on.columns(['userId', 'form', 'record']).doUpdateSet(changes))
      .execute()
    await sql`delete from sys_draft where "userId" = ${userId} and (form, record) in
      (select form, record from sys_draft where "userId" = ${userId}
      order by "savedAt" desc, form, record offset ${MOST})`.execute(tx)
    await audit(tx, call, { ...told, after: { savedAt: changes.savedAt } })
    return { savedAt: changes.savedAt }
  })
}

export const drafts: Handlers = { 'draft.get': get, 'draft.set': set }
