import { FILE_KINDS } from '../../core/model/field/traits.ts'
import { sql } from 'kysely'
import { areaPrefix } from '../../core/model/scope.ts'
import { partOf } from '../../core/workflow/machine.ts'
import { planOf, transitionOf, type Plan, type TransitionRequest } from '../../core/workflow/plan.ts'
import { badRequest, Refusal } from '../answer/refusal.ts'
import type { Saving } from '../call/context.ts'
import { choices } from '../call/values.ts'
import type { TableRow } from '../db/database.ts'
import type { Entity } from '../db/tables/models.ts'
import { isManaged } from '../records/write/effects.ts'
import { refuseUnable } from '../machines/able.ts'
import type { OpenTransition } from './open.ts'
import { checkReceiver } from './receiver.ts'

export interface PlannedTransition {
  saving: OpenTransition['saving']
  key: string
  request: TransitionRequest
  plan: Plan
  /** columns to write: the plan's values, area and time */
  change: TableRow
}

/** Files of multiple file fields are appended: a later transition must not remove earlier evidence. */
function addedTo(entity: Entity, name: string, value: unknown, row: TableRow): unknown {
  const field = entity.byName.get(name)
  return field?.multiple && FILE_KINDS.has(field.kind)
    ? [...new Set([...choices(row[name]), ...choices(value)])].join(',')
    : value
}

/** Values of the form that belong to fields of the record; not those that workflow or server write. */
function valuesForRecord(entity: Entity, { machine, form, row }: TransitionRequest): TableRow {
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
  const isForRecord = (name: string): boolean => {
    const field = entity.byName.get(name)
    return field !== undefined && !own.has(name) && !isManaged(field)
  }
  return Object.fromEntries(
    Object.entries(form)
      .filter(([name, value]) => value !== null && isForRecord(name))
      .map(([name, value]) => [name, addedTo(entity, name, value, row)]),
  )
}

/** A record handed to a unit of another area moves to that area: otherwise the unit's row scope would exclude it. */
async function areaOf({ tx }: Saving, { machine, row }: TransitionRequest, { org }: Plan): Promise<TableRow> {
  const field = machine.doc.record?.area
  if (field === undefined || org.after === org.before) return {}
  const { rows } = await sql<{
    areaCode: string | null
  }>`select "areaCode" from org where "orgId" = ${org.after}`.execute(tx)
  const area = rows[0]?.areaCode
  if (!rows[0]) throw badRequest('接收单位不存在')
  return !area || partOf(machine, row, 'area').startsWith(areaPrefix(area)) ? {} : { [field]: area }
}

/** The person named in the form must belong to the receiving unit. */
async function refuseStranger({ tx }: Saving, request: TransitionRequest, { org, user }: Plan): Promise<void> {
  const field = fieldOf(transitionOf(request).assign?.user)
  if (field !== undefined) await checkReceiver(tx, org.after.split(','), user, field)
}

/** The form's field that an expression such as `=form.toOrg` reads. */
const fieldOf = (value: unknown): string | undefined => /^=form\.(\w+)$/.exec(String(value ?? ''))?.[1]

/** A unit that was chosen must be one that can do something with the record, and another one where that is said. */
async function refuseReceiver(saving: Saving, request: TransitionRequest, plan: Plan, change: TableRow): Promise<void> {
  const { able, away, org } = transitionOf(request).assign ?? {}
  const field = fieldOf(org)
  if (away === true && plan.org.after === request.actor.user.orgId) {
    const problem = `不能${transitionOf(request).label}给本单位，请另选单位`
    throw new Refusal(400, problem, field === undefined ? undefined : { [field]: problem })
  }
  if (able === true) await refuseUnable(saving, request.machine, { ...request.row, ...change }, field)
}

/** Third step of a transition: computes the changes from the judged form, without writing. */
export async function planTransition(opened: OpenTransition, form: TableRow): Promise<PlannedTransition> {
  const { saving, key } = opened
  const { entity } = saving
  const request: TransitionRequest = { ...opened.request, form }
  const plan = planOf(request, valuesForRecord(entity, request))
  await refuseStranger(saving, request, plan)
  const change = {
    ...plan.values,
    ...(await areaOf(saving, request, plan)),
    ...(entity.byName.has('updateTime') ? { updateTime: request.now } : {}),
  }
  await refuseReceiver(saving, request, plan, change)
  return { saving, key, request, plan, change }
}
