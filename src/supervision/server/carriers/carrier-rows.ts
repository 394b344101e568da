import { audit } from '../../../server/call/audit.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { rowItself } from '../../../server/db/tables/province.ts'
import type { CallContext } from '../../../server/call/context.ts'
import { laterThan } from '../../../server/records/write/effects.ts'
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
    const wanted = { ...(await changes(before, tx)), updateTime: laterThan(before['updateTime']) }
    const known = Object.fromEntries(Object.entries(wanted).filter(([name]) => entity.byName.has(name)))
    await tx.updateTable(entity.name).set(known).where(rowItself(entity, before)).execute()
    await audit(tx, call, {
      action: call.endpoint.name,
      entity: entity.name,
      objectId: key,
      before,
      after: { ...before, ...known },
    })
  })
}
