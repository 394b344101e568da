import { sql } from 'kysely'
import { partOf, type Machine } from '../../core/workflow/machine.ts'
import { audit } from '../call/audit.ts'
import type { CallContext, Services } from '../call/context.ts'
import { titleForAll } from '../records/read/mask.ts'
import { writeRow } from '../records/write/write.ts'
import type { Database, TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { systemCallFor } from '../call/system.ts'
import { transact } from '../call/transact.ts'
import { sendBySystem } from './message.ts'
import { machineFor, machinesOf } from '../machines/machines.ts'

const CHUNK = 200
type Fault = (error: unknown) => void

/** Records of an entity that are past a time limit, as some scope has it. */
interface Late {
  entity: Entity
  machines: readonly Machine[]
  now: string
}

const marks = ({ doc: { record } }: Machine): boolean =>
  record?.overdue !== undefined && (record.due !== undefined || record.stateDue !== undefined)

/** What decides whether a record is late, the same in most scopes. */
const rule = ({ doc, status, states }: Machine) => {
  const { due, stateDue, overdue = '', closed } = doc.record ?? {}
  const limits = [due, stateDue].flatMap(field => field ?? [])
  return {
    limits,
    overdue,
    closed,
    status,
    paused: [...states].flatMap(([code, { pauses, due: isDue }]) => (pauses || isDue === false ? [code] : [])),
  }
}
type LateRule = ReturnType<typeof rule>

const isPast = ({ limits, overdue, closed, status, paused }: LateRule, row: TableRow, now: string): boolean =>
  row[overdue] !== 1
  && (closed === undefined || row[closed] !== 1)
  && !paused.includes(String(row[status] ?? ''))
  && limits.some(field => (row[field] ?? '') !== '' && String(row[field]) < now)

/** The same in SQL. */
function past({ limits, overdue, closed, status, paused }: LateRule, now: string) {
  const open = closed === undefined ? sql<boolean>`true` : sql<boolean>`coalesce(${sql.ref(closed)}, 0) <> 1`
  const runs = paused.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.ref(status)} not in (${sql.join(paused)})`
  const late = limits.map(field => sql<boolean>`${sql.ref(field)} < ${now}`)
  return sql<boolean>`(coalesce(${sql.ref(overdue)}, 0) <> 1 and ${open} and ${runs}
    and (${sql.join(late, sql` or `)}))`
}

/** Condition for records that are late in some scope, and not marked yet. */
function mayBeLate({ machines, now }: Late) {
  const rules = new Map(machines.map(rule).map(one => [JSON.stringify(one), one]))
  return sql<boolean>`(${sql.join(
    [...rules.values()].map(one => past(one, now)),
    sql` or `,
  )})`
}

/** Sends a message to the unit that holds the record. */
async function warn(tx: Database, call: CallContext, machine: Machine, row: TableRow, now: string): Promise<void> {
  const { doc } = machine
  const entity = call.entities().get(doc.entity ?? '')
  const message = call.entities().get(doc.message?.entity ?? '')
  const to = partOf(machine, row, 'org')
  if (!entity || !message || to === '') return
  const title = titleForAll(entity, row)
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

/** Marks a row that is late as its own customer and area have the limit; returns whether it is. */
async function mark(tx: Database, services: Services, { entity, now }: Late, row: TableRow): Promise<boolean> {
  const call = systemCallFor(services, row, () => {}, entity.areaField)
  const machine = machineFor(call.scoped, entity)
  if (!machine || !marks(machine) || !isPast(rule(machine), row, now)) return false
  const { overdue } = rule(machine)
  await writeRow(tx, entity, row, { [overdue]: 1 })
  await audit(tx, call, {
    action: 'system.overdue',
    entity: entity.name,
    objectId: String(row[entity.key]),
    before: { [overdue]: row[overdue] },
    after: { [overdue]: 1 },
  })
  await warn(tx, call, machine, row, now)
  return true
}

/** Marks these, as far as they are still late and no other instance is at them; all or none. */
const markAll = (services: Services, late: Late, keys: readonly unknown[]): Promise<number> =>
  transact(services, async (inside, tx) => {
    const { entity } = late
    const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)} where ${mayBeLate(late)}
        and ${sql.ref(entity.key)} in (${sql.join(keys)}) for update skip locked`.execute(tx)
    let marked = 0
    for (const row of rows) if (await mark(tx, inside, late, row)) marked++
    return marked
  })

async function keysBehind({ db }: Services, late: Late, after: unknown): Promise<unknown[]> {
  const key = sql.ref(late.entity.key)
  const rest = after === undefined ? sql<boolean>`true` : sql<boolean>`${key} > ${after}`
  const { rows } = await sql<{
    key: unknown
  }>`select ${key} as key from ${sql.table(late.entity.name)} where ${mayBeLate(late)}
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
  let marked = 0
  for (const entity of services.entities().values()) {
    const machines = machinesOf(services.configuration(), entity).filter(marks)
    if (machines.length === 0) continue
    try {
      marked += await markEntity(services, { entity, machines, now }, fault)
    } catch (error) {
      fault(error)
    }
  }
  return marked
}
