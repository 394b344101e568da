import { sql } from 'kysely'
import type { CallForm } from '../../core/compile/page-forms.ts'
import { areaPrefix } from '../../core/model/scope.ts'
import { whyNot } from '../../core/workflow/decide.ts'
import { partOf, type Machine } from '../../core/workflow/machine.ts'
import { planOf, transitionOf, type Plan, type Taking } from '../../core/workflow/plan.ts'
import type { Calendar } from '../../core/workflow/working-days.ts'
import { formsFor } from '../access/forms.ts'
import { audit } from '../call/audit.ts'
import { signedInUser, type CallContext, type Done, type Saving } from '../call/context.ts'
import { isManaged, laterThan } from '../records/write/effects.ts'
import { recordInScope } from '../records/read/record.ts'
import { choices } from '../call/values.ts'
import { writeRow } from '../records/write/write.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { noteUses } from '../attachments/uses.ts'
import { badRequest } from '../answer/refusal.ts'
import { judgedForm } from './form.ts'
import { refusalOf } from '../machines/check-change.ts'
import { actorOf, machineFor } from '../machines/machines.ts'
import { checkReceiver } from './receiver.ts'
import { createRecords, sendMessage, writeRoute } from './records.ts'

const days = (call: CallContext, dictionary: string): Set<string> =>
  new Set((call.scoped.dictionary(dictionary) ?? []).map(([day]) => day))
const calendarOf = (call: CallContext): Calendar => ({
  holidays: days(call, 'holiday'),
  workdays: days(call, 'workday'),
})

export function requiredMachine(call: CallContext, entity: Entity): Machine {
  const machine = machineFor(call.scoped, entity)
  if (!machine) throw badRequest(`${entity.label}没有办理流程`)
  return machine
}

const FILES = new Set(['file', 'image'])

/** Papers come to those that are there: a later one takes nothing away. */
function addedTo(entity: Entity, name: string, value: unknown, row: TableRow): unknown {
  const field = entity.byName.get(name)
  return field?.multiple && FILES.has(field.kind)
    ? [...new Set([...choices(row[name]), ...choices(value)])].join(',')
    : value
}

/** Fields of the form that are the record's own are kept there; what the workflow itself writes is not the form's. */
function keptValues(entity: Entity, { machine, form, row }: Taking): TableRow {
  const { record } = machine.doc
  const own = new Set([
    machine.status,
    entity.key,
    record?.org,
    record?.user,
    record?.sender,
    record?.creator,
    record?.area,
    record?.overdue,
    record?.closed,
  ])
  return Object.fromEntries(
    Object.entries(form)
      .filter(([name, value]) => {
        const field = entity.byName.get(name)
        return value !== null && field !== undefined && !own.has(name) && !isManaged(field)
      })
      .map(([name, value]) => [name, addedTo(entity, name, value, row)]),
  )
}

/** A record that goes to a unit of another area goes into that area: else the unit would not see it. */
async function areaOf({ tx }: Saving, { machine, row }: Taking, { org }: Plan): Promise<TableRow> {
  const field = machine.doc.record?.area
  if (field === undefined || org.after === org.before) return {}
  const { rows } = await sql<{
    areaCode: string | null
  }>`select "areaCode" from org where "orgId" = ${org.after}`.execute(tx)
  const area = rows[0]?.areaCode
  if (!rows[0]) throw badRequest('接收单位不存在')
  return !area || partOf(machine, row, 'area').startsWith(areaPrefix(area)) ? {} : { [field]: area }
}

/** What the server itself finds out belongs to the same change. */
async function withOwnWork(done: Done): Promise<Done> {
  const { runs } = transitionOf(done.taking)
  const effect = runs === undefined ? undefined : done.saving.call.product.effects[runs]
  if (runs !== undefined && !effect) throw new Error(`No effect ${runs} is known`)
  const found = (await effect?.(done)) ?? {}
  if (Object.keys(found).length === 0) return done
  return { ...done, after: await writeRow(done.saving.tx, done.saving.entity, done.after, found) }
}

async function effects(written: Done, change: TableRow): Promise<Record<string, string>> {
  await noteUses(written.saving, written.key, change)
  const done = await withOwnWork(written)
  const { saving, taking, key, after } = done
  const { call, tx, entity } = saving
  const created = await createRecords(done)
  await writeRoute(done)
  await sendMessage(done)
  for (const hook of call.product.hooks) await hook.afterTransition?.(done)
  await audit(tx, call, {
    action: call.endpoint.name,
    entity: entity.name,
    objectId: key,
    before: taking.row,
    after: { ...after, transition: taking.code, form: taking.form },
  })
  return created
}

export interface Taken {
  key: string
  from: string
  to: string
  created: Record<string, string>
}

/** Within a transaction that is open already. */
export async function takeWithin(
  saving: Saving,
  machine: Machine,
  key: string,
  code: string,
  at?: string,
  forms: readonly CallForm[] = [],
): Promise<Taken> {
  const { call, tx, entity } = saving
  const row = await recordInScope(tx, call, entity, key, true)
  const actor = { ...actorOf(call, machine), ...(at === undefined ? {} : { system: true as const }) }
  if (machine.transitions.get(code)?.does)
    throw badRequest(`${machine.transitions.get(code)?.label ?? code}不由办理接口来做`)
  const why = whyNot(machine, code, row, actor)
  if (why) throw refusalOf(why)
  const locked = { ...saving, before: row }
  const transition = transitionOf({ machine, code } as Taking)
  const { values: form } = await judgedForm(locked, transition, forms)
  const now = at ?? laterThan(row['updateTime'])
  const taking: Taking = { machine, code, row, form, actor, now, calendar: calendarOf(call) }
  const plan = planOf(taking, keptValues(entity, taking))
  const named = /^form\.(\w+)$/.exec(transition.hand?.user ?? '')?.[1]
  if (named !== undefined) await checkReceiver(tx, plan.org.after.split(','), plan.user, named)
  const change = {
    ...plan.values,
    ...(await areaOf(locked, taking, plan)),
    ...(entity.byName.has('updateTime') ? { updateTime: now } : {}),
  }
  const after = await writeRow(tx, entity, row, change)
  const created = await effects({ saving: locked, taking, plan, key, after, take: takeWithin }, change)
  return { key, from: plan.from, to: plan.to, created }
}

/**
 * One transition of one record: the row is locked, then judged and changed, with its route, message, records and audit,
 * in one transaction. `at` is the hour of what time itself does, and nobody. Of two users who press a button at the
 * same moment the second finds the record moved on.
 */
export function takeTransition(
  call: CallContext,
  entity: Entity,
  key: string,
  code: string,
  at?: string,
): Promise<Taken> {
  const machine = requiredMachine(call, entity)
  const forms =
    at === undefined
      ? formsFor(call.scoped, signedInUser(call), call.endpoint).filter(
          form => form.transition === undefined || form.transition === code,
        )
      : []
  return call.db
    .transaction()
    .execute(tx => takeWithin({ call, entity, tx, before: undefined }, machine, key, code, at, forms))
}
