import { sql } from 'kysely'
import { partOf, type Machine } from '../../core/workflow/machine.ts'
import { audit } from '../call/audit.ts'
import type { Services } from '../call/context.ts'
import { shownTitle } from '../records/read/mask.ts'
import { writeRow } from '../records/write/write.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { systemCall } from '../call/system.ts'
import { transact } from '../call/transact.ts'
import { sendBySystem } from './message.ts'
import { machineFor } from '../machines/machines.ts'

const CHUNK = 200
type Fault = (error: unknown) => void

/** Records of an entity past a time limit. */
interface Late {
  entity: Entity
  machine: Machine
  now: string
}

/** Condition for records past a time limit that are not marked as overdue yet. */
function isLate({ doc, status, states }: Machine, now: string) {
  const { due, stateDue, overdue = '', closed } = doc.record ?? {}
  const past = [due, stateDue].flatMap(field => (field === undefined ? [] : [sql<boolean>`${sql.ref(field)} < ${now}`]))
  const open = closed === undefined ? sql<boolean>`true` : sql<boolean>`coalesce(${sql.ref(closed)}, 0) <> 1`
  const still = [...states].flatMap(([code, { pauses, due: isDue }]) => (pauses || isDue === false ? [code] : []))
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

async function mark(tx: Database, services: Services, late: Late, row: TableRow): Promise<void> {
  const { entity, machine, now } = late
  const overdue = machine.doc.record?.overdue ?? ''
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

/** Marks these, as far as they are still late and no other instance is at them; all or none. */
const markAll = (services: Services, late: Late, keys: readonly unknown[]): Promise<number> =>
  transact(services, async (inside, tx) => {
    const { entity, machine, now } = late
    const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)} where ${isLate(machine, now)}
        and ${sql.ref(entity.key)} in (${sql.join(keys)}) for update skip locked`.execute(tx)
    for (const row of rows) await mark(tx, inside, late, row)
    return rows.length
  })

async function keysBehind({ db }: Services, { entity, machine, now }: Late, after: unknown): Promise<unknown[]> {
  const key = sql.ref(entity.key)
  const rest = after === undefined ? sql<boolean>`true` : sql<boolean>`${key} > ${after}`
  const { rows } = await sql<{
    key: unknown
  }>`select ${key} as key from ${sql.table(entity.name)} where ${isLate(machine, now)}
      and ${rest} order by ${key} limit ${CHUNK}`.execute(db)
  return rows.map(row => row.key)
}

/** Where many together fail, each is marked alone: one that cannot be marked keeps no other from it. */
async function markEach(services: Services, late: Late, keys: unknown[], fault: Fault): Promise<number> {
  try {
    return await markAll(services, late, keys)
  } catch (error) {
    if (keys.length === 1) fault(error)
  }
  if (keys.length === 1) return 0
  let marked = 0
  for (const key of keys) marked += await markEach(services, late, [key], fault)
  return marked
}

async function markEntity(services: Services, late: Late, fault: Fault): Promise<number> {
  let marked = 0
  for (
    let keys = await keysBehind(services, late, undefined);
    keys.length > 0;
    keys = await keysBehind(services, late, keys.at(-1))
  )
    marked += await markEach(services, late, keys, fault)
  return marked
}

/** Marks what is past a time limit; returns how many records. */
export async function markOverdue(services: Services, now: string, fault: Fault): Promise<number> {
  const scoped = services.configuration().scope({})
  let marked = 0
  for (const entity of services.entities().values()) {
    const machine = machineFor(scoped, entity)
    const { due, stateDue, overdue } = machine?.doc.record ?? {}
    if (!machine || overdue === undefined || (due === undefined && stateDue === undefined)) continue
    try {
      marked += await markEntity(services, { entity, machine, now }, fault)
    } catch (error) {
      fault(error)
    }
  }
  return marked
}
