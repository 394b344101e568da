import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseOn, type Database } from '../db/database.ts'
import { migrate, SchemaConflict } from '../db/migrate.ts'
import type { Entity } from '../db/models.ts'
import { openPglite } from '../db/pglite-pool.ts'
import { openPostgres } from '../db/postgres-pool.ts'
import { lockDataDir } from './data-lock.ts'
import { messageOf, StartRefusal } from './refusal.ts'

export interface Opened { db: Database; close(): Promise<void> }

/** A database is made beside its place and moved there whole: a first start that is cut short leaves no half of one. */
async function makeDatabase(folder: string): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  await (await openPglite(draft)).end()
  await rename(draft, folder)
}

async function embedded(dataDir: string): Promise<Opened> {
  const unlock = await lockDataDir(dataDir)
  const folder = join(dataDir, 'pg')
  try {
    if (!existsSync(folder)) await makeDatabase(folder)
    const db = databaseOn(await openPglite(folder))
    return { db, close: () => db.destroy().finally(unlock) }
  } catch (error) {
    unlock()
    throw new StartRefusal(
      `不能打开数据目录 ${dataDir}：${messageOf(error)}。请检查磁盘空间和权限，或从备份恢复。`,
      `Cannot open the data folder ${dataDir}: check disk space and permissions, or restore it from a backup.`,
    )
  }
}

/** An address without its password, fit for a message. */
function named(url: string): string {
  const parsed = new URL(url)
  return `${parsed.hostname}:${parsed.port || '5432'}${parsed.pathname}`
}

async function external(url: string): Promise<Opened> {
  try {
    const db = databaseOn(await openPostgres(url))
    return { db, close: () => db.destroy() }
  } catch (error) {
    throw new StartRefusal(
      `连接不上数据库 ${named(url)}：${messageOf(error)}。请检查 DATABASE_URL，以及数据库是否已启动。`,
      `Cannot reach the database ${named(url)}: check DATABASE_URL, and whether the database is running.`,
    )
  }
}

export const openDatabase = (databaseUrl: string | undefined, dataDir: string): Promise<Opened> =>
  databaseUrl === undefined ? embedded(dataDir) : external(databaseUrl)

export async function prepareTables(db: Database, entities: ReadonlyMap<string, Entity>): Promise<void> {
  try {
    await migrate(db, entities.values())
  } catch (error) {
    if (!(error instanceof SchemaConflict)) throw error
    throw new StartRefusal(
      '有字段的类型与已存的数据不一致。请改回原来的类型，或换一个字段名；数据没有改动。',
      'Some fields have another type than the stored data. Give them their old type back, or use another name; no data was changed.',
      error.conflicts.map(c => `${c.entity}.${c.field}: ${c.stored} → ${c.wanted}`),
    )
  }
}
