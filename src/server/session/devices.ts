import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { hashToken } from './secrets/hash.ts'

/** Most devices remembered for each person: the latest used. */
const MOST = 20

export const newDevice = (): string => randomBytes(32).toString('base64url')

/** Whether the account with this name has signed in from this device before. */
export async function isKnown(db: Database, device: string, username: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sys_device d join "user" u on u.id = d."userId"
    where d."deviceHash" = ${hashToken(device)} and u.username = ${username} and u."delFlag" = 0`.execute(db)
  return rows.length > 0
}

/**
 * Returns the value for the browser's device cookie. A value with which this person has not signed in is replaced,
 * because an attacker may have planted it; accounts known under the old value move to the new one.
 */
export async function rememberDevice(
  tx: Database,
  userId: string,
  given: string | undefined,
  now: number,
): Promise<string> {
  const isOwn = given !== undefined && (await owns(tx, hashToken(given), userId))
  const device = isOwn ? given : newDevice()
  if (given !== undefined && !isOwn)
    await sql`update sys_device set "deviceHash" = ${hashToken(device)}
      where "deviceHash" = ${hashToken(given)}`.execute(tx)
  await sql`insert into sys_device ("deviceHash", "userId", "usedAt") values (${hashToken(device)}, ${userId}, ${now})
    on conflict ("deviceHash", "userId") do update set "usedAt" = excluded."usedAt"`.execute(tx)
  await sql`delete from sys_device where "userId" = ${userId} and "deviceHash" in
    (select "deviceHash" from sys_device where "userId" = ${userId} order by "usedAt" desc offset ${MOST})`.execute(tx)
  return device
}

async function owns(tx: Database, deviceHash: string, userId: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sys_device where "deviceHash" = ${deviceHash} and "userId" = ${userId} for update`.execute(
      tx,
    )
  return rows.length > 0
}

/** After a change of password all devices are unknown again: the old password may have been used on them by others. */
export async function forgetDevices(tx: Database, userId: string, but?: string): Promise<void> {
  await sql`delete from sys_device where "userId" = ${userId}
    and "deviceHash" <> ${but === undefined ? '' : hashToken(but)}`.execute(tx)
}
