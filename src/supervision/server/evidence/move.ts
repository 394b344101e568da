import type { CallContext, Services } from '../../../server/call/context.ts'
import { laterThan } from '../../../server/records/write/effects.ts'
import { writeRow } from '../../../server/records/write/write.ts'
import { audit } from '../../../server/call/audit.ts'
import type { Database, TableRow } from '../../../server/db/database.ts'
import type { Entity } from '../../../server/db/tables/models.ts'
import { stateOf } from '../../../core/workflow/machine.ts'
import { machineFor } from '../../../server/machines/machines.ts'

export const ENTITY = 'evidence'
const NOBODY = { user: undefined, ip: '' }

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
  by: Pick<CallContext, 'user' | 'ip'> = NOBODY,
): Promise<TableRow | undefined> {
  const entity = evidenceEntity(services)
  const [customer, area] = [String(row['customerId'] ?? ''), String(row['areaCode'] ?? '')]
  const scoped = services.configuration().scope({ ...(customer ? { customer } : {}), ...(area ? { area } : {}) })
  const machine = machineFor(scoped, entity)
  const transition = machine?.transitions.get(code)
  if (
    !machine
    || !transition?.relations?.includes('system')
    || !transition.from.map(String).includes(stateOf(machine, row))
  )
    return undefined
  const to = transition.to === undefined ? {} : { [machine.status]: transition.to }
  const after = await writeRow(tx, entity, row, { ...values, ...to, updateTime: laterThan(row['updateTime']) })
  await audit(tx, by, { action: `evidence.${code}`, entity: ENTITY, objectId: String(row['id']), before: row, after })
  return after
}
