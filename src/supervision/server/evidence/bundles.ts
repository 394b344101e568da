import { sql } from 'kysely'
import { entityFor } from '../../../server/access/field-rights.ts'
import { inScope } from '../../../server/access/row-scope.ts'
import { Refusal } from '../../../server/answer/refusal.ts'
import { othersOf, type CallContext } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import type { Bundle } from '../../../server/files/bundle.ts'
import { every } from '../../../server/records/read/plan-list.ts'
import { partsOf } from './archive.ts'
import { linkOf } from './chain.ts'
import { manifestIn } from './manifest.ts'

const EVIDENCE = 'evidence'

/** Exports include evidence only for users who may download it. */
function mayDownload(call: CallContext): boolean {
  try {
    othersOf(call).open('evidence.download', {})
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

async function bundleOf(call: CallContext, folder: string, id: string): Promise<Bundle> {
  const link = await linkOf(call.db, id)
  const manifest = link && manifestIn(link.manifest)
  if (!link || !manifest) return { folder, missing: '证据还没有固定' }
  try {
    const parts = await partsOf(call, link, manifest)
    // the manifest's files come first, in its order
    const files = parts.map(([name, content], at) => ({ name, content, id: manifest.files[at]?.id }))
    return { folder, files, note: `清单 SHA-256 ${link.hash}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { folder, missing: error.message }
  }
}

/** Bundles of evidence that names a record, with the same content as a single download. */
export async function* evidenceBundles(call: CallContext, entity: Entity, record: TableRow): AsyncGenerator<Bundle> {
  const evidence = call.entities().get(EVIDENCE)
  const field = evidence?.fields.find(({ ref }) => ref === entity.name)
  const own = evidence && field && entityFor(evidence, call.user)
  if (!own || !mayDownload(call)) return
  const { rows } = await sql<TableRow>`select * from ${sql.table(EVIDENCE)} where ${every(inScope(own, call.rows))}
      and ${sql.ref(field.name)} = ${String(record[entity.key])} order by ${sql.ref(own.key)}`.execute(call.db)
  for (const row of rows) yield await bundleOf(call, String(row['evidenceNo'] ?? row[own.key]), String(row[own.key]))
}
