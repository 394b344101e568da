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
import { grantable, idsOf } from './role-menus.ts'

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
  return { ...answer, list: answer.list.map(row => ({ ...row, userCount: counts.get(String(row['id'])) ?? 0 })) }
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
export async function ownRole(call: CallContext, id: string): Promise<TableRow> {
  const user = signedInUser(call)
  const row = await visibleRole(call, id)
  if (user.areaLevel > 0 && !row['customerId']) throw forbidden('该角色为平台通用角色，只有平台运维可以修改')
  if (isAbove(row['level'], user)) throw forbidden('不能修改高于本级的角色')
  return row
}

const isAbove = (level: unknown, { areaLevel }: SignedIn): boolean => level !== null && level !== undefined && level !== '' && Number(level) < areaLevel

/** Nobody hands out more rows than they have themselves; whoever stands above all customers hands out any. */
export const isWider = (scope: unknown, { customerId, dataScope }: SignedIn): boolean => customerId !== '' && dataScopeOf(scope) > (dataScope ?? 3)

async function rules({ call }: Saving, values: TableRow): Promise<Record<string, string>> {
  const errors: Record<string, string> = {}
  if (isAbove(values['level'], signedInUser(call))) errors['level'] = '适用层级不能高于本级'
  if ('dataScope' in values && isWider(values['dataScope'], signedInUser(call))) errors['dataScope'] = '数据范围不能大于您自己的'
  for (const name of ['menuIds', 'buttons'] as const) {
    const problem = name in values && values[name] !== null ? grantProblem(call, name, JSON.parse(String(values[name]))) : undefined
    if (problem) errors[name] = problem
  }
  return errors
}

function grantProblem(call: CallContext, name: 'menuIds' | 'buttons', given: unknown): string | undefined {
  const known = new Set(grantable(call)[name])
  const unknown = idsOf(given).find(id => !known.has(id))
  return unknown === undefined ? undefined : `${name === 'menuIds' ? '菜单' : '按钮'}“${unknown}”不存在，或您自己没有`
}

async function save(call: CallContext): Promise<string> {
  const id = textArg(call, 'id')
  if (id !== '') await ownRole(call, id)
  return saveRecord(call, rules)
}

async function removeRole(call: CallContext): Promise<string> {
  const id = requiredArg(call, 'id')
  await ownRole(call, id)
  const users = (await userCounts(call, [id])).get(id) ?? 0
  if (users > 0) throw badRequest(`还有 ${users} 个用户使用该角色，请先调整这些用户的角色`)
  return remove(call)
}

const one: Handler = async call => shownRecord(call, entityOfCall(call), await visibleRole(call, requiredArg(call, 'id')))

export const roles: Record<string, Handler> = { 'role.list': list, 'role.one': one, 'role.save': save, 'role.delete': removeRole }
