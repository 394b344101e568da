import type { Configuration } from '../../core/index.ts'
import { isManager } from '../calls/accounts/managers.ts'
import type { Database } from '../db/database.ts'
import { livePeople } from '../session/user.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { StartRefusal } from './settings/refusal.ts'

/** Customers whose users and roles somebody could manage when a configuration last came into force. */
const KNOWN = 'managed customers'

/** Customers ('' is the platform) of these people whose users and roles one of them can manage. */
function managed(configuration: Configuration, people: readonly SignedIn[]): Set<string> {
  const found = new Set<string>()
  for (const user of people)
    if (!found.has(user.customerId) && isManager(configuration, user)) found.add(user.customerId)
  return found
}

/** Customers that somebody can manage now and nobody could by the edit. */
export async function lockedOut(db: Database, now: Configuration, next: Configuration): Promise<string[]> {
  const people = await livePeople(db, 'all')
  const after = managed(next, people)
  return [...managed(now, people)].filter(customer => !after.has(customer)).sort()
}

const named = (customers: readonly string[]): string[] =>
  customers.map(customer => (customer === '' ? '平台 / the platform' : `客户 / customer ${customer}`))

/** An edit of the menu or of a page's roles must not leave people without anybody who can let them in again. */
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

/** Says for the next start who can be managed by the configuration that is in force. */
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
 * An edit that was made while no server ran is judged at the start: there is nothing better to fall back on, so it does
 * not start.
 */
export async function keepManagersAtStart(db: Database, configuration: Configuration, insist: boolean): Promise<void> {
  const people = await livePeople(db, 'all')
  const now = managed(configuration, people)
  // of a customer that has nobody any more nobody is locked out
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
