import { sql } from 'kysely'
import type { Hooks, Saving } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { carrierOfKind } from './carriers.ts'

const CLUE = 'illegalResult'
const COUNT = 'illegalCount'
/** State of workflows/clue.yaml: excluded, merged into another one or taken back. */
const REVOKED = '70'

/** Recounts the clues that a carrier has; for no list this is a change of the carrier. */
export async function countOfCarrier({ call, tx }: Pick<Saving, 'call' | 'tx'>, clue: TableRow): Promise<void> {
  const [kind, key] = [String(clue['objectKind'] ?? ''), String(clue['objectId'] ?? '')]
  const carrier = key === '' ? undefined : carrierOfKind(call.entities(), kind)
  if (!carrier?.byName.has(COUNT)) return
  await sql`update ${sql.table(carrier.name)} set ${sql.ref(COUNT)} = (select count(*) from ${sql.table(CLUE)}
      where "objectId" = ${key} and "objectKind" = ${kind} and "delFlag" = 0 and "resultStatus" <> ${REVOKED})
    where ${sql.ref(carrier.key)} = ${key}`.execute(tx)
}

async function counted(saving: Saving, after: TableRow): Promise<void> {
  if (saving.entity.name !== CLUE) return
  const { before } = saving
  await countOfCarrier(saving, after)
  if (before && before['objectId'] !== after['objectId']) await countOfCarrier(saving, before)
}

/** What is found on a carrier counts at once, and what is found to be nothing no longer. */
export const CLUE_COUNT_HOOKS: Hooks = {
  afterSave: counted,
  afterUndo: counted,
  afterTransition: ({ saving, after }) => counted(saving, after),
}
