import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { LockedVersion } from '../../core/contract/locks.ts'
import type { Figures } from '../../core/contract/statistics.ts'
import { areaPrefix } from '../../core/model/scope.ts'
import { badRequest } from '../answer/refusal.ts'
import { audit } from '../call/audit.ts'
import { signedInUser, type CallContext } from '../call/context.ts'
import { arrayOf } from '../db/arrays.ts'
import type { Database } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'

/** What is locked: the numbers of a page, of a period, of an area. */
export interface LockPlace {
  page: string
  /** these days as the largest whole unit, else a range; '' where the page has none */
  period: string
  area: string
}
/** What is kept of a locked page. */
export interface Kept {
  asOf: string
  widgets: Record<string, Figures>
}
interface LockRow {
  id: string
  customerId: string
  version: number
  userName: string
  unitName: string
  lockTime: string
  /** of a version that was taken back it is read where it is asked for */
  body: string | null
  sha256: string
  unlockedName: string | null
  unlockTime: string | null
  reason: string | null
}
export interface Lock {
  id: string
  version: LockedVersion
  kept: Kept
  /** what is kept has the fingerprint that it was locked with */
  intact: boolean
}

const fingerprint = (body: string): string => createHash('sha256').update(body).digest('hex')

const MOST_VERSIONS = 20

/**
 * The versions of a place, the latest first: those of the reader's customer. Who stands above all customers sees what
 * one of them has locked that covers the area, because they see its rows; a lock of a part they would take for the
 * whole.
 */
async function rowsAt(
  db: Database,
  call: CallContext,
  { page, period, area }: LockPlace,
  version = 0,
): Promise<LockRow[]> {
  const own = call.rows.customerId ?? ''
  const { rows } = await sql<LockRow>`select id, "customerId", version, "userName", "unitName",
      to_char("lockTime", ${sql.lit(TIME)}) as "lockTime", sha256,
      case when "unlockTime" is null or version = ${version} then body end as body, "unlockedName",
      to_char("unlockTime", ${sql.lit(TIME)}) as "unlockTime", reason
    from sys_figure_lock where page = ${page} and period = ${period} and area = ${area}
      and ("customerId" = ${own} or ${own} = '' and "customerId" <> all(${arrayOf(inParts(call, area))}))
    order by "customerId" <> ${own}, "unlockTime" is not null, "lockTime" desc, version desc
    limit ${MOST_VERSIONS}`.execute(db)
  const [first] = rows
  return first ? rows.filter(({ customerId }) => customerId === first.customerId) : []
}

/** Customers that have a part of an area, or nothing of it. */
const inParts = (call: CallContext, area: string): string[] =>
  call
    .configuration()
    .customers()
    .filter(({ areas }) => areas.length > 0 && !areas.some(one => area.startsWith(areaPrefix(one))))
    .map(({ customer }) => customer)

const TIME = 'YYYY-MM-DD HH24:MI:SS'

const versionOf = (row: LockRow): LockedVersion => ({
  version: row.version,
  by: row.userName,
  unit: row.unitName,
  at: row.lockTime,
  fingerprint: row.sha256,
  ...(row.unlockTime === null
    ? {}
    : { unlocked: { by: row.unlockedName ?? '', at: row.unlockTime, reason: row.reason ?? '' } }),
})

function lockOf(row: LockRow): Lock {
  const body = row.body ?? ''
  const kept = keptIn(body)
  return {
    id: row.id,
    version: versionOf(row),
    kept: kept ?? { asOf: row.lockTime, widgets: {} },
    intact: kept !== undefined && fingerprint(body) === row.sha256,
  }
}

/** Nothing where somebody has made something else of it. */
function keptIn(body: string): Kept | undefined {
  try {
    return JSON.parse(body) as Kept
  } catch {
    return undefined
  }
}

interface Locks {
  lock?: Lock
  /** the version that was asked for, which was taken back */
  former?: Lock
  earlier: LockedVersion[]
}

/** What holds at a place, and the versions before it. */
export async function locksAt(call: CallContext, place: LockPlace, version?: number): Promise<Locks> {
  const rows = await rowsAt(call.db, call, place, version)
  const active = rows.find(({ unlockTime }) => unlockTime === null)
  const taken = rows.filter(({ unlockTime }) => unlockTime !== null)
  const former = taken.find(one => one.version === version)
  return {
    ...(active ? { lock: lockOf(active) } : {}),
    ...(former ? { former: lockOf(former) } : {}),
    earlier: taken.map(versionOf),
  }
}

/** Keeps the numbers; refuses what is locked already, also by two at once. */
export async function keepLock(call: CallContext, place: LockPlace, kept: Kept): Promise<void> {
  const user = signedInUser(call)
  const body = JSON.stringify(kept)
  const customerId = call.rows.customerId ?? ''
  await call.db.transaction().execute(async tx => {
    const values = {
      id: randomUUID(),
      ...place,
      customerId,
      userId: user.id,
      userName: user.nickName,
      unitName: user.orgName,
      lockTime: chinaTime(),
      body,
      sha256: fingerprint(body),
    }
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('sys_figure_lock')
      .values({ ...values, version: await nextVersion(tx, place, customerId) })
      .onConflict(clash => clash.doNothing())
      .executeTakeFirst()
    if (!added) throw badRequest('这张报表已被锁定，请刷新')
    const { body: _body, ...after } = values
    await audit(tx, call, { action: call.endpoint.name, entity: 'figureLock', objectId: values.id, after })
  })
}

async function nextVersion(tx: Database, { page, period, area }: LockPlace, customerId: string): Promise<number> {
  const { rows } = await sql<{ version: number }>`select coalesce(max(version), 0) + 1 as version from sys_figure_lock
    where page = ${page} and period = ${period} and area = ${area} and "customerId" = ${customerId}`.execute(tx)
  return rows[0]?.version ?? 1
}

/** Takes a lock back; what was kept stays as a former version. */
export async function endLock(call: CallContext, { lock }: { lock?: Lock }, reason: string): Promise<void> {
  if (!lock) throw badRequest('这张报表没有锁定，请刷新')
  const user = signedInUser(call)
  const after = { unlockedBy: user.id, unlockedName: user.nickName, unlockTime: chinaTime(), reason }
  await call.db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('sys_figure_lock')
      .set(after)
      .where('id', '=', lock.id)
      .where('unlockTime', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw badRequest('这张报表已被解除锁定，请刷新')
    const before = { version: lock.version.version, sha256: lock.version.fingerprint }
    await audit(tx, call, { action: call.endpoint.name, entity: 'figureLock', objectId: lock.id, before, after })
  })
}
