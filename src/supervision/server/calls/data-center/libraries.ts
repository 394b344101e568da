import { applyChange, writeDerived } from '../../../../server/records/write/change.ts'
import { sql } from 'kysely'
import { viewKey } from '../../tables/carrier-views.ts'
import type { Database, TableRow } from '../../../../server/db/database.ts'
import { entityNamed, type Entity } from '../../../../server/db/tables/models.ts'
import { chinaTime } from '../../../../server/db/time.ts'
import { badRequest } from '../../../../server/answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../../../server/call/context.ts'
import { removeRecord } from '../../../../server/records/write/delete.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { choices } from '../../../../server/call/values.ts'
import { carrierKind } from '../../carriers/carriers.ts'

/** dictionaries/labelMode */
const BY_HAND = '1'

/** Counts anew what is unlawful in a library, because two simultaneous increments could lose one. */
async function recount(tx: Database, library: Entity, row: TableRow): Promise<void> {
  const { rows } = await sql<{
    illegal: number
  }>`select coalesce(sum(c."illegalCount"), 0) as illegal from "subLibraryMember" m
    left join carrier c on c."uniqueId" = m."objectKind" || ${viewKey('', '')} || m."uniqueId"
    where m."subLibraryId" = ${row[library.key]} and m."delFlag" = 0`.execute(tx)
  await writeDerived(tx, library, row, { illegalCount: Number(rows[0]?.illegal ?? 0) })
}

function memberOf(
  call: CallContext,
  { entity, carrier, libraryId }: { entity: Entity; carrier: TableRow; libraryId: string },
): TableRow {
  const { id } = signedInUser(call)
  const now = chinaTime()
  return {
    subLibraryId: libraryId,
    objectKind: carrierKind(entity) ?? '',
    uniqueId: carrier[entity.key],
    objectName: carrier[entity.title],
    subjectType: carrier['subjectType'] ?? null,
    joinTime: now,
    joinBy: id,
    joinMode: BY_HAND,
    areaCode: carrier['areaCode'],
    customerId: carrier['customerId'],
  }
}

/** Adds a carrier to a library; the library is locked, so that the carrier cannot be added twice. */
const join: Handler = async call => {
  const entity = entityOfCall(call)
  const [library, members] = [
    entityNamed(call.entities(), 'subLibrary'),
    entityNamed(call.entities(), 'subLibraryMember'),
  ]
  const [key, libraryId] = [requiredArg(call, entity.key), requiredArg(call, 'subLibraryId')]
  return call.db.transaction().execute(async tx => {
    const carrier = await recordInScope(tx, call, entity, key)
    const shelf = await recordInScope(tx, call, library, libraryId, true)
    const member = memberOf(call, { entity, carrier, libraryId })
    const kinds = choices(shelf['objectKinds'])
    if (kinds.length > 0 && !kinds.includes(String(member['objectKind'])))
      throw badRequest(`分库“${String(shelf['name'])}”不收${entity.label}`)
    const { rows } = await sql`select 1 from "subLibraryMember" where "subLibraryId" = ${libraryId}
        and "objectKind" = ${member['objectKind']} and "uniqueId" = ${key} and "delFlag" = 0`.execute(tx)
    if (rows.length > 0) throw badRequest(`已在分库“${String(shelf['name'])}”中`)
    await applyChange({ call, tx }, { entity: members, values: member })
    await recount(tx, library, shelf)
    return key
  })
}

/** Counts a library anew, which is locked for it; one that is gone needs no count. */
export async function recountLibrary(tx: Database, library: Entity, key: unknown): Promise<void> {
  const { rows } = await sql<TableRow>`select * from ${sql.table(library.name)}
      where ${sql.ref(library.key)} = ${key} for update`.execute(tx)
  if (rows[0]) await recount(tx, library, rows[0])
}

const leave: Handler = call =>
  removeRecord(call, async (tx, work) => {
    const library = entityNamed(call.entities(), 'subLibrary')
    const member = await recordInScope(tx, call, entityOfCall(call), requiredArg(call, 'id'))
    await sql`select from ${sql.table(library.name)} where ${sql.ref(library.key)} = ${member['subLibraryId']}
      for update`.execute(tx)
    const key = await work()
    await recountLibrary(tx, library, member['subLibraryId'])
    return key
  })

export const libraries: Handlers = { 'library.join': join, 'library.leave': leave }
