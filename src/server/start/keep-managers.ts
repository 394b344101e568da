import type { Configuration } from '../../core/index.ts'
import { isManager } from '../calls/accounts/managers.ts'
import type { Database } from '../db/database.ts'
import { livePeople } from '../session/user.ts'
import { StartRefusal } from './refusal.ts'

/** Customers ('' is the platform) whose users and roles somebody can manage now and nobody could by the edit. */
export async function lockedOut(db: Database, now: Configuration, next: Configuration): Promise<string[]> {
  const people = await livePeople(db, 'all')
  const managed = (configuration: Configuration): Set<string> => new Set(people.filter(user => isManager(configuration, user)).map(user => user.customerId))
  const after = managed(next)
  return [...managed(now)].filter(customer => !after.has(customer)).sort()
}

/** An edit of the menu or of a page's roles must not leave people without anybody who can let them in again. */
export async function keepManagers(db: Database, now: Configuration, next: Configuration): Promise<void> {
  const customers = await lockedOut(db, now, next)
  if (customers.length === 0) return
  throw new StartRefusal(
    '改动之后将没有人能管理用户和角色，所以没有生效。请保留他们菜单中的用户和角色页面，以及页面上的保存按钮。',
    'The edit would leave nobody who can manage users and roles, so it is not in force. Keep the pages of users and roles, and what saves them, in reach.',
    customers.map(customer => (customer === '' ? '平台 / the platform' : `客户 / customer ${customer}`)),
  )
}
