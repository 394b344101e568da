import { sql } from 'kysely'
import { areaPrefix } from '../../../core/model/scope.ts'
import type { Configuration } from '../../../core/index.ts'
import { reachOf } from '../../access/reach.ts'
import type { Database } from '../../db/database.ts'
import { badRequest, forbidden, Refusal } from '../../answer/refusal.ts'
import { scopeOf } from '../../../core/model/scope.ts'
import { livePeople, peopleById } from '../../session/user.ts'
import type { SignedIn } from '../../access/signed-in.ts'
import { pause } from '../../time/pause.ts'
import { signedInUser, type CallContext } from '../../call/context.ts'
import { beyond, type Beyond } from './beyond.ts'

/** Whoever may make these calls can let others in again. */
const NEEDED = ['user.save', 'role.save'] as const

/** Manages users and roles of a whole customer, or of the platform: a county's own administrator does not. */
export function isManager(configuration: Configuration, user: SignedIn): boolean {
  const covered = configuration.customers().find(one => one.customer === user.customerId)?.areas ?? []
  const isTop =
    user.customerId === ''
      ? user.areaLevel === 0
      : covered.length === 0 || covered.some(area => areaPrefix(area).startsWith(areaPrefix(user.areaCode)))
  const seesOthers = (user.dataScope ?? 3) >= 3
  // first what is quickly known: to follow a scope's pages takes tens of milliseconds
  if (!isTop || !seesOthers) return false
  // who has yet to change a password may do everything once it is done
  const { calls } = reachOf(configuration.scope(scopeOf(user)), { ...user, mustChange: false })
  return NEEDED.every(name => calls.has(name))
}

const managersOf = async (
  call: CallContext,
  db: Database,
  which: Parameters<typeof livePeople>[1],
): Promise<SignedIn[]> => (await livePeople(db, which)).filter(user => isManager(call.configuration(), user))

export async function holdersOf(db: Database, roleId: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from "user" where "delFlag" = 0 and ${roleId} = any(string_to_array("roleIds", ','))`.execute(db)
  return rows.map(row => row.id)
}

const wordsOf = (more: readonly Beyond[]): string => more.map(({ words }) => words).join('；')

const AT_ONCE = 50
/** What the first of them that has more has; a role may have thousands of holders, and others wait meanwhile. */
async function firstBeyond(call: CallContext, others: readonly SignedIn[]): Promise<Beyond[]> {
  for (const [i, other] of others.entries()) {
    const more = beyond(call, signedInUser(call), other)
    if (more.length > 0) return more
    if (i % AT_ONCE === AT_ONCE - 1) await pause()
  }
  return []
}

/** Nobody touches what has more than they have: they could sign in as it, or take away what they could not give. */
export async function refuseBeyond(call: CallContext, others: readonly SignedIn[], who: string): Promise<void> {
  const more = await firstBeyond(call, others)
  if (more.length > 0) throw forbidden(`${who}超出您自己的权限，不能由您管理：${wordsOf(more)}`)
}

/** Nor makes them so; `fieldOf` says what of the form is to blame. */
export async function refuseGiving(
  call: CallContext,
  others: readonly SignedIn[],
  fieldOf: (more: Beyond) => string,
): Promise<void> {
  const more = await firstBeyond(call, others)
  const errors = more.map((one): [string, string] => [
    fieldOf(one),
    `不能给出您自己没有的：${wordsOf(more.filter(same => fieldOf(same) === fieldOf(one)))}`,
  ])
  if (more.length > 0) throw new Refusal(400, `不能给出您自己没有的：${wordsOf(more)}`, Object.fromEntries(errors))
}

export interface Managed {
  /** who is touched, as the database has them; `made` is what the work has answered, once it is done */
  people: (db: Database, made?: unknown) => Promise<string[]>
  who: string
  fieldOf: (more: Beyond) => string
}

/**
 * A change to users, or to what they may do: nobody touched has what the one who makes it lacks, before it or after.
 * What leaves a customer (or the platform) without anybody who can manage users and roles is undone. Such changes wait
 * for each other: two at once could otherwise each rely on the other's administrator.
 */
export async function managing<T>(
  call: CallContext,
  tx: Database,
  { people, who, fieldOf }: Managed,
  work: () => Promise<T>,
): Promise<T> {
  await sql`select pg_advisory_xact_lock(hashtext('managers of users and roles'))`.execute(tx)
  const ids = await people(tx)
  await refuseBeyond(call, await peopleById(tx, ids), who)
  const before = await managersOf(call, tx, { ids })
  const result = await work()
  await refuseGiving(call, await peopleById(tx, await people(tx, result)), fieldOf)
  const still = new Set((await managersOf(call, tx, { ids: before.map(user => user.id) })).map(user => user.id))
  for (const customerId of new Set(before.filter(user => !still.has(user.id)).map(user => user.customerId))) {
    if ((await managersOf(call, tx, { customerId })).length === 0) throw badRequest(refusal(customerId))
  }
  return result
}

const refusal = (customerId: string): string =>
  `${customerId === '' ? '平台' : '本客户'}将没有能管理用户和角色的人，请先指定另一位管理员`
