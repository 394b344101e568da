import { sql } from 'kysely'
import { cleaned } from '../../../core/model/field/clean.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import { choices } from '../../call/values.ts'
import { arrayOf } from '../../db/arrays.ts'
import { columnType } from '../../db/tables/column-types.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity, FieldModel } from '../../db/tables/models.ts'
import { KnownAhead, knowAhead } from './ahead.ts'
import { among, comparedIn, lockName, sameAs } from './judge.ts'
import { usableAmong } from './refs.ts'

const sentIn = (rows: readonly TableRow[], field: FieldModel): string[] =>
  rows.flatMap(row => {
    const value = row[field.name]
    const stored = typeof value === 'string' ? cleaned(field, value) : ''
    return stored === '' ? [] : [stored]
  })

/** Values that others are about to save are left to the ordinary way, which waits for them. */
async function lockFree({ call, entity, ahead }: Looking, field: FieldModel, sent: readonly string[]): Promise<void> {
  const values = [...new Set(sent)]
  const locks = values.map(value => lockName(entity, field, value))
  const { rows: locked } = await sql<{ value: string }>`select n.value from
    unnest(${arrayOf(values)}::text[], ${arrayOf(locks)}::text[]) n (value, lock)
    where pg_try_advisory_xact_lock(hashtext(n.lock))`.execute(call.db)
  const mine = locked.map(({ value }) => value)
  // a statement of its own: the one that locks does not see what was saved while it ran
  const compared = comparedIn(entity, field)
  const same = mine.map(value => String(sameAs(entity, field, value)))
  const { rows: taken } = await sql<{ value: string }>`select ${compared} as value
    from ${sql.table(entity.name)} where ${compared} = any(${arrayOf(same)}::text[])
    and ${among(entity, signedInUser(call).customerId)}`.execute(call.db)
  const others = new Set(taken.map(({ value }) => value))
  for (const [i, value] of mine.entries()) if (!others.has(same[i] ?? '')) ahead.keepFree(field, value)
}

interface Looking {
  call: CallContext
  entity: Entity
  ahead: KnownAhead
}

/**
 * Asks at once what judging many new records would ask for each; `rows` are what their forms send. `call.db` is the
 * transaction that they are saved in. What is not known ahead is asked when its turn comes.
 */
export async function lookAhead(call: CallContext, entity: Entity, rows: readonly TableRow[]): Promise<void> {
  const ahead = new KnownAhead()
  for (const field of entity.fields) {
    const sent = field.name === entity.key ? [] : sentIn(rows, field)
    if (sent.length === 0) continue
    if (field.unique && columnType(field) === 'text') await lockFree({ call, entity, ahead }, field, sent)
    const target = field.kind === 'ref' ? call.entities().get(field.ref ?? '') : undefined
    if (!target) continue
    const found = await usableAmong(call.db, call.rows, target, [...new Set(sent.flatMap(choices))])
    for (const [key, isUsable] of found) if (isUsable) ahead.keepUsable(target, key)
  }
  knowAhead(call.db, ahead)
}
