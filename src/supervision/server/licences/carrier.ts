import { audit } from '../../../server/call/audit.ts'
import type { CompletedTransition, Saving } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import { laterThan } from '../../../server/records/write/effects.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { carrierOfKind } from '../carriers/carriers.ts'

/** dictionaries/showType: an electronic mark, and nothing shown */
const BY_MARK = '3'
const NOTHING = '0'

/** Changes the carrier that an application is about, where it is known; fields that its kind has not are left out. */
async function tellCarrier(
  { call, tx }: Saving,
  application: TableRow,
  change: (carrier: TableRow) => TableRow,
): Promise<void> {
  const entity = carrierOfKind(call.entities(), String(application['objectKind'] ?? ''))
  const key = String(application['objectId'] ?? '')
  const before = entity && key !== '' ? await findInScope(tx, call.rows, entity, key, true) : undefined
  if (!entity || !before) return
  const wanted = Object.entries(change(before)).filter(([name]) => entity.byName.has(name))
  const values = { ...Object.fromEntries(wanted), updateTime: laterThan(before['updateTime']) }
  const after = await writeRow(tx, entity, before, values)
  await audit(tx, call, { action: call.endpoint.name, entity: entity.name, objectId: key, before, after })
}

/** The mark was found on the site: it shows its licence by it. */
export async function markPosted({ saving, after }: CompletedTransition): Promise<TableRow> {
  await tellCarrier(saving, after, () => ({ marked: 1, signsLicenses: 1, showType: BY_MARK }))
  return {}
}

/** The mark counts no longer: who showed the licence by it alone shows none. */
export async function markWithdrawn({ saving, after }: CompletedTransition): Promise<TableRow> {
  await tellCarrier(saving, after, ({ showType }) => ({
    marked: 0,
    ...(showType === BY_MARK ? { signsLicenses: 0, showType: NOTHING } : {}),
  }))
  return { probeOk: 0 }
}
