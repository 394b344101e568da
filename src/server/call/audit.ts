import type { Database, TableRow } from '../db/database.ts'
import { write, type WriteMany } from '../db/gathering.ts'
import { chinaTime } from '../db/time.ts'
import type { CallContext } from './context.ts'

export interface AuditedChange {
  action: string
  entity: string
  objectId: string
  before?: TableRow | undefined
  after?: TableRow | undefined
}

interface Entry {
  row: TableRow
  change: AuditedChange
  noted: CallContext['noted']
}

const enter: WriteMany<Entry> = async (tx, all) => {
  const rows = all.map(({ row }) => row)
  // in the order of the values
  const ids = await tx.insertInto('sys_audit').values(rows).returning('id').execute()
  for (const [i, { noted, change }] of all.entries()) await noted?.(tx, { ...change, auditId: String(ids[i]?.['id']) })
}

const json = (row: TableRow | undefined): string | null => (row === undefined ? null : JSON.stringify(row))

/**
 * Writes one entry of the audit trail: user, time, address, and the record before the change. Must be called in the
 * transaction of the change, so that neither exists without the other.
 */
export async function audit(
  tx: Database,
  by: Pick<CallContext, 'user' | 'ip' | 'within' | 'noted'>,
  change: AuditedChange,
): Promise<void> {
  await by.within?.(tx)
  const { action, entity, objectId, before, after } = change
  await write(tx, enter, {
    change,
    noted: by.noted,
    row: {
      time: chinaTime(),
      userId: by.user?.id ?? null,
      username: by.user?.username ?? null,
      nickName: by.user?.nickName ?? null,
      areaCode: by.user?.areaCode ?? null,
      customerId: by.user?.customerId ?? null,
      action,
      entity,
      objectId,
      before: json(before),
      after: json(after),
      ip: by.ip,
    },
  })
}
