import { sql } from 'kysely'
import { audit } from '../../../server/call/audit.ts'
import type { Saving, CompletedTransition } from '../../../server/call/context.ts'
import { findInScope } from '../../../server/records/read/record.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import type { TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { badRequest } from '../../../server/answer/refusal.ts'
import { keepPoints } from '../liveness/points.ts'
import { machineFor } from '../../../server/machines/machines.ts'
import { carrierOfKind } from '../carriers/carriers.ts'

/** the record's field → the corrected one */
const CORRECTED: Readonly<Record<string, string>> = {
  subjectName: 'newSubjectName',
  uscc_dim: 'newUscc',
  legalPerson: 'newLegalPerson',
  regAddress: 'newRegAddress',
}

/** Writes what was corrected into another record that has these fields, and says so in the audit trail. */
async function correct({ call, tx }: Saving, entity: Entity, row: TableRow, values: TableRow): Promise<void> {
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => entity.byName.has(name)))
  const after = await writeRow(tx, entity, row, known)
  await keepPoints({ tx, entities: call.entities(), carrier: entity }, row, after)
  await audit(tx, call, {
    action: call.endpoint.name,
    entity: entity.name,
    objectId: String(row[entity.key]),
    before: row,
    after,
  })
}

const carrierEntity = (done: CompletedTransition): Entity | undefined =>
  carrierOfKind(done.saving.call.entities(), String(done.after['objectKind']))

/** The subject is corrected where it stood wrong: with the carrier and with the clue. */
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
  if (carrier && before) await correct(saving, carrier, before, values)
  const clues = call.entities().get('illegalResult')
  const clue = clues && (await findInScope(tx, call.rows, clues, String(after['resultId'] ?? ''), true))
  if (clues && clue) await correct(saving, clues, clue, values)
  // what it was before is kept for the comparison, where the return itself did not say it
  return before
    ? Object.fromEntries(
        Object.keys(CORRECTED).flatMap(field =>
          (done.request.row[field] ?? '') === '' && before[field] ? [[field, before[field]]] : [],
        ),
      )
    : {}
}

/** The clue goes on its way again, by the workflow of clues: what that does not allow is not done here either. */
export async function sendAgain({ saving, after, take }: CompletedTransition): Promise<TableRow> {
  const entity = saving.call.entities().get('illegalResult')
  const machine = entity && machineFor(saving.call.scoped, entity)
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from "illegalResult" where "resultId" = ${String(after['resultId'] ?? '')}`.execute(saving.tx)
  if (!entity || !machine || Number(rows[0]?.n) === 0) throw badRequest('原线索已不存在，不能重新派发')
  await take({ ...saving, entity, before: undefined }, machine, String(after['resultId']), 'pf')
  return {}
}
