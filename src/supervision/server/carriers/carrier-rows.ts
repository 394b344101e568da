import { applyChange } from '../../../server/records/write/change.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import type { CallContext } from '../../../server/call/context.ts'
import { recordInScope } from '../../../server/records/read/record.ts'

/** dictionaries/auditStatus */
export const INVALID = '1'
export const UNVERIFIED = '9'

export interface CarrierRow {
  entity: Entity
  key: string
}
/** Computes the changed values of a row that has been read and locked. */
export type RowChange = (before: TableRow, tx: Database) => TableRow | Promise<TableRow>

/**
 * Changes a carrier and writes the audit trail in one transaction; values without a field in the entity are dropped.
 */
export async function changeCarrier(call: CallContext, { entity, key }: CarrierRow, changes: RowChange): Promise<void> {
  await call.db.transaction().execute(async tx => {
    const before = await recordInScope(tx, call, entity, key, true)
    await applyChange({ call, tx }, { entity, before, values: await changes(before, tx) })
  })
}
