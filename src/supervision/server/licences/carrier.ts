import { applyChange } from '../../../server/records/write/change.ts'
import type { CompletedTransition, Saving } from '../../../server/call/context.ts'
import type { TableRow } from '../../../server/db/database.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import { carrierOfKind } from '../carriers/carriers.ts'

/** dictionaries/showType: an electronic mark, and nothing shown */
const BY_MARK = '3'
const NOTHING = '0'

/** Who showed the licence by the mark alone shows none. */
const unmarked = ({ showType }: TableRow): TableRow => ({
  marked: 0,
  ...(showType === BY_MARK ? { signsLicenses: 0, showType: NOTHING } : {}),
})

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
  await applyChange({ call, tx }, { entity, before, values: change(before) })
}

/** The mark was found on the site: it shows its licence by it. */
export async function markPosted({ saving, after }: CompletedTransition): Promise<TableRow> {
  await tellCarrier(saving, after, () => ({ marked: 1, signsLicenses: 1, showType: BY_MARK }))
  return {}
}

/** An application that is about another site now: the one that it was about has its mark no longer. */
export async function leaveCarrier(saving: Saving, values: TableRow): Promise<void> {
  const { before } = saving
  const stays = before?.['objectId'] === values['objectId'] && before?.['objectKind'] === values['objectKind']
  if (before?.['markCode'] && !stays) await tellCarrier(saving, before, unmarked)
}

/** The mark counts no longer. */
export async function markWithdrawn({ saving, after }: CompletedTransition): Promise<TableRow> {
  await tellCarrier(saving, after, unmarked)
  return { probeOk: 0 }
}
