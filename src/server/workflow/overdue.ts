import { sql } from 'kysely'
import { partOf, type Machine } from '../../core/workflow/machine.ts'
import { audit } from '../call/audit.ts'
import type { Services } from '../call/context.ts'
import { shownTitle } from '../records/read/mask.ts'
import { writeRow } from '../records/write/write.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { systemCall } from '../call/system.ts'
import { sendBySystem } from './message.ts'
import { machineFor } from '../machines/machines.ts'

const CHUNK = 200

/** Condition for records past a time limit that are not marked as overdue yet. */
function late({ doc, status, states }: Machine, now: string) {
  const { due, stateDue, overdue = '', closed } = doc.record ?? {}
  const past = [due, stateDue].flatMap(field => (field === undefined ? [] : [sql<boolean>`${sql.ref(field)} < ${now}`]))
  const open = closed === undefined ? sql<boolean>`true` : sql<boolean>`coalesce(${sql.ref(closed)}, 0) <> 1`
  const still = [...states].flatMap(([code, { pauses }]) => (pauses ? [code] : []))
  const runs = still.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.ref(status)} not in (${sql.join(still)})`
  return sql<boolean>`coalesce(${sql.ref(overdue)}, 0) <> 1 and ${open} and ${runs} and (${sql.join(past, sql` or `)})`
}

/** Sends a message to the unit that holds the record. */
async function warn(
  tx: Database,
  services: Services,
  machine: Machine,
  entity: Entity,
  row: TableRow,
  now: string,
): Promise<void> {
  const { doc } = machine
  const message = services.entities().get(doc.message?.entity ?? '')
  const to = partOf(machine, row, 'org')
  if (!message || to === '') return
  const title = shownTitle(entity, row)
  await sendBySystem(tx, message, now, {
    title: `超期预警：${title}`,
    content: `“${title}”已超过办理时限，请尽快办理。`,
    msgKind: doc.message?.overdue ?? doc.message?.kind,
    toOrgs: to,
    bizKind: entity.name,
    bizId: row[entity.key],
    areaCode: partOf(machine, row, 'area'),
    customerId: row['customerId'],
  })
}

async function markSome(services: Services, entity: Entity, machine: Machine, now: string): Promise<number> {
  const overdue = machine.doc.record?.overdue ?? ''
  return services.db.transaction().execute(async tx => {
    const { rows } =
      await sql<TableRow>`select * from ${sql.table(entity.name)} where ${late(machine, now)} limit ${CHUNK}
        for update skip locked`.execute(tx)
    for (const row of rows) {
      await writeRow(tx, entity, row, { [overdue]: 1 })
      await audit(
        tx,
        systemCall(services, String(row['customerId'] ?? ''), partOf(machine, row, 'area'), () => {}),
        {
          action: 'system.overdue',
          entity: entity.name,
          objectId: String(row[entity.key]),
          before: { [overdue]: row[overdue] },
          after: { [overdue]: 1 },
        },
      )
      await warn(tx, services, machine, entity, row, now)
    }
    return rows.length
  })
}

export async function markOverdue(services: Services, now: string, fault: (error: unknown) => void): Promise<number> {
  const scoped = services.configuration().scope({})
  let marked = 0
  for (const entity of services.entities().values()) {
    const machine = machineFor(scoped, entity)
    const { due, stateDue, overdue } = machine?.doc.record ?? {}
    if (!machine || overdue === undefined || (due === undefined && stateDue === undefined)) continue
    try {
      for (let some = CHUNK; some === CHUNK;) marked += some = await markSome(services, entity, machine, now)
    } catch (error) {
      fault(error)
    }
  }
  return marked
}
