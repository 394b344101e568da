import { sql } from 'kysely'
import type { Configuration } from '../../core/index.ts'
import type { Database } from '../db/database.ts'
import { StartRefusal } from './settings/refusal.ts'

/** Entry in sys_meta: the overlay folders of the configuration last in force. */
const KNOWN = 'known overlays'

/** Customer of a layer `<id>` or `<id>/areas/<prefix>`; '' for an area's layer. */
const customerOf = (layer: string): string => (layer.startsWith('areas/') ? '' : (layer.split('/')[0] ?? ''))

async function withUsers(db: Database, customers: readonly string[]): Promise<string[]> {
  if (customers.length === 0) return []
  const { rows } = await sql<{
    id: string
  }>`select distinct "customerId" as id from "user" where "delFlag" = 0
    and "customerId" in (${sql.join(customers)})`.execute(db)
  return rows.map(({ id }) => id).sort()
}

/**
 * Customers with users whose folder has disappeared: without their overlays, users could see what is hidden from them.
 */
async function gone(db: Database, before: readonly string[], next: Configuration): Promise<string[]> {
  const still = new Set(next.layers().map(customerOf))
  return withUsers(
    db,
    [...new Set(before.map(customerOf))].filter(customer => customer !== '' && !still.has(customer)),
  )
}

const folders = (customers: readonly string[]): string[] => customers.map(customer => `customers/${customer}/`)

/** Refuses an edit at run time that loses the folder of a customer with users. */
export async function keepCustomers(db: Database, now: Configuration, next: Configuration): Promise<void> {
  const lost = await gone(db, now.layers(), next)
  if (lost.length === 0) return
  throw new StartRefusal(
    '下列客户的文件夹不见了，而这些客户还有用户，所以改动没有生效。请恢复文件夹（磁盘没有挂载？）；确实不要这些客户了，先停用并删除其用户。',
    'The folders below are gone while their customers still have users, so the edit is not in force. Bring them '
      + 'back (a volume that is not mounted?), or delete those users first.',
    folders(lost),
  )
}

async function known(db: Database): Promise<string[]> {
  const row = await db.selectFrom('sys_meta').select('value').where('name', '=', KNOWN).executeTakeFirst()
  return row ? (JSON.parse(String(row['value'])) as string[]) : []
}

export async function rememberCustomers(db: Database, configuration: Configuration): Promise<void> {
  const value = JSON.stringify(configuration.layers())
  await db
    .insertInto('sys_meta')
    .values({ name: KNOWN, value })
    .onConflict(on => on.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * The same for folders that disappeared while no server was running: with no good configuration to fall back on, the
 * server does not start.
 */
export async function keepCustomersAtStart(db: Database, configuration: Configuration, insist: boolean): Promise<void> {
  const before = await known(db)
  const isEmpty = before.length > 0 && configuration.layers().length === 0
  const lost = isEmpty ? [] : folders(await gone(db, before, configuration))
  if (insist && (isEmpty || lost.length > 0)) {
    throw new StartRefusal(
      '下列文件夹上次启动时还在，现在不见了或是空的（磁盘没有挂载？），而其中的客户还有用户，所以服务没有启动。请恢复文件夹；确实要这样，用 KEEP_CUSTOMERS=0 启动一次。',
      'The folders below were there before and are gone or empty now (a volume that is not mounted?) while their '
        + 'customers have users, so the server does not start. Bring them back; if it is meant so, start once with '
        + 'KEEP_CUSTOMERS=0.',
      isEmpty ? ['customers/'] : lost,
    )
  }
  await rememberCustomers(db, configuration)
}
