import { sql } from 'kysely'
import { audit } from '../../../../server/call/audit.ts'
import { viewKey } from '../../tables/carrier-views.ts'
import type { Database, TableRow } from '../../../../server/db/database.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { rowItself } from '../../../../server/db/tables/province.ts'
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
import { laterThan } from '../../../../server/records/write/effects.ts'
import { recordInScope } from '../../../../server/records/read/record.ts'
import { newKey } from '../../../../server/records/write/save.ts'
import { choices } from '../../../../server/call/values.ts'
import { writeRow } from '../../../../server/records/write/write.ts'
import { carrierKind } from '../../carriers/carriers.ts'

/** dictionaries/labelMode */
const BY_HAND = '1'

function entityNamed(call: CallContext, name: string): Entity {
  const entity = call.entities().get(name)
  if (!entity) throw badRequest('没有分库可用')
  return entity
}

/** Counts the carriers of a library anew, because two simultaneous increments could lose one. */
async function recount(tx: Database, library: Entity, row: TableRow): Promise<void> {
  const { rows } = await sql<{
    n: number
    illegal: number
  }>`select count(*) as n, coalesce(sum(c."illegalCount"), 0) as illegal from "subLibraryMember" m
    left join carrier c on c."uniqueId" = m."objectKind" || ${viewKey('', '')} || m."uniqueId"
    where m."subLibraryId" = ${row[library.key]} and m."delFlag" = 0`.execute(tx)
  const counts = {
    objectCount: Number(rows[0]?.n ?? 0),
    illegalCount: Number(rows[0]?.illegal ?? 0),
    updateTime: laterThan(row['updateTime']),
  }
  await tx.updateTable(library.name).set(counts).where(rowItself(library, row)).execute()
}

function memberOf(
  call: CallContext,
  { entity, carrier, libraryId }: { entity: Entity; carrier: TableRow; libraryId: string },
): TableRow {
  const { id } = signedInUser(call)
  const now = chinaTime()
  return {
    id: newKey(),
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
    createBy: id,
    createTime: now,
    updateTime: now,
    delFlag: 0,
  }
}

/** Adds a carrier to a library; the library is locked, so that the carrier cannot be added twice. */
const join: Handler = async call => {
  const entity = entityOfCall(call)
  const [library, members] = [entityNamed(call, 'subLibrary'), entityNamed(call, 'subLibraryMember')]
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
    const after = await writeRow(tx, members, undefined, member)
    await recount(tx, library, shelf)
    await audit(tx, call, { action: call.endpoint.name, entity: members.name, objectId: String(member['id']), after })
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
    const library = entityNamed(call, 'subLibrary')
    const member = await recordInScope(tx, call, entityOfCall(call), requiredArg(call, 'id'))
    await sql`select from ${sql.table(library.name)} where ${sql.ref(library.key)} = ${member['subLibraryId']}
      for update`.execute(tx)
    const key = await work()
    await recountLibrary(tx, library, member['subLibraryId'])
    return key
  })

export const libraries: Handlers = { 'library.join': join, 'library.leave': leave }
