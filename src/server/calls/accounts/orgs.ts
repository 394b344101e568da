import { sql, type RawBuilder } from 'kysely'
import { areaPrefix } from '../../../core/model/scope.ts'
import { inScope } from '../../access/row-scope.ts'
import { amongThese } from '../../db/arrays.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { badRequest } from '../../answer/refusal.ts'
import {
  entityOfCall,
  requiredArg,
  signedInUser,
  textArg,
  type CallContext,
  type Handler,
  type Handlers,
} from '../../call/context.ts'
import { removeRecord } from '../../records/write/delete.ts'
import type { Saving } from '../../call/context.ts'
import { every } from '../../records/read/plan-list.ts'
import { recordInScope } from '../../records/read/record.ts'
import { saveRecord } from '../../records/write/save.ts'
import { choices } from '../../call/values.ts'

export interface OrgRow {
  orgId: string
  orgName: string
  parentId: string | null
  orgType: string | null
  areaCode: string | null
}

/** Units that the user may read, sorted. */
export async function unitsWhere(call: CallContext, ...more: RawBuilder<boolean>[]): Promise<OrgRow[]> {
  const { rows } = await sql<OrgRow>`select "orgId", "orgName", "parentId", "orgType", "areaCode" from org
    where ${every([...inScope(entityOfCall(call), call.rows), ...more])} order by sort, "orgId"`.execute(call.db)
  return rows
}

const BUREAU = '1'
const BRANCH = '6'

/** Without a parent unit: the topmost units that the user may read. */
async function byParent(call: CallContext): Promise<OrgRow[]> {
  const parent = textArg(call, 'parentOrgId')
  if (parent !== '') return unitsWhere(call, sql<boolean>`"parentId" = ${parent}`)
  const all = await unitsWhere(call)
  const present = new Set(all.map(unit => unit.orgId))
  return all.filter(unit => !present.has(unit.parentId ?? ''))
}

/** Units of the same customer that this unit coordinates with; their areas may differ. */
async function coordination(call: CallContext): Promise<OrgRow[]> {
  const unit = await recordInScope(call.db, call, entityOfCall(call), requiredArg(call, 'orgId'))
  const ids = choices(unit['coordination'])
  if (ids.length === 0) return []
  const { rows } = await sql<OrgRow>`select "orgId", "orgName", "parentId", "orgType", "areaCode" from org
      where "delFlag" = 0
    and ${amongThese('orgId', ids)} and coalesce("customerId", '') = ${String(unit['customerId'] ?? '')}
      order by sort, "orgId"`.execute(call.db)
  return rows
}

/** Branches of an area, and the bureaus of the areas below it. */
function branches(call: CallContext): Promise<OrgRow[]> {
  const areaCode = textArg(call, 'areaCode') || signedInUser(call).areaCode
  return unitsWhere(
    call,
    sql<boolean>`starts_with("areaCode", ${areaPrefix(areaCode)}) and ("orgType" = ${BRANCH}
      or ("orgType" = ${BUREAU} and "areaCode" <> ${areaCode}))`,
  )
}

/** An area's code and those of the areas that it lies in: province, city, county. */
function areasAround(areaCode: string): string[] {
  const above = [2, 4, 6].filter(length => length <= areaPrefix(areaCode).length)
  return [...new Set([...above.map(length => areaCode.slice(0, length).padEnd(6, '0')), areaCode])]
}

/**
 * The unit that an area is the business of, one step below the asker's own area: its bureau, or the only unit there.
 * Null where none or several could be meant.
 */
async function responsible(call: CallContext): Promise<Pick<OrgRow, 'orgId' | 'orgName'> | null> {
  const own = areaPrefix(signedInUser(call).areaCode)
  const areas = areasAround(requiredArg(call, 'areaCode')).filter(area => areaPrefix(area).length > own.length)
  const units = await unitsWhere(call, amongThese('areaCode', areas), sql<boolean>`starts_with("areaCode", ${own})`)
  const nearest = Math.min(...units.map(unit => areaPrefix(unit.areaCode ?? '').length))
  const next = units.filter(unit => areaPrefix(unit.areaCode ?? '').length === nearest)
  const bureaus = next.filter(unit => unit.orgType === BUREAU)
  const [unit, ...others] = bureaus.length > 0 ? bureaus : next
  return unit && others.length === 0 ? { orgId: unit.orgId, orgName: unit.orgName } : null
}

interface Parent {
  areaCode: string | null
  customerId: string | null
  loops: boolean
}

/** The parent unit, and whether the way up from it leads back to this unit (a cycle). */
async function parentOf(tx: Database, orgId: string, parentId: unknown): Promise<Parent | undefined> {
  const { rows } = await sql<Parent>`with recursive up as (
      select "orgId", "parentId" from org where "orgId" = ${String(parentId)} union
    select o."orgId", o."parentId" from org o join up on o."orgId" = up."parentId")
    select "areaCode", "customerId", exists (select 1 from up where "orgId" = ${orgId}) as loops from org
    where "orgId" = ${String(parentId)}`.execute(tx)
  return rows[0]
}

async function nameIsTaken({ tx, before }: Saving, { orgName, parentId, customerId }: TableRow): Promise<boolean> {
  const { rows } = await sql`select 1 from org where "orgName" = ${orgName}
      and coalesce("parentId", '') = ${String(parentId ?? '')} and "delFlag" = 0
    and coalesce("customerId", '') = ${String(customerId ?? '')}
      and "orgId" <> ${String(before?.['orgId'] ?? '')} limit 1`.execute(tx)
  return rows.length > 0
}

/** A user above all customers creates a unit for the customer of its parent unit. */
const customerOf = ({ call }: Saving, parent: Parent | undefined): string =>
  signedInUser(call).customerId || parent?.customerId || ''

async function rules(saving: Saving, values: TableRow): Promise<Record<string, string>> {
  const { tx, before } = saving
  const next = { ...before, ...values }
  const parent = next['parentId'] ? await parentOf(tx, String(before?.['orgId'] ?? ''), next['parentId']) : undefined
  if (!before) values['customerId'] = next['customerId'] = customerOf(saving, parent)
  const errors: Record<string, string> = {}
  if (parent?.loops) errors['parentId'] = '上级单位不能是本单位或其下级'
  else if (parent && !String(next['areaCode'] ?? '').startsWith(areaPrefix(parent.areaCode ?? '')))
    errors['areaCode'] = '所属地区应在上级单位的地区之内'
  if (await nameIsTaken(saving, next)) errors['orgName'] = `同一上级下已有单位“${String(next['orgName'])}”`
  return errors
}

/** Locked, because two moves at once could form a cycle that neither forms alone. */
const save: Handler = call =>
  saveRecord(call, rules, async (tx, work) => {
    await sql`select pg_advisory_xact_lock(hashtext('tree of units'))`.execute(tx)
    return work()
  })

async function refuseUsed(tx: Database, orgId: string): Promise<void> {
  const { rows } = await sql<{
    users: number
    units: number
  }>`select (select count(*) from "user" where "orgId" = ${orgId} and "delFlag" = 0) as users,
    (select count(*) from org where "parentId" = ${orgId} and "delFlag" = 0) as units`.execute(tx)
  const [users, units] = [Number(rows[0]?.users), Number(rows[0]?.units)]
  if (units > 0) throw badRequest(`该单位还有 ${units} 个下级单位，请先调整或删除它们`)
  if (users > 0) throw badRequest(`该单位还有 ${users} 个用户，请先把他们调到其他单位`)
}

const remove: Handler = call =>
  removeRecord(call, async (tx, work) => {
    await sql`select pg_advisory_xact_lock(hashtext('tree of units'))`.execute(tx)
    await refuseUsed(tx, requiredArg(call, 'orgId'))
    return work()
  })

export const orgs: Handlers = {
  'org.byParent': byParent,
  'org.responsible': responsible,
  'org.coordination': coordination,
  'org.branches': branches,
  'org.save': save,
  'org.delete': remove,
}
