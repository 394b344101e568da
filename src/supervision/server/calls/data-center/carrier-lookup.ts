import { sql } from 'kysely'
import { entityFor } from '../../../../server/access/field-rights.ts'
import { inScope } from '../../../../server/access/row-scope.ts'
import type { TableRow } from '../../../../server/db/database.ts'
import type { Entity } from '../../../../server/db/tables/models.ts'
import { notFound } from '../../../../server/answer/refusal.ts'
import { requiredArg, type CallContext, type Handler, type Handlers } from '../../../../server/call/context.ts'
import { every } from '../../../../server/records/read/plan-list.ts'
import { masked } from '../../../../server/records/read/mask.ts'
import { carrierKind, urlFieldOf } from '../../carriers/carriers.ts'

/** With and without a trailing slash, because stored addresses have either. */
function spellings(url: string): string[] {
  let end = url.length
  while (url[end - 1] === '/') end--
  const bare = url.slice(0, end)
  return [...new Set([url, bare, `${bare}/`])]
}

async function carrierAt(call: CallContext, known: Entity, url: string): Promise<TableRow | undefined> {
  const entity = entityFor(known, call.user)
  const field = urlFieldOf(entity)
  if (!field || !entity.byName.has(field)) return undefined
  const { rows } =
    await sql<TableRow>`select * from ${sql.table(entity.name)} where ${every(inScope(entity, call.rows))}
      and ${sql.ref(field)} in (${sql.join(spellings(url))}) limit 1`.execute(call.db)
  const row = rows[0] && masked(entity, rows)[0]
  return (
    row && {
      objectKind: carrierKind(entity),
      objectId: row[entity.key],
      objectName: row[entity.title],
      objectUrl: row[field],
      platformName: row['platformName'] ?? null,
      subjectName: row['subjectName'] ?? null,
      subjectType: row['subjectType'] ?? null,
      uscc_dim: row['uscc_dim'] ?? null,
      areaCode: row['areaCode'] ?? null,
    }
  )
}

/** The carrier at an address, of any kind, that the user may see. */
export async function carrierAtUrl(call: CallContext, url: string): Promise<TableRow | undefined> {
  for (const entity of call.entities().values()) {
    const found = await carrierAt(call, entity, url)
    if (found) return found
  }
  return undefined
}

const byUrl: Handler = async call => {
  const found = await carrierAtUrl(call, requiredArg(call, 'url'))
  if (!found) throw notFound('没有查到这个网址的载体')
  return found
}

export const carrierLookup: Handlers = { 'carrier.byUrl': byUrl }
