import { sql } from 'kysely'
import { areaPrefix } from '../../../core/model/scope.ts'
import { dutiesIn } from '../../../core/model/roles.ts'
import type { Configuration } from '../../../core/index.ts'
import { reachOf } from '../../access/reach.ts'
import type { Database } from '../../db/database.ts'
import { badRequest, forbidden, Refusal } from '../../answer/refusal.ts'
import { scopeOf } from '../../../core/model/scope.ts'
import { livePeople, peopleById } from '../../session/user.ts'
import type { SignedIn } from '../../access/signed-in.ts'
import { pause } from '../../time/pause.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import { excessRights, type ExcessRight } from './beyond.ts'

/** Calls that a manager needs in order to restore other people's access. */
const NEEDED = ['user.resetPassword', 'role.save'] as const

/**
 * Whether the user manages users and roles of a whole customer, or of the platform; administrators of a part of the
 * customer's areas do not count.
 */
export const isManager = (configuration: Configuration, user: SignedIn): boolean =>
  managedBy(configuration, user).length === NEEDED.length

/** What of it somebody does: where duties are separate, one person each. */
export function managedBy(configuration: Configuration, user: SignedIn): readonly (typeof NEEDED)[number][] {
  const covered = configuration.customers().find(one => one.customer === user.customerId)?.areas ?? []
  const isTop =
    user.customerId === ''
      ? user.areaLevel === 0
      : covered.length === 0 || covered.some(area => areaPrefix(area).startsWith(areaPrefix(user.areaCode)))
  const seesOthers = (user.dataScope ?? 3) >= 3
  // cheap checks first: following the pages of a scope takes tens of milliseconds
  if (!isTop || !seesOthers) return []
  // a password that must be changed first takes no rights away for good
  const { calls } = reachOf(configuration.scope(scopeOf(user)), { ...user, mustChange: false })
  return NEEDED.filter(name => calls.has(name))
}

/** A customer's own wish: system, security and audit administrators are different people. */
export const hasSeparateDuties = (configuration: Configuration, user: SignedIn): boolean =>
  configuration.scope(scopeOf(user)).app.options['separateDuties'] === true

/** Whether some of these people can restore anybody's access: one of them or, where duties are separate, together. */
export function canManage(configuration: Configuration, people: readonly SignedIn[]): boolean {
  const together = new Set<string>()
  for (const user of people) {
    const calls = managedBy(configuration, user)
    if (calls.length === NEEDED.length) return true
    if (calls.length > 0 && hasSeparateDuties(configuration, user)) for (const call of calls) together.add(call)
  }
  return together.size === NEEDED.length
}

/** Those of these people who manage users and roles of a whole customer. */
export const managersAmong = async (
  configuration: Configuration,
  db: Database,
  which: Parameters<typeof livePeople>[1],
): Promise<SignedIn[]> => (await livePeople(db, which)).filter(user => isManager(configuration, user))

export async function holdersOf(db: Database, roleId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from "user" where "delFlag" = 0 and ${roleId} = any(string_to_array("roleIds", ','))`.execute(db)
  return rows.map(row => row.id)
}

/** Holders of one role who differ in what rights follow from; more than these are judged when something is saved. */
const MOST_KINDS = 20

/**
 * Of these roles those that somebody holds who has more rights than the user: a change of them would be refused. Who
 * stands above all customers has what their people have, and to look at holders all over the country would take long.
 */
export async function heldBeyond(call: CallContext, roleIds: readonly string[]): Promise<Set<string>> {
  if (roleIds.length === 0 || signedInUser(call).customerId === '') return new Set()
  const { rows } = await sql<{ role: string; id: string }>`select role, id from (
      select r as role, min(u.id) as id, row_number() over (partition by r order by min(u."areaCode")) as nth
      from "user" u, unnest(string_to_array(u."roleIds", ',')) r
      where u."delFlag" = 0 and r in (${sql.join([...roleIds])})
      group by r, u."roleIds", u."customerId", u."areaCode", u."orgId") kinds
    where nth <= ${MOST_KINDS}`.execute(call.db)
  const people = new Map((await peopleById(call.db, [...new Set(rows.map(({ id }) => id))])).map(one => [one.id, one]))
  const beyond = new Set<string>()
  for (const role of roleIds) {
    const held = rows.filter(row => row.role === role).flatMap(({ id }) => people.get(id) ?? [])
    if ((await firstBeyond(call, held)).length > 0) beyond.add(role)
  }
  return beyond
}

const wordsOf = (more: readonly ExcessRight[]): string => more.map(({ words }) => words).join('；')

const AT_ONCE = 50
/**
 * Rights that the first person with more rights has. A role may have thousands of holders, so the loop yields to other
 * requests.
 */
async function firstBeyond(call: CallContext, others: readonly SignedIn[]): Promise<ExcessRight[]> {
  for (const [i, other] of others.entries()) {
    const more = excessRights(call, signedInUser(call), other)
    if (more.length > 0) return more
    if (i % AT_ONCE === AT_ONCE - 1) await pause()
  }
  return []
}

/**
 * Refuses to manage people with more rights than one's own: the manager could sign in as them, or take rights away that
 * they could not give back.
 */
export async function refuseBeyond(call: CallContext, others: readonly SignedIn[], who: string): Promise<void> {
  const more = await firstBeyond(call, others)
  if (more.length > 0) throw forbidden(`${who}超出您自己的权限，不能由您管理：${wordsOf(more)}`)
}

/** Refuses to give people more rights than one's own; `fieldOf` names the form's field to blame. */
export async function refuseGiving(
  call: CallContext,
  others: readonly SignedIn[],
  fieldOf: (more: ExcessRight) => string,
): Promise<void> {
  const more = await firstBeyond(call, others)
  const errors = more.map((one): [string, string] => [
    fieldOf(one),
    `不能给出您自己没有的：${wordsOf(more.filter(same => fieldOf(same) === fieldOf(one)))}`,
  ])
  if (more.length > 0) throw new Refusal(400, `不能给出您自己没有的：${wordsOf(more)}`, Object.fromEntries(errors))
}

export interface Managed {
  /** ids of the people that the change affects; `made` is the result of the work, when called after it */
  people: (db: Database, made?: unknown) => Promise<string[]>
  who: string
  fieldOf: (more: ExcessRight) => string
}

/**
 * Runs a change to users or roles. Throws if, before or after it, an affected person has rights that the user lacks, or
 * if it leaves the customer (or the platform) without a manager of users and roles. A lock makes such changes run one
 * after another: two at once could each rely on the manager that the other removes.
 */
export async function managing<T>(
  call: CallContext,
  tx: Database,
  { people, who, fieldOf }: Managed,
  work: () => Promise<T>,
): Promise<T> {
  await sql`select pg_advisory_xact_lock(hashtext('managers of users and roles'))`.execute(tx)
  const ids = await people(tx)
  const before = await peopleById(tx, ids)
  await refuseBeyond(call, before, who)
  const managed = await managedNow(call, tx, ids)
  const result = await work()
  const after = await peopleById(tx, await people(tx, result))
  await refuseGiving(call, after, fieldOf)
  refuseJoined(call, { before, after }, fieldOf)
  for (const customerId of managed)
    if (!canManage(call.configuration(), await livePeople(tx, { customerId }))) throw badRequest(refusal(customerId))
  return result
}

/** Customers that these people help to manage, and that are managed by somebody before the change. */
async function managedNow(call: CallContext, tx: Database, ids: string[]): Promise<string[]> {
  const helping = (await livePeople(tx, { ids })).filter(user => managedBy(call.configuration(), user).length > 0)
  const customers = [...new Set(helping.map(({ customerId }) => customerId))]
  const managed = await Promise.all(
    customers.map(async customerId => canManage(call.configuration(), await livePeople(tx, { customerId }))),
  )
  return customers.filter((_, i) => managed[i])
}

/** Nobody gets a second duty where a customer keeps them apart; who has two from before keeps them until then. */
function refuseJoined(
  call: CallContext,
  { before, after }: Record<'before' | 'after', readonly SignedIn[]>,
  fieldOf: Managed['fieldOf'],
): void {
  const dutiesOf = (user: SignedIn | undefined): number => dutiesIn(user?.permissions ?? []).length
  const joined = after.find(
    user =>
      dutiesOf(user) > 1
      && dutiesOf(user) > dutiesOf(before.find(({ id }) => id === user.id))
      && hasSeparateDuties(call.configuration(), user),
  )
  if (!joined) return
  const text = `三员分立：${joined.nickName}将兼任两种管理职责（用户和单位、角色、日志），每人至多一种`
  throw new Refusal(400, text, { [fieldOf({ of: 'buttons', words: text })]: text })
}

const refusal = (customerId: string): string =>
  `${customerId === '' ? '平台' : '本客户'}将没有能管理用户和角色的人，请先指定另一位管理员`
