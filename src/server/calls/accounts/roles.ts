import { sql } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import type { TableRow } from '../../db/database.ts'
import type { Entity } from '../../db/models.ts'
import { badRequest, forbidden, notFound } from '../../http/refusal.ts'
import { dataScopeOf, type SignedIn } from '../../session/user.ts'
import { entityOfCall, requiredArg, signedInUser, textArg, type CallContext, type Handler } from '../context.ts'
import { remove } from '../generic/delete.ts'
import type { Saving } from '../generic/effects.ts'
import { answerList, listing, type Listing } from '../generic/list.ts'
import { findInScope, shownRecord } from '../generic/record.ts'
import { saveRecord } from '../generic/save.ts'
import { holdersOf, keepManagers } from './managers.ts'
import { rightsIn, rightsProblems } from './role-menus.ts'

export const roleListing = (call: CallContext): Listing => listing(call)

async function userCounts(call: CallContext, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; n: number }>`select r as id, count(*) as n from "user" u, unnest(string_to_array(u."roleIds", ',')) r
    where u."delFlag" = 0 and r in (${sql.join(ids)}) group by r`.execute(call.db)
  return new Map(rows.map(row => [row.id, Number(row.n)]))
}

async function list(call: CallContext): Promise<ListAnswer> {
  const answer = await answerList(call, roleListing(call))
  const counts = await userCounts(call, answer.list.map(row => String(row['id'])))
  const user = signedInUser(call)
  const list = answer.list.map(row => ({ ...row, userCount: counts.get(String(row['id'])) ?? 0, editable: editable(user, row) }))
  return { ...answer, list }
}

function roleEntity(call: CallContext): Entity {
  const entity = call.entities().get('role')
  if (!entity) throw new Error('there is no entity of roles')
  return entity
}

/** A role that one may see: another customer's is not there. */
async function visibleRole(call: CallContext, id: string): Promise<TableRow> {
  const row = await findInScope(call.db, call.rows, roleEntity(call), id)
  if (!row) throw notFound('角色不存在')
  return row
}

/** Nobody changes a role of a level above the own, and only the nation those that all customers share. */
function whyNot(user: SignedIn, role: TableRow): string | undefined {
  if (user.areaLevel > 0 && !role['customerId']) return '该角色为平台通用角色，只有平台运维可以修改'
  return isAbove(role['level'], user) ? '不能修改高于本级的角色' : undefined
}

const editable = (user: SignedIn, role: TableRow): 0 | 1 => (whyNot(user, role) === undefined ? 1 : 0)

export async function ownRole(call: CallContext, id: string): Promise<TableRow> {
  const row = await visibleRole(call, id)
  const reason = whyNot(signedInUser(call), row)
  if (reason !== undefined) throw forbidden(reason)
  return row
}

const isAbove = (level: unknown, { areaLevel }: SignedIn): boolean => level !== null && level !== undefined && level !== '' && Number(level) < areaLevel

/** Nobody hands out more rows than they have themselves; whoever stands above all customers hands out any. */
export const isWider = (scope: unknown, { customerId, dataScope }: SignedIn): boolean => customerId !== '' && dataScopeOf(scope) > (dataScope ?? 3)

async function rules({ call, before }: Saving, values: TableRow): Promise<Record<string, string>> {
  const errors: Record<string, string> = {}
  if (isAbove(values['level'], signedInUser(call))) errors['level'] = '适用层级不能高于本级'
  if ('dataScope' in values && isWider(values['dataScope'], signedInUser(call))) errors['dataScope'] = '数据范围不能大于您自己的'
  const given = Object.fromEntries(['menuIds', 'buttons'].flatMap(name => (name in values ? [[name, values[name] === null ? null : JSON.parse(String(values[name]))]] : [])))
  // a new role that says nothing of menus grants all of them
  return { ...errors, ...rightsProblems(call, before, rightsIn(before ? given : { menuIds: null, ...given })) }
}

async function save(call: CallContext): Promise<string> {
  const id = textArg(call, 'id')
  if (id === '') return saveRecord(call, rules)
  await ownRole(call, id)
  return saveRecord(call, rules, (tx, work) => keepManagers(call, tx, db => holdersOf(db, id), work))
}

async function removeRole(call: CallContext): Promise<string> {
  const id = requiredArg(call, 'id')
  await ownRole(call, id)
  const users = (await userCounts(call, [id])).get(id) ?? 0
  if (users > 0) throw badRequest(`还有 ${users} 个用户使用该角色，请先调整这些用户的角色`)
  return remove(call)
}

const one: Handler = async (call) => {
  const role = await visibleRole(call, requiredArg(call, 'id'))
  return { ...await shownRecord(call, entityOfCall(call), role), editable: editable(signedInUser(call), role) }
}

export const roles: Record<string, Handler> = { 'role.list': list, 'role.one': one, 'role.save': save, 'role.delete': removeRole }
