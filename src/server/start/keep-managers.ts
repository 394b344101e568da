import type { Configuration } from '../../core/index.ts'
import { isManager } from '../calls/accounts/managers.ts'
import type { Database } from '../db/database.ts'
import { livePeople } from '../session/user.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { StartRefusal } from './settings/refusal.ts'

/** Entry in sys_meta: customers that had a manager of users and roles under the configuration last in force. */
const KNOWN = 'managed customers'

/** Customers ('' is the platform) of which one of these people can manage users and roles. */
function managed(configuration: Configuration, people: readonly SignedIn[]): Set<string> {
  const found = new Set<string>()
  for (const user of people)
    if (!found.has(user.customerId) && isManager(configuration, user)) found.add(user.customerId)
  return found
}

/** Customers that have a manager now but would have none after the edit. */
export async function lockedOut(db: Database, now: Configuration, next: Configuration): Promise<string[]> {
  const people = await livePeople(db, 'all')
  const after = managed(next, people)
  return [...managed(now, people)].filter(customer => !after.has(customer)).sort()
}

const named = (customers: readonly string[]): string[] =>
  customers.map(customer => (customer === '' ? '平台 / the platform' : `客户 / customer ${customer}`))

/** Refuses an edit of menus or roles that leaves a customer without anyone who can restore access. */
export async function keepManagers(db: Database, now: Configuration, next: Configuration): Promise<void> {
  const customers = await lockedOut(db, now, next)
  if (customers.length === 0) return
  throw new StartRefusal(
    '改动之后将没有人能管理用户和角色，所以没有生效。请保留他们菜单中的用户和角色页面，以及页面上的保存按钮。',
    'The edit would leave nobody who can manage users and roles, so it is not in force. Keep the pages of users '
      + 'and roles, and what saves them, in reach.',
    named(customers),
  )
}

async function known(db: Database): Promise<string[]> {
  const row = await db.selectFrom('sys_meta').select('value').where('name', '=', KNOWN).executeTakeFirst()
  return row ? (JSON.parse(String(row['value'])) as string[]) : []
}

/** Stores, for the next start, which customers have a manager. */
export async function rememberManaged(
  db: Database,
  configuration: Configuration,
  people?: readonly SignedIn[],
): Promise<void> {
  const value = JSON.stringify([...managed(configuration, people ?? (await livePeople(db, 'all')))].sort())
  await db
    .insertInto('sys_meta')
    .values({ name: KNOWN, value })
    .onConflict(on => on.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * The same for edits made while no server was running: with no good configuration to fall back on, the server does not
 * start.
 */
export async function keepManagersAtStart(db: Database, configuration: Configuration, insist: boolean): Promise<void> {
  const people = await livePeople(db, 'all')
  const now = managed(configuration, people)
  // customers without users are ignored
  const lost = (await known(db)).filter(
    customer => !now.has(customer) && people.some(user => user.customerId === customer),
  )
  if (lost.length > 0 && insist) {
    throw new StartRefusal(
      '按现在的配置将没有人能管理下列各方的用户和角色，而此前有人能，所以服务没有启动。请恢复他们菜单中的用户和角色页面，以及页面上的保存按钮；确实要这样，用 KEEP_MANAGERS=0 启动一次。',
      'By this configuration nobody could manage the users and roles of those below, and before somebody could, '
        + 'so the server does not start. Bring the pages of users and roles, and what saves them, back into reach; '
        + 'if it is meant so, start once with KEEP_MANAGERS=0.',
      named(lost),
    )
  }
  await rememberManaged(db, configuration, people)
}
