import { sql } from 'kysely'
import { REVEALABLE } from '../../../core/contract/api.ts'
import { isHiddenIn, mayUnmask } from '../../access/field-rights.ts'
import { inScope, type RowScope } from '../../access/row-scope.ts'
import type { Database, TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/tables/models.ts'
import { notFound } from '../../answer/refusal.ts'
import { withMay, withWhy } from '../../machines/machines.ts'
import { entityOfCall, requiredArg, type CallContext } from '../../call/context.ts'
import { isHidden } from './filters.ts'
import { withLabels } from './labels.ts'
import { every } from './plan-list.ts'
import { withShut } from './pointers.ts'
import { isMasked, masked } from './mask.ts'

/** Argument with the record's key: named by the endpoint, else the entity's key field. */
export function keyArgument(call: CallContext, entity: Entity): string {
  const named = call.endpoint.names?.find(name => name !== 'del_content')
  return named && call.args[entity.key] === undefined ? named : entity.key
}

export async function findInScope(
  db: Database,
  scope: RowScope,
  entity: Entity,
  key: string,
  lock = false,
): Promise<TableRow | undefined> {
  const where = every([...inScope(entity, scope), sql<boolean>`${sql.ref(entity.key)} = ${key}`])
  const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)}
      where ${where} ${sql.raw(lock ? 'for update' : '')}`.execute(db)
  return rows[0]
}

/** Of so many records one statement asks. */
const AT_ONCE = 500

/** As `findInScope`, of many keys in few statements, however many somebody sends; in their order. */
export async function* eachInScope(
  db: Database,
  scope: RowScope,
  entity: Entity,
  keys: readonly string[],
): AsyncGenerator<TableRow> {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const asked = keys.slice(at, at + AT_ONCE)
    const where = every([...inScope(entity, scope), sql<boolean>`${sql.ref(entity.key)} in (${sql.join(asked)})`])
    const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)} where ${where}`.execute(db)
    const found = new Map(rows.map(row => [String(row[entity.key]), row]))
    for (const key of asked) {
      const row = found.get(key)
      if (row) yield row
    }
  }
}

/**
 * Reads a row in the user's scope. A missing row and one out of scope give the same answer, so that keys cannot be
 * probed. `lock`: nobody else changes it until the transaction ends; it is refused where the call's buttons are not
 * offered for it as it is now.
 */
export async function recordInScope(
  db: Database,
  call: CallContext,
  entity: Entity,
  key: string,
  lock = false,
): Promise<TableRow> {
  const row = await findInScope(db, call.rows, entity, key, lock)
  if (!row) throw notFound()
  if (lock) await call.askAgain?.(db, entity, row)
  return row
}

/** Without columns of fields that are no longer in the configuration. */
export function visible(entity: Entity, row: TableRow): TableRow {
  const fields = entity.fields.filter(field => !isHidden(field) && field.name !== 'delFlag')
  return Object.fromEntries(fields.map(field => [field.name, row[field.name] ?? null]))
}

/**
 * A record as answered in lists and alone: empty fields are left out, because `null` would make up a third of a list's
 * bytes.
 */
export function withoutEmpty(row: TableRow): TableRow {
  const filled: TableRow = {}
  for (const name in row) if (row[name] !== null && row[name] !== '') filled[name] = row[name]
  return filled
}

/** A record as its page shows it. */
export async function shownRecord(call: CallContext, entity: Entity, row: TableRow): Promise<TableRow> {
  const named = await withLabels(call, entity, masked(entity, [visible(entity, row)]))
  const [labelled] = await withShut(call, entity, named)
  const revealable = mayUnmask(call.user)
    ? entity.fields.filter(field => !isHiddenIn(field, row) && isMasked(field, row)).map(field => field.name)
    : []
  const shown = { ...withoutEmpty(labelled ?? {}), ...(revealable.length > 0 ? { [REVEALABLE]: revealable } : {}) }
  const [offered = shown] = await withMay(call, entity, [shown])
  return withWhy(call, entity, offered)
}

export async function one(call: CallContext): Promise<TableRow> {
  const entity = entityOfCall(call)
  return shownRecord(
    call,
    entity,
    await recordInScope(call.db, call, entity, requiredArg(call, keyArgument(call, entity))),
  )
}
