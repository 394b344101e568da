import { setTimeout as pause } from 'node:timers/promises'
import { isStarting, OtherPrimary, Unreachable } from '../../answer/unavailable.ts'
import { databaseOn, type Database } from '../../db/database.ts'
import { LIMITS, type DatabaseLimits } from '../../db/limits.ts'
import { addressesOf, named } from '../../db/postgres/addresses.ts'
import { postgresPool, reached } from '../../db/postgres/pool.ts'
import { sharesBackends } from '../../db/postgres/pooled.ts'
import type { Primary } from '../../db/postgres/primary.ts'
import { ticks } from '../../time/ticks.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'
import { primaryFile, rememberedIn } from './remembered.ts'

/** How long a start waits for a database that does not answer yet, and whom it tells. */
export interface Waiting {
  ms: number
  tell(line: string): void
}

export interface OpeningPostgres {
  limits?: DatabaseLimits | undefined
  /** a pooler shares its connections */
  shared?: boolean
  /** where it is remembered which primary is in use */
  dataDir?: string
  waiting?: Waiting | undefined
}

export interface OpenPostgres {
  db: Database
  primary: Primary | undefined
  /** shutdown: background work stops waiting for the database soon */
  hasten(): void
  close(): Promise<void>
}

const AGAIN_MS = 500
const TELL_MS = 5000

/** Locks, limits and plans of a connection would be lost without a word, now and then. */
function pooledRefusal(name: string): StartRefusal {
  const isDirect = name === 'DATABASE_DIRECT_URL'
  return new StartRefusal(
    `${name} 经过一个按事务共用连接的连接池（如 PgBouncer 的 pool_mode = transaction）。`
      + `请把 ${isDirect ? name : 'DATABASE_DIRECT_URL'} 设为绕过连接池的地址，或它按会话（pool_mode = session）的入口。`,
    `${name} leads through a pooler that shares connections by transaction (PgBouncer's pool_mode = transaction). `
      + `${isDirect ? 'It has to lead' : 'Set DATABASE_DIRECT_URL'} past it, or to an entry that pools by session.`,
  )
}

const replacedRefusal = (url: string, error: OtherPrimary, dataDir = ''): StartRefusal =>
  new StartRefusal(
    `数据库 ${named(url)} 不是现在的主库（${error.message}）：这里用过更新的主库，写到旧主库的数据会丢失。`
      + `请把 DATABASE_URL 指向新的主库；确要退回这一台，请先删除 ${primaryFile(dataDir)} 再启动。`,
    `The database ${named(url)} is not the primary any more (${error.message}): a newer one has been in use here, and `
      + `what is written to a former one is lost. Let DATABASE_URL lead to the new primary; to go back to this one all `
      + `the same, delete ${primaryFile(dataDir)} first.`,
  )

const unreachableRefusal = (url: string, name: string, error: unknown): StartRefusal =>
  new StartRefusal(
    `连接不上数据库 ${named(url)}：${messageOf(error)}。请检查 ${name}，以及数据库是否已启动。`,
    `Cannot reach the database ${named(url)}: check ${name}, and whether the database is running.`,
  )

/** Asks each of several machines apart; those that do not answer are left out. */
async function refusePooled(url: string, connect: number, name: string): Promise<void> {
  const { each } = addressesOf(url)
  const asked = await Promise.allSettled(each.map(one => sharesBackends(one, connect)))
  if (asked.some(one => one.status === 'fulfilled' && one.value)) throw pooledRefusal(name)
  const [first] = asked
  if (first?.status === 'rejected' && asked.every(({ status }) => status === 'rejected'))
    throw new Unreachable(first.reason as Error)
}

async function attempt(url: string, opening: OpeningPostgres, limits: DatabaseLimits, name: string) {
  const { shared = false, dataDir } = opening
  if (!shared) await refusePooled(url, limits.connect, name)
  const pool = postgresPool(url, { limits, shared, memory: dataDir === undefined ? undefined : rememberedIn(dataDir) })
  await reached(pool)
  return pool
}

/** Tries again what may come up by itself, each time with more patience; what will not is told at once. */
async function patiently(url: string, opening: OpeningPostgres, name: string) {
  const { limits = LIMITS, waiting = { ms: 0, tell: () => {} } } = opening
  const begun = ticks()
  let told = 0
  for (let connect = limits.connect; ; connect *= 2) {
    try {
      return await attempt(url, opening, { ...limits, connect }, name)
    } catch (error) {
      const waited = ticks() - begun
      if (!isStarting(error as Error) || waited >= waiting.ms) throw error
      if (told === 0 || waited - told >= TELL_MS) {
        told = waited
        waiting.tell(
          `数据库 ${named(url)} 还没有应答，等待中（已等 ${seconds(waited)} 秒，最多 ${seconds(waiting.ms)} 秒）：${messageOf(error)}`
            + ` / waiting for the database, ${seconds(waited)} s so far, ${seconds(waiting.ms)} s at most`,
        )
      }
      await pause(AGAIN_MS)
    }
  }
}

const seconds = (ms: number): number => Math.round(ms / 1000)

export async function openExternal(
  url: string,
  opening: OpeningPostgres,
  name = 'DATABASE_URL',
): Promise<OpenPostgres> {
  try {
    const pool = await patiently(url, opening, name)
    const db = databaseOn(pool)
    return { db, primary: pool.primary, hasten: () => pool.hasten(), close: () => db.destroy() }
  } catch (error) {
    if (error instanceof StartRefusal) throw error
    if (error instanceof OtherPrimary) throw replacedRefusal(url, error, opening.dataDir)
    throw unreachableRefusal(url, name, error)
  }
}
