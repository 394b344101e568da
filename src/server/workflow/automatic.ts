import { sql } from 'kysely'
import type { Machine } from '../../core/workflow/machine.ts'
import type { Services } from '../call/context.ts'
import { chinaTime, momentOf } from '../db/time.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { Refusal } from '../answer/refusal.ts'
import { takeTransition } from './take.ts'
import { machineFor, machinesOf } from '../machines/machines.ts'
import { systemCallFor } from '../call/system.ts'

const PAGE = 1000
const DAY_MS = 86_400_000

/** `field`: the time that waiting starts from (entry into the state, or the time limit). */
interface Automatic {
  code: string
  from: string[]
  before: string
  field: string
}

const daysBefore = (now: string, days: number): string => chinaTime(momentOf(now) - days * DAY_MS)

const automaticOf = (machine: Machine, now: string): Automatic[] =>
  [...machine.transitions].flatMap(([code, { after, afterDue, from }]) => {
    const { entered, due } = machine.doc.record ?? {}
    const wait = (days: number | undefined, field: string | undefined): Automatic[] =>
      days === undefined || field === undefined
        ? []
        : [{ code, from: from.map(String), before: daysBefore(now, days), field }]
    return [...wait(after, entered), ...wait(afterDue, due)]
  })

/**
 * Records that have waited long enough for an automatic transition, page by page: those that stay where they are,
 * because an overlay wants them to wait longer or a rule refuses them, must not keep others from their turn.
 */
async function* waiting(
  { db }: Services,
  entity: Entity,
  status: string,
  { from, before, field }: Automatic,
): AsyncGenerator<TableRow> {
  const key = sql.ref(entity.key)
  const live = entity.byName.has('delFlag') ? sql<boolean>`"delFlag" = 0` : sql<boolean>`true`
  const page = async (after: unknown): Promise<TableRow[]> => {
    const rest = after === undefined ? sql<boolean>`true` : sql<boolean>`${key} > ${after}`
    const { rows } = await sql<TableRow>`select * from ${sql.table(entity.name)} where ${live} and ${rest}
      and ${sql.ref(status)} in (${sql.join(from)}) and ${sql.ref(field)} <= ${before}
      order by ${key} limit ${PAGE}`.execute(db)
    return rows
  }
  for (let rows = await page(undefined); rows.length > 0; rows = await page(rows.at(-1)?.[entity.key])) yield* rows
}

async function takeOf(
  services: Services,
  entity: Entity,
  row: TableRow,
  now: string,
  fault: (error: unknown) => void,
): Promise<boolean> {
  const call = systemCallFor(services, row, fault, entity.areaField)
  const machine = machineFor(call.scoped, entity)
  const state = String(row[machine?.status ?? ''] ?? '')
  // an overlay may set a longer time, or none
  const own =
    machine
    && automaticOf(machine, now).find(
      ({ from, before, field }) => from.includes(state) && (row[field] ?? '') !== '' && String(row[field]) <= before,
    )
  if (!own) return false
  try {
    await takeTransition(call, entity, String(row[entity.key]), own.code, now)
    return true
  } catch (error) {
    // another user or instance has taken the transition meanwhile
    if (!(error instanceof Refusal)) fault(error)
    return false
  }
}

/** Scopes mostly wait alike, and their rows are looked for once. */
const differing = (all: Automatic[]): Automatic[] => [
  ...new Map(
    all.map(({ from, before, field, ...one }) => [[from, before, field].join('§'), { ...one, from, before, field }]),
  ).values(),
]

export async function takeDue(services: Services, now: string, fault: (error: unknown) => void): Promise<number> {
  const configuration = services.configuration()
  let taken = 0
  for (const entity of services.entities().values()) {
    const machines = machinesOf(configuration, entity)
    for (const automatic of differing(machines.flatMap(machine => automaticOf(machine, now)))) {
      for await (const row of waiting(services, entity, machines[0]?.status ?? '', automatic))
        if (await takeOf(services, entity, row, now, fault)) taken++
    }
  }
  return taken
}
