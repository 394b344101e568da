import { sql } from 'kysely'
import type { ListAnswer } from '../../../core/contract/api.ts'
import { inScope } from '../../access/row-scope.ts'
import { isPlace } from '../../../core/model/roles.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { entityNamed } from '../../db/tables/models.ts'
import { badRequest, forbidden, notFound } from '../../answer/refusal.ts'
import { grantedBy, type Role } from '../../session/user.ts'
import type { SignedIn } from '../../access/signed-in.ts'
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
import { answerList } from '../../records/read/list.ts'
import { planList } from '../../records/read/plan-list.ts'
import { findInScope, shownRecord } from '../../records/read/record.ts'
import { saveRecord } from '../../records/write/save.ts'
import { excessRights, type ExcessRight } from './beyond.ts'
import { heldBeyond, holdersOf, managing, refuseBeyond, refuseGiving } from './managers.ts'
import { idsOf, isHeld, isSameList, keptMenus, OWN_ROLE, rightsIn, rightsProblems, saidMenus } from './role-menus.ts'

/** Dictionary of the role codes that lists of roles in YAML may contain. */
const ROLE_CODES = 'role'

/** Users who hold each role: all of them, or those in the reader's own list of users. */
async function userCounts(call: CallContext, ids: string[], seen: 'all' | 'own'): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const within = seen === 'all' ? [] : inScope(entityNamed(call.entities(), 'user'), call.rows)
  const conditions = [sql`u."delFlag" = 0`, sql`r in (${sql.join(ids)})`, ...within]
  const { rows } = await sql<{ id: string; n: number }>`select r as id, count(*) as n
    from "user" u, unnest(string_to_array(u."roleIds", ',')) r
    where ${sql.join(conditions, sql` and `)} group by r`.execute(call.db)
  return new Map(rows.map(row => [row.id, Number(row.n)]))
}

async function list(call: CallContext): Promise<ListAnswer> {
  const answer = await answerList(call, await planList(call))
  const ids = answer.list.map(row => String(row['id']))
  const counts = await userCounts(call, ids, 'own')
  const whole = ids.length === 0 ? [] : await call.db.selectFrom('role').selectAll().where('id', 'in', ids).execute()
  const may = await editable(call, whole)
  const list = answer.list.map(row => ({
    ...row,
    userCount: counts.get(String(row['id'])) ?? 0,
    editable: may.has(String(row['id'])) ? 1 : 0,
  }))
  return { ...answer, list }
}

/** Throws "not found" for roles of other customers, as if they did not exist. */
async function visibleRole(call: CallContext, id: string): Promise<TableRow> {
  const row = await findInScope(call.db, call.rows, entityNamed(call.entities(), 'role'), id)
  if (!row) throw notFound('角色不存在')
  return row
}

/** Roles shared by all customers may be changed only at the national level. */
function ownerProblem(user: SignedIn, role: TableRow): string | undefined {
  return user.areaLevel > 0 && !role['customerId'] ? '该角色为平台通用角色，只有平台运维可以修改' : undefined
}

export async function ownRole(call: CallContext, id: string): Promise<TableRow> {
  const row = await visibleRole(call, id)
  const reason = ownerProblem(signedInUser(call), row)
  if (reason !== undefined) throw forbidden(reason)
  return row
}

/** A user with only this role, in the place of the user who creates it. */
function holderOf(user: SignedIn, row: TableRow): SignedIn {
  const { menus: _, ...person } = user
  const [code, name] = [String(row['code']), String(row['name'])]
  const role: Role = {
    code,
    name,
    level: row['level'] as string | null,
    menus: row['menuIds'],
    buttons: row['buttons'],
    scope: row['dataScope'] as string | null,
  }
  return {
    ...person,
    customerId: String(row['customerId'] ?? '') || user.customerId,
    mustChange: false,
    ...grantedBy([role]),
  }
}

/** Ids of the roles that the user may change: neither they nor their holders have rights that the user lacks. */
async function editable(call: CallContext, roles: readonly TableRow[]): Promise<Set<string>> {
  const user = signedInUser(call)
  const own = roles.filter(
    role => ownerProblem(user, role) === undefined && excessRights(call, user, holderOf(user, role)).length === 0,
  )
  const ids = own.map(({ id }) => String(id))
  const beyond = await heldBeyond(call, ids)
  return new Set(ids.filter(id => !beyond.has(id)))
}

const FIELDS: Partial<Record<ExcessRight['of'], string>> = {
  level: 'level',
  rows: 'dataScope',
  masks: 'buttons',
  buttons: 'buttons',
  pages: 'menuIds',
}
const fieldOf = ({ of }: ExcessRight): string => FIELDS[of] ?? 'code'

const rowsOf = (tx: Database, id: string): Promise<TableRow[]> =>
  tx.selectFrom('role').selectAll().where('id', '=', id).execute()

/** A change of a role affects all users who hold it: see `managing`. */
export async function managingRole<T>(call: CallContext, tx: Database, id: string, work: () => Promise<T>): Promise<T> {
  const alone = async (key: string): Promise<SignedIn[]> =>
    (await rowsOf(tx, key)).map(row => holderOf(signedInUser(call), row))
  return managing(call, tx, { people: db => holdersOf(db, id), who: '持有该角色的人', fieldOf }, async () => {
    await refuseBeyond(call, await alone(id), '该角色')
    const result = await work()
    await refuseGiving(call, await alone(id === '' ? String(result) : id), fieldOf)
    return result
  })
}

/** A role code that YAML mentions opens whatever its lists of roles allow, so only some users may assign it. */
function codeProblem({ call, before }: Saving, code: unknown): string | undefined {
  if (code === undefined || code === before?.['code']) return undefined
  if (isPlace(String(code))) return `角色代码不能与层级或地区编码相同：“${String(code)}”`
  const { customerId, roles } = signedInUser(call)
  const isKnown = call.scoped.dictionary(ROLE_CODES)?.some(([key]) => key === code)
  return isKnown && customerId !== '' && !roles.includes(String(code))
    ? `角色代码“${String(code)}”在配置里另有含义，只能由平台运维或持有该角色的人使用`
    : undefined
}

/** What a role says of its holders besides menus and buttons. */
const OF_HOLDERS = ['code', 'level', 'dataScope', 'secondFactor'] as const

/** Nobody frees themselves of a second factor, or changes what their own role lets them see. */
function ownProblems({ call, before }: Saving, values: TableRow): Record<string, string> {
  if (!before || !isHeld(call, before)) return {}
  return Object.fromEntries(
    OF_HOLDERS.filter(
      name => values[name] !== undefined && String(values[name] ?? '') !== String(before[name] ?? ''),
    ).map(name => [name, OWN_ROLE]),
  )
}

async function rules(saving: Saving, values: TableRow): Promise<Record<string, string>> {
  const { menuIds, buttons } = saving.call.args
  const given = {
    ...('menuIds' in values || !saving.before ? { menuIds: menuIds ?? [] } : {}),
    ...('buttons' in values ? { buttons: buttons ?? [] } : {}),
  }
  if (given.menuIds !== undefined) values['menuIds'] = keptMenus(idsOf(given.menuIds))
  const code = codeProblem(saving, values['code'])
  return {
    ...(code === undefined ? {} : { code }),
    ...ownProblems(saving, values),
    ...rightsProblems(saving.call, saving.before, rightsIn(given)),
  }
}

/** Menu entries that are sent back as they were said are no change, though all of them are kept as nothing. */
function withoutSame(call: CallContext, role: TableRow): CallContext {
  const { menuIds, ...args } = call.args
  const isSame = Array.isArray(menuIds) && isSameList(menuIds.map(String), saidMenus(role['menuIds']))
  return isSame ? { ...call, args } : call
}

async function save(call: CallContext): Promise<string> {
  const id = textArg(call, 'id')
  const sent = id === '' ? call : withoutSame(call, await ownRole(call, id))
  return saveRecord(sent, rules, (tx, work) => managingRole(call, tx, id, work))
}

async function deleteRole(call: CallContext): Promise<string> {
  const id = requiredArg(call, 'id')
  await ownRole(call, id)
  const users = (await userCounts(call, [id], 'all')).get(id) ?? 0
  if (users > 0) throw badRequest(`还有 ${users} 个用户使用该角色，请先调整这些用户的角色`)
  return removeRecord(call, (tx, work) => managingRole(call, tx, id, work))
}

const one: Handler = async call => {
  const role = await visibleRole(call, requiredArg(call, 'id'))
  const may = await editable(call, [role])
  const shown = await shownRecord(call, entityOfCall(call), role)
  return { ...shown, menuIds: saidMenus(role['menuIds']), editable: may.size }
}

export const roles: Handlers = {
  'role.list': { query: planList, answer: list },
  'role.one': one,
  'role.save': save,
  'role.delete': deleteRole,
}
