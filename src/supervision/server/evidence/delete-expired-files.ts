import { sql } from 'kysely'
import { audit } from '../../../server/call/audit.ts'
import type { Services } from '../../../server/call/context.ts'
import type { Database } from '../../../server/db/database.ts'
import { discardId } from './chain.ts'
import { ENTITY } from './move.ts'

const MOST = 500
/** Deleted evidence, or evidence whose discarding is in the chain: a mark in the record alone is not enough. */
const OVER = sql<boolean>`(e."delFlag" = 1 or exists (select from sys_evidence_chain c
  where c."evidenceId" = ${discardId('')} || e.id))`

/** Files of a deleted or discarded piece that no other record names; none if another instance is deleting them. */
async function take(tx: Database, id: string): Promise<string[]> {
  const held =
    await sql`select e.id from evidence e where e.id = ${id} and ${OVER} for update of e skip locked`.execute(tx)
  if (held.rows.length === 0) return []
  const mine = await tx
    .deleteFrom('sys_file_use')
    .where('entity', '=', ENTITY)
    .where('objectId', '=', id)
    .returning('fileId')
    .execute()
  const ids = mine.map(row => String(row['fileId']))
  if (ids.length === 0) return []
  const elsewhere = await tx.selectFrom('sys_file_use').select('fileId').where('fileId', 'in', ids).execute()
  const kept = new Set(elsewhere.map(row => String(row['fileId'])))
  return ids.filter(one => !kept.has(one))
}

/** Deletes files before rows, so that an interrupted run is repeated. */
async function clear({ db, files }: Services, id: string): Promise<number> {
  return db.transaction().execute(async tx => {
    const ids = await take(tx, id)
    if (ids.length === 0) return 0
    const rows = await tx.selectFrom('sys_file').select(['name', 'size', 'sha256']).where('id', 'in', ids).execute()
    for (const one of ids) await files.remove(one)
    await tx.deleteFrom('sys_file').where('id', 'in', ids).execute()
    await audit(
      tx,
      { user: undefined, ip: '' },
      {
        action: 'evidence.clear',
        entity: ENTITY,
        objectId: id,
        before: { fileList: JSON.stringify(rows) },
        after: { fileList: null },
      },
    )
    return ids.length
  })
}

/**
 * Deletes the files of deleted and discarded evidence. Only evidence that was never issued nor used in a clue or case
 * can be deleted. The manifest with its hashes remains, because later links of the chain depend on it.
 */
export async function clearDeleted(services: Services, fault: (error: unknown) => void): Promise<number> {
  const { rows } = await sql<{
    id: string
  }>`select distinct e.id from evidence e join sys_file_use u on u."objectId" = e.id and u.entity = ${ENTITY}
    where ${OVER} limit ${MOST}`.execute(services.db)
  let cleared = 0
  for (const { id } of rows) {
    try {
      cleared += await clear(services, id)
    } catch (error) {
      fault(error)
    }
  }
  return cleared
}
