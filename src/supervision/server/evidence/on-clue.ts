import { audit } from '../../../server/call/audit.ts'
import type { CallContext, Services } from '../../../server/call/context.ts'
import { choices } from '../../../server/call/values.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import { idsIn } from '../../../server/attachments/register.ts'

const CLUE = 'illegalResult'
const PICTURE = /\.png$/i

/** Adds files to a clue, each once; readers of the clue may then read them. */
export async function addEvidence(
  services: Pick<Services, 'configuration'>,
  tx: Database,
  by: Pick<CallContext, 'user' | 'ip'>,
  { action, clue, files }: { action: string; clue: TableRow; files: readonly string[] },
): Promise<void> {
  const shown = choices(clue['evidenceIds'])
  const fresh = files.filter(url => !shown.includes(url))
  if (fresh.length === 0) return
  const key = String(clue['resultId'])
  const evidenceIds = [...shown, ...fresh].join(',')
  await tx.updateTable(CLUE).set({ evidenceIds }).where('resultId', '=', key).execute()
  await audit(tx, by, { action, entity: CLUE, objectId: key, before: clue, after: { ...clue, evidenceIds } })
  const base = services.configuration().scope({}).app.api.fileBase
  const uses = fresh.flatMap(url => idsIn(base, url)).map(fileId => ({ fileId, entity: CLUE, objectId: key }))
  if (uses.length > 0)
    await tx
      .insertInto('sys_file_use')
      .values(uses)
      .onConflict(on => on.doNothing())
      .execute()
}

/** Makes the page's picture the clue's picture. */
export async function showOnClue(
  services: Pick<Services, 'configuration'>,
  tx: Database,
  by: Pick<CallContext, 'user' | 'ip'>,
  evidence: TableRow,
): Promise<void> {
  const clue = await tx
    .selectFrom(CLUE)
    .selectAll()
    .where('resultId', '=', String(evidence['resultId'] ?? ''))
    .forUpdate()
    .executeTakeFirst()
  if (clue)
    await addEvidence(services, tx, by, {
      action: 'evidence.use',
      clue,
      files: choices(evidence['files']).filter(url => PICTURE.test(url)),
    })
}
