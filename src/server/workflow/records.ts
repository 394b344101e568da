import { sql } from 'kysely'
import { partOf } from '../../core/workflow/machine.ts'
import { evaluated, holdsFor, transitionOf, type TransitionRequest } from '../../core/workflow/plan.ts'
import { audit } from '../call/audit.ts'
import { signedInUser, type CompletedTransition } from '../call/context.ts'
import { titleForAll, withoutNumbers } from '../records/read/mask.ts'
import { choices } from '../call/values.ts'
import { numbersFor } from '../records/write/running-number.ts'
import { writeRow } from '../records/write/write.ts'
import { newKey } from '../records/write/save.ts'
import type { Database, TableRow } from '../db/database.ts'
import { entityNamed, type Entity } from '../db/tables/models.ts'
import { noteUses } from '../attachments/uses.ts'
import { startingUnit } from '../machines/able.ts'
import { machineFor, scopedOf } from '../machines/machines.ts'
import { momentOf } from '../db/time.ts'

const HOUR_MS = 3_600_000
const millis = (time: unknown): number => momentOf(String(time))

/** Inserts a record of another entity with those values that it has fields for. */
async function add({ saving, request, after }: CompletedTransition, entity: Entity, values: TableRow): Promise<string> {
  const { call, tx } = saving
  const key = newKey()
  const user = signedInUser(call)
  const place = {
    customerId: after['customerId'] ?? user.customerId,
    areaCode: partOf(request.machine, after, 'area') || user.areaCode,
  }
  const machine = machineFor(scopedOf(call, entity, { ...place, ...values }), entity)
  const stamps: TableRow = {
    ...place,
    createBy: user.id,
    createTime: request.now,
    updateTime: request.now,
    delFlag: 0,
    ...(machine ? { [machine.status]: machine.initial } : {}),
  }
  const said = { ...stamps, ...values, [entity.key]: key }
  const all = { ...said, ...(await startingUnit({ call, tx, entity }, said)) }
  const known = Object.fromEntries(
    Object.entries(all).filter(([name, value]) => entity.byName.has(name) && value !== undefined),
  )
  const numbers = await numbersFor({ ...saving, entity, before: undefined }, known)
  const row = await writeRow(tx, entity, undefined, { ...known, ...numbers })
  await noteUses({ ...saving, entity, before: undefined }, key, row)
  return key
}

/** Creates the records of `creates`, each with an audit entry; returns entity → key. */
export async function createRecords(done: CompletedTransition): Promise<Record<string, string>> {
  const created: Record<string, string> = {}
  const { saving, request } = done
  for (const [name, doc] of Object.entries(transitionOf(request).creates ?? {})) {
    if (doc === false || !holdsFor(doc?.when, request)) continue
    const entity = entityNamed(done.saving.call.entities(), name)
    const values = { ...request.form, ...evaluated(doc?.set, request, { created }) }
    const key = await add(done, entity, values)
    created[name] = key
    await audit(saving.tx, saving.call, {
      action: saving.call.endpoint.name,
      entity: name,
      objectId: key,
      after: { ...values, [entity.key]: key },
    })
  }
  return created
}

const stateName = ({ machine }: TransitionRequest, state: string): string => machine.states.get(state)?.label ?? state

export async function writeRoute(done: CompletedTransition): Promise<void> {
  const { request, plan, saving, key } = done
  const { route } = request.machine.doc
  if (!route) return
  const user = signedInUser(saving.call)
  const since = millis(request.row['updateTime'])
  await add(done, entityNamed(done.saving.call.entities(), route.entity), {
    ...request.form,
    [route.key]: key,
    action: request.code,
    fromOrg: user.orgId,
    fromUser: user.id,
    toOrg: plan.org.after,
    toUser: plan.user,
    fromStatus: plan.from,
    toStatus: plan.to,
    actTime: request.now,
    bizKind: saving.entity.name,
    actionName: transitionOf(request).label,
    fromStatusName: stateName(request, plan.from),
    toStatusName: stateName(request, plan.to),
    usedHours: Number.isFinite(since) ? Math.max(0, Math.floor((millis(request.now) - since) / HOUR_MS)) : null,
  })
}

async function unitOf(tx: Database, person: string): Promise<string> {
  const user = await tx.selectFrom('user').select('orgId').where('id', '=', person).executeTakeFirst()
  return String(user?.['orgId'] ?? '')
}

/** The person to whom somebody else has handed the record, be it within the unit; '' where it is nobody. */
function handedTo({ request, plan, saving }: CompletedTransition): string {
  const isNew = plan.user !== partOf(request.machine, request.row, 'user')
  return isNew && plan.user !== signedInUser(saving.call).id ? plan.user : ''
}

/** Unit that gets the message: by `notify`; by default the new holder, or else the sender. */
async function receiverOf(done: CompletedTransition): Promise<string> {
  const { request, plan, saving, after } = done
  const { machine } = request
  const { notify } = transitionOf(request)
  if (notify === 'nobody') return ''
  if (notify === 'creator') return unitOf(saving.tx, partOf(machine, after, 'creator'))
  const person = handedTo(done)
  const isHanded = plan.org.before !== plan.org.after || person !== ''
  if (notify === 'sender' || (notify === undefined && !isHanded)) return partOf(machine, after, 'sender')
  return plan.org.after || unitOf(saving.tx, person)
}

export async function sendMessage(done: CompletedTransition): Promise<void> {
  const { message } = done.request.machine.doc
  // a record may have several holders, who each get a message
  for (const to of message ? choices(await receiverOf(done)) : []) await sendTo(done, to)
}

async function sendTo(done: CompletedTransition, to: string): Promise<void> {
  const { request, plan, saving, key, after } = done
  const { message } = request.machine.doc
  if (!message) return
  const user = signedInUser(saving.call)
  const { label } = transitionOf(request)
  const title = titleForAll(saving.entity, after)
  const opinion = request.form['opinion'] ?? request.form['requirement']
  const { rows } = await sql<{ areaCode: string | null }>`select "areaCode" from org where "orgId" = ${to}`.execute(
    saving.tx,
  )
  await add(done, entityNamed(done.saving.call.entities(), message.entity), {
    title: `${label}：${title}`,
    content:
      `${user.orgName}${user.nickName}对“${title}”做了“${label}”，现为“${stateName(request, plan.to)}”。`
      + `${opinion ? `意见：${withoutNumbers(String(opinion))}` : ''}`,
    msgKind: message.kind,
    fromOrg: user.orgId,
    toOrgs: to,
    toUser: plan.user !== '' && ['', to].includes(plan.org.after) ? plan.user : null,
    bizKind: saving.entity.name,
    bizId: key,
    sendTime: request.now,
    needReply: 0,
    readState: '0',
    areaCode: rows[0]?.areaCode ?? user.areaCode,
  })
}
