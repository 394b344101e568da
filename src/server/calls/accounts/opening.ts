import { sql } from 'kysely'
import type { CustomerDoc } from '../../../core/model/documents.ts'
import { ALL_GRANTED, PERMISSIONS } from '../../../core/model/roles.ts'
import { areaPrefix, scopeOf } from '../../../core/model/scope.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'
import { audit } from '../../call/audit.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import type { Database, TableRow } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { aroundOf } from '../../records/write/judge-fields.ts'
import { newKey } from '../../records/write/open.ts'
import { judge, type Problems } from '../../records/write/validate.ts'
import { setOneTimePassword } from '../../session/login.ts'
import { oneTimePassword } from '../../session/secrets/passwords.ts'
import { areaLevel, livePeople } from '../../session/user.ts'
import { canManage, isManager, managedBy } from './managers.ts'
import { nameIsTaken } from './users.ts'

/** What is said of a customer's first unit and of the administrator who makes all others. */
export interface Opening {
  customer: string
  /** '': the customer's own name */
  orgName: string
  username: string
  nickName: string
  /** '': the first area that the customer covers */
  areaCode: string
  phone: string
  /** code of the administrator's role; '': one that is made for it */
  role: string
}

const BUREAU = '1'
/** Code and name of the role of administrators of customers that name none of their own. */
const ADMIN = 'admin'
const ADMIN_NAME = '管理员'
const OWN_AREA = '3'
const WHOLE_CUSTOMER = '4'

/** Of which field of which entity each thing is that is said. */
const FIELDS = {
  orgName: ['org', 'orgName'],
  areaCode: ['org', 'areaCode'],
  username: ['user', 'username'],
  nickName: ['user', 'nickName'],
  phone: ['user', 'phone'],
  role: ['role', 'code'],
} as const

function customerNamed(call: CallContext, id: string): CustomerDoc {
  const customers = call.configuration().customers()
  const found = customers.find(({ customer }) => customer === id)
  if (!found) throw badRequest(`配置里没有客户“${id}”，现有：${customers.map(({ customer }) => customer).join('、')}`)
  return found
}

function fieldProblems(call: CallContext, said: Opening): Problems {
  const problems: Problems = {}
  for (const [name, [entity, own]] of Object.entries(FIELDS)) {
    const field = call.entities().get(entity)?.byName.get(own)
    const judged = field && judge(field, said[name as keyof Opening], aroundOf(call))
    if (judged && 'error' in judged) problems[name] = judged.error
  }
  return problems
}

async function problemsOf(call: CallContext, tx: Database, said: Opening, { areas }: CustomerDoc): Promise<Problems> {
  const problems = fieldProblems(call, said)
  if (!areas.some(area => areaPrefix(area).startsWith(areaPrefix(said.areaCode))))
    problems['areaCode'] ??= `所属地区应是该客户所辖的地区（${areas.join('、')}），或包含它`
  if (await nameIsTaken({ tx, before: undefined }, said.username))
    problems['username'] ??= `登录名“${said.username}”已存在`
  return problems
}

interface Making {
  call: CallContext
  tx: Database
  said: Opening
  customer: CustomerDoc
}

async function enter({ call, tx, said, customer }: Making, entity: string, key: string, row: TableRow): Promise<void> {
  const now = chinaTime()
  const by = { createBy: signedInUser(call).id, createTime: now, updateTime: now, delFlag: 0 }
  const after = {
    ...row,
    customerId: customer.customer,
    ...by,
    ...(entity === 'role' ? {} : { areaCode: said.areaCode }),
  }
  await tx.insertInto(entity).values(after).execute()
  await audit(tx, call, { action: call.endpoint.name, entity, objectId: String(row[key]), after })
}

const OWN_OR_SHARED = (customer: string) => sql<boolean>`coalesce("customerId", '') in ('', ${customer})
  and coalesce("delFlag", 0) = 0`

/** The customer's topmost unit of this name, made where there is none. */
async function unitOf(making: Making): Promise<string> {
  const { tx, said, customer } = making
  const known = await tx
    .selectFrom('org')
    .select('orgId')
    .where('orgName', '=', said.orgName)
    .where('customerId', '=', customer.customer)
    .where(sql<boolean>`coalesce("parentId", '') = '' and coalesce("delFlag", 0) = 0`)
    .executeTakeFirst()
  if (known) return String(known['orgId'])
  const orgId = newKey()
  await enter(making, 'org', 'orgId', { orgId, orgName: said.orgName, orgType: BUREAU, sort: 0 })
  return orgId
}

/** The role of this code that the customer has or shares, made where there is none. */
async function roleOf(making: Making): Promise<string> {
  const { call, tx, said, customer } = making
  const code = said.role
  const known = await tx
    .selectFrom('role')
    .select('id')
    .where('code', '=', code)
    .where(OWN_OR_SHARED(customer.customer))
    .orderBy(sql`coalesce("customerId", '')`, 'desc')
    .executeTakeFirst()
  if (known) return String(known['id'])
  const scoped = call.configuration().scope({ customer: customer.customer, area: said.areaCode })
  const id = newKey()
  await enter(making, 'role', 'id', {
    id,
    code,
    name: scoped.dictionary('role')?.find(([key]) => key === code)?.[1] ?? (code === ADMIN ? ADMIN_NAME : code),
    level: String(areaLevel(said.areaCode)),
    dataScope: customer.areas.length > 1 ? WHOLE_CUSTOMER : OWN_AREA,
    buttons: JSON.stringify([ALL_GRANTED, ...Object.keys(PERMISSIONS)]),
  })
  return id
}

async function userOf(making: Making, orgId: string, roleIds: string): Promise<string> {
  const { said } = making
  const id = newKey()
  await enter(making, 'user', 'id', {
    id,
    username: said.username,
    nickName: said.nickName,
    phone: said.phone || null,
    orgId,
    roleIds,
    userLevel: String(areaLevel(said.areaCode)),
    enabled: 1,
  })
  return id
}

/** Refuses somebody whom the customer's own menus and roles do not let manage anything: nobody else could. */
async function refuseHelpless({ call, tx, said }: Making, id: string): Promise<void> {
  const [person] = await livePeople(tx, { ids: [id] })
  if (person && isManager(call.configuration(), person)) return
  const scoped = person && call.configuration().scope(scopeOf(person))
  const others = scoped?.dictionary('role')?.map(([code, label]) => `${code} ${label}`) ?? []
  throw new Refusal(400, `按该客户的配置，角色“${said.role}”不能管理用户和角色`, {
    role: `按该客户的配置，角色“${said.role}”不能管理用户和角色，请另写角色代码：${others.join('、')}`,
  })
}

/**
 * Makes the first unit of a customer and its first administrator, with a one-time password that nobody can read again.
 * Throws, and makes nothing, where the customer has somebody who manages its users already.
 */
export async function openCustomer(
  call: CallContext,
  tx: Database,
  wanted: Opening,
): Promise<{ id: string; username: string; password: string }> {
  const customer = customerNamed(call, wanted.customer)
  const [area = ''] = customer.areas
  const said = {
    ...wanted,
    orgName: wanted.orgName || customer.name,
    areaCode: wanted.areaCode || area.padEnd(6, '0'),
    role: wanted.role || ADMIN,
  }
  await sql`select pg_advisory_xact_lock(hashtext('managers of users and roles'))`.execute(tx)
  const people = await livePeople(tx, { customerId: customer.customer })
  const there = people.filter(one => managedBy(call.configuration(), one).length > 0)
  if (canManage(call.configuration(), people))
    throw badRequest(
      `客户“${customer.name}”已有管理员：${there.map(({ nickName, username }) => `${nickName}（${username}）`).join('、')}`,
    )
  const problems = await problemsOf(call, tx, said, customer)
  if (Object.keys(problems).length > 0) throw new Refusal(400, Object.values(problems).join('；'), problems)
  const making = { call, tx, said, customer }
  const id = await userOf(making, await unitOf(making), await roleOf(making))
  const password = oneTimePassword()
  await setOneTimePassword(tx, id, password)
  await refuseHelpless(making, id)
  return { id, username: said.username, password }
}
