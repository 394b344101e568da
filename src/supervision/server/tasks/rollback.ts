import { applyChange } from '../../../server/records/write/change.ts'
import { sql } from 'kysely'
import type { CompletedTransition } from '../../../server/call/context.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { carrierOfKind } from '../carriers/carriers.ts'

/** field of the record → field with its correction */
const CORRECTED: Readonly<Record<string, string>> = {
  subjectName: 'newSubjectName',
  uscc_dim: 'newUscc',
  legalPerson: 'newLegalPerson',
  regAddress: 'newRegAddress',
}

const carrierEntity = (done: CompletedTransition): Entity | undefined =>
  carrierOfKind(done.saving.call.entities(), String(done.after['objectKind']))

/** Corrects the subject in the carrier and the clue. */
export async function correctSubject(done: CompletedTransition): Promise<TableRow> {
  const { saving, after } = done
  const { call, tx } = saving
  const given = Object.entries(CORRECTED).filter(([, name]) => after[name] !== null && after[name] !== undefined)
  const values = {
    ...Object.fromEntries(given.map(([field, name]) => [field, after[name]])),
    updateTime: done.request.now,
  }
  const carrier = carrierEntity(done)
  const before = carrier && (await findInScope(tx, call.rows, carrier, String(after['objectId']), true))
  if (carrier && before) await applyChange(saving, { entity: carrier, before, values })
  const clues = call.entities().get('illegalResult')
  const clue = clues && (await findInScope(tx, call.rows, clues, String(after['resultId'] ?? ''), true))
  if (clues && clue) await applyChange(saving, { entity: clues, before: clue, values })
  // the old values are stored for the comparison, unless the return contained them
  return before
    ? Object.fromEntries(
        Object.keys(CORRECTED).flatMap(field =>
          (done.request.row[field] ?? '') === '' && before[field] ? [[field, before[field]]] : [],
        ),
      )
    : {}
}

/** Takes the clue's transition back into circulation, if the workflow of clues allows it. */
export async function sendAgain({ saving, after, take }: CompletedTransition): Promise<TableRow> {
  const entity = saving.call.entities().get('illegalResult')
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from "illegalResult" where "resultId" = ${String(after['resultId'] ?? '')}`.execute(saving.tx)
  if (!entity || Number(rows[0]?.n) === 0) throw badRequest('原线索已不存在，不能重新派发')
  await take({ ...saving, entity, before: undefined }, String(after['resultId']), 'pf')
  return {}
}
