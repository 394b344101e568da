import { choices } from '../../../server/call/values.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { entityNamed } from '../../../server/db/tables/models.ts'
import { applyChange, type Author } from '../../../server/records/write/change.ts'

const CLUE = 'illegalResult'
const PICTURE = /\.png$/i

/** Adds files to a clue, each once; readers of the clue may then read them. */
export async function addEvidence(by: Author, clue: TableRow, files: readonly string[]): Promise<void> {
  const shown = choices(clue['evidenceIds'])
  const fresh = files.filter(url => !shown.includes(url))
  if (fresh.length === 0) return
  const entity = entityNamed(by.call.entities(), CLUE)
  await applyChange(by, { entity, before: clue, values: { evidenceIds: [...shown, ...fresh].join(',') } })
}

/** Makes the page's picture the clue's picture. */
export async function showOnClue(by: Author, evidence: TableRow): Promise<void> {
  const clue = await by.tx
    .selectFrom(CLUE)
    .selectAll()
    .where('resultId', '=', String(evidence['resultId'] ?? ''))
    .forUpdate()
    .executeTakeFirst()
  const pictures = choices(evidence['files']).filter(url => PICTURE.test(url))
  if (clue) await addEvidence({ ...by, action: 'evidence.use' }, clue, pictures)
}
