import { systemCallFor } from '../../../server/call/system.ts'
import { applyChange } from '../../../server/records/write/change.ts'
import type { CallContext, Services } from '../../../server/call/context.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { stateOf } from '../../../core/workflow/machine.ts'
import { machineFor } from '../../../server/machines/machines.ts'

export const ENTITY = 'evidence'

export function evidenceEntity({ entities }: Pick<Services, 'entities'>): Entity {
  const entity = entities().get(ENTITY)
  if (!entity) throw new Error(`There is no entity ${ENTITY}`)
  return entity
}

export async function lockedEvidence(tx: Database, id: string): Promise<TableRow | undefined> {
  return tx.selectFrom(ENTITY).selectAll().where('id', '=', id).where('delFlag', '=', 0).forUpdate().executeTakeFirst()
}

/** Takes a transition as the system, if the workflow has it in the current state. */
export async function systemMove(
  services: Services,
  tx: Database,
  row: TableRow,
  code: string,
  values: TableRow,
  by?: CallContext,
): Promise<TableRow | undefined> {
  const entity = evidenceEntity(services)
  const system = systemCallFor(services, row)
  const machine = machineFor(system.scoped, entity)
  const transition = machine?.transitions.get(code)
  if (
    !machine
    || !transition?.relations?.includes('system')
    || !transition.from.map(String).includes(stateOf(machine, row))
  )
    return undefined
  const to = transition.to === undefined ? {} : { [machine.status]: transition.to }
  const author = { call: by ?? system, tx, action: `evidence.${code}` }
  return applyChange(author, { entity, before: row, values: { ...values, ...to } })
}
