import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { audit } from '../../call/audit.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { unknownFields } from './unknown-fields.ts'
import { settleFiles, noteUses } from '../../attachments/uses.ts'
import { Refusal } from '../../answer/refusal.ts'
import { entityOfCall, signedInUser, textArg, type CallContext, type Saving } from '../../call/context.ts'
import { stamped } from './effects.ts'
import { recordInScope, shownRecord } from '../read/record.ts'
import { refProblems } from './refs.ts'
import { refuseClosed } from '../../machines/check-change.ts'
import { keptWidely } from './shared.ts'
import { judgedSave, type Filling } from './writable.ts'
import { writeRow } from './write.ts'

export const newKey = (): string => randomUUID().replaceAll('-', '')

/** An entity's own rule about a save; answers field → message, or nothing. */
export type ExtraCheck = (saving: Saving, values: TableRow) => Promise<Record<string, string>>

/** What else belongs into the transaction of a change, before and after it. */
export type Around = (tx: Database, work: () => Promise<string>) => Promise<string>

const sameCustomer = (entity: Entity, customerId: unknown): ReturnType<typeof sql<boolean>> =>
  entity.byName.has('customerId')
    ? sql<boolean>`coalesce("customerId", '') = ${String(customerId ?? '')}`
    : sql<boolean>`true`

/** Unique within a customer. The lock makes two saves of the same value wait for each other. */
async function duplicates(saving: Saving, key: string, values: TableRow): Promise<Record<string, string>> {
  const { call, entity, tx, before } = saving
  const customerId = before ? before['customerId'] : signedInUser(call).customerId
  const errors: Record<string, string> = {}
  for (const field of entity.fields) {
    const value = values[field.name]
    if (!field.unique || value === undefined || value === null) continue
    await sql`select pg_advisory_xact_lock(hashtext(${`${entity.name}.${field.name}=${String(value)}`}))`.execute(tx)
    const { rows } = await sql`select 1 from ${sql.table(entity.name)} where ${sql.ref(field.name)} = ${value}
      and ${sql.ref(entity.key)} <> ${key} and ${sameCustomer(entity, customerId)}
      and ${entity.byName.has('delFlag') ? sql`"delFlag" = 0` : sql`true`} limit 1`.execute(tx)
    if (rows.length > 0) errors[field.name] = `${field.label}“${String(value)}”已存在`
  }
  return errors
}

function refuseErrors(errors: Record<string, string>): void {
  const messages = Object.values(errors)
  if (messages.length > 0) throw new Refusal(400, messages.join('；'), errors)
}

/** Whoever sends the time that a record was read at is told when somebody else has changed it since. */
async function refuseConflict(call: CallContext, entity: Entity, before: TableRow): Promise<void> {
  const read = textArg(call, 'updateTime')
  if (read === '' || !entity.byName.has('updateTime') || read === String(before['updateTime'] ?? '')) return
  throw new Refusal(409, '该记录已被他人修改', undefined, { current: await shownRecord(call, entity, before) })
}

const completed = (saving: Saving, values: TableRow): TableRow =>
  saving.call.product.hooks.reduce((sofar, hook) => hook.beforeSave?.(saving, sofar) ?? sofar, values)

/** Adds a record, or changes the one whose key is sent; answers its key. */
export async function saveRecord(
  call: CallContext,
  extra?: ExtraCheck,
  around: Around = (_tx, work) => work(),
  filling: Filling = {},
): Promise<string> {
  const entity = entityOfCall(call)
  refuseErrors(unknownFields(entity, call.args))
  const sent = textArg(call, entity.key)
  return call.db.transaction().execute(tx =>
    around(tx, async () => {
      const before = sent === '' ? undefined : await recordInScope(tx, call, entity, sent, true)
      const key = sent === '' ? newKey() : sent
      const saving = { call, entity, tx, before }
      // names are looked up within the transaction: where there is one connection, another would wait for it for ever
      if (before) refuseClosed(call, entity, before, 'save')
      if (before) await refuseConflict({ ...call, db: tx }, entity, before)
      const { values, errors } = judgedSave(saving, filling)
      refuseErrors(errors)
      refuseErrors({
        ...(await duplicates(saving, key, values)),
        ...(await settleFiles(saving, values)),
        ...(await refProblems(saving, values)),
        ...(await extra?.(saving, values)),
      })
      const stampedValues = stamped(saving, completed(saving, values))
      const after = await writeRow(tx, entity, before, { ...stampedValues, [entity.key]: key })
      await noteUses(saving, key, stampedValues)
      for (const hook of call.product.hooks) await hook.afterSave?.(saving, after)
      await audit(tx, call, { action: call.endpoint.name, entity: entity.name, objectId: key, before, after })
      return key
    }),
  )
}

export const save = (call: CallContext): Promise<string> => saveRecord(call, keptWidely)
