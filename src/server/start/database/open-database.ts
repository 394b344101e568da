import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { CompiledConfiguration } from '../../config/live.ts'
import type { Conflict } from '../../db/migrate/conflicts.ts'
import { databaseOn, type Database } from '../../db/database.ts'
import type { ProductTables } from '../../db/tables/product-tables.ts'
import { FieldsRenamedAway, migrate, SchemaConflict } from '../../db/migrate/migrate.ts'
import { notePartitions } from '../../db/migrate/partitions.ts'
import { keepRollups } from '../../db/rollups/keep.ts'
import type { RollupPlan } from '../../db/rollups/plan.ts'
import { bringCounts } from '../../records/write/fill-counts.ts'
import { rollupPlansOf } from '../../statistics/rollup-plans.ts'
import type { Log } from '../../product/product.ts'
import { diskRefusal } from '../settings/disk.ts'
import { refusedLines } from './refused-rollups.ts'
import { unmadeLines } from './unmade-indexes.ts'
import { openPglite } from '../../db/pglite/pool.ts'
import type { Primary } from '../../db/postgres/primary.ts'
import { keepTidy } from '../../db/pglite/tidy.ts'
import { keepPrivate, ownFolder, tryDisk, type Privacy } from './data-folder.ts'
import { lockDataDir } from './data-lock.ts'
import { DATABASE_FOLDER, makeDatabase } from './make-database.ts'
import { openExternal, type OpeningPostgres, type Waiting } from './open-postgres.ts'
import type { Settings } from '../settings/environment.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

interface Open {
  db: Database
  /** of a PostgreSQL: the machine that is in use */
  primary?: Primary | undefined
  /** of an embedded database: fails where its disk takes nothing more */
  tryDisk?: () => Promise<void>
  /** shutdown: background work stops waiting for the database soon */
  hasten(): void
  close(): Promise<void>
}
interface Opening extends Omit<OpeningPostgres, 'dataDir'> {
  /** for a new embedded database: it gets the tables of the release's own configuration */
  isReleased?: boolean
  /** for the embedded database, see EMBEDDED_SYNC */
  isSynced?: boolean
}
export interface Opened extends Open {
  privacy: Privacy
}

async function embedded(dataDir: string, { limits, isReleased = false, isSynced }: Opening): Promise<Open> {
  const lock = await lockDataDir(dataDir)
  const folder = join(dataDir, DATABASE_FOLDER)
  try {
    if (!existsSync(folder)) await makeDatabase(folder, { isReleased, isSynced })
    await lock.hold(join(folder, 'PG_VERSION'))
    const pool = await openPglite(folder, { limits, isSynced })
    const db = databaseOn(pool)
    const rest = keepTidy(db, pool)
    return {
      db,
      tryDisk: () => tryDisk(dataDir),
      hasten: () => {},
      close: () =>
        rest()
          .then(() => db.destroy())
          .finally(() => lock.release()),
    }
  } catch (error) {
    lock.release()
    if (error instanceof StartRefusal) throw error
    throw new StartRefusal(
      `不能打开数据目录 ${dataDir}：${messageOf(error)}。请检查磁盘空间和权限，或从备份恢复。`,
      `Cannot open the data folder ${dataDir}: check disk space and permissions, or restore it from a backup.`,
    )
  }
}

/** Also opens the data folder, which every server needs for uploads, wherever its database is. */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  opening: Opening = {},
): Promise<Opened> {
  keepPrivate()
  const privacy = await ownFolder(dataDir)
  const opened =
    databaseUrl === undefined ? embedded(dataDir, opening) : openExternal(databaseUrl, { ...opening, dataDir })
  return { ...(await opened), privacy }
}

/** Says at each start that what is acknowledged may be lost. */
export function tellUnsynced({ databaseUrl, embeddedSync }: Settings, log: Pick<Log, 'error'>): void {
  if (databaseUrl !== undefined || embeddedSync) return
  log.error(
    '注意：EMBEDDED_SYNC=0，内置数据库不等数据写入磁盘：断电或系统崩溃会丢失刚确认的保存，还可能损坏数据库，只可用于测试和演示 / '
      + 'EMBEDDED_SYNC=0: the embedded database does not wait for the disk. A power cut takes what was acknowledged '
      + 'last and may damage the database: for tests and demonstrations only',
  )
}

/** Whether it can be opened before the configuration is known that a new one would have its tables of. */
export const isDatabaseMade = ({ databaseUrl, dataDir }: Settings): boolean =>
  databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FOLDER))

/** As a server uses it. */
export const openDatabaseOf = (
  { databaseUrl, databaseDirectUrl, databaseLimits: limits, dataDir, embeddedSync: isSynced }: Settings,
  isReleased: boolean,
  waiting?: Waiting,
): Promise<Opened> =>
  openDatabase(databaseUrl, dataDir, {
    limits,
    shared: databaseDirectUrl !== undefined,
    isReleased,
    isSynced,
    waiting,
  })

/** The same; closed again, too, where the start fails before it has been opened. */
export function openedFor(
  settings: Settings,
  isReleased: boolean,
  closing: (() => Promise<unknown>)[],
  tell: (line: string) => void,
): Promise<Opened> {
  const opened = openDatabaseOf(settings, isReleased, { ms: settings.databaseStart, tell })
  const close = opened.then(one => one.close)
  // told of where it is waited for
  close.catch(() => undefined)
  closing.push(() =>
    close.then(
      now => now(),
      () => undefined,
    ),
  )
  return opened
}

/**
 * Work that needs connections which keep locks and limits, as changes of tables do: past the pooler, where one shares
 * them.
 */
export async function directly<T>(
  db: Database,
  { databaseDirectUrl: url, databaseLimits }: Pick<Settings, 'databaseDirectUrl' | 'databaseLimits'>,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  if (url === undefined) return work(db)
  const direct = await openExternal(url, { limits: databaseLimits }, 'DATABASE_DIRECT_URL')
  return work(direct.db).finally(direct.close)
}

/** A message that names field, stored and wanted type, and what to do. */
function advice({ entity, field, stored, wanted, fitting }: Conflict): string {
  const what = `${entity}.${field}: ${stored} → ${wanted}`
  if (field === 'key')
    return `${what}  （把 schemas/entities/${entity}.yaml 的 key 改回 ${stored} / set its key back to ${stored}）`
  const kinds = fitting.join(', ')
  return (
    `${what}  （把 kind 改回以下之一：${kinds}；或换一个新字段名，旧数据保留 / set its kind back to one of: ${kinds}; or use a new `
    + `field name, the old data stays）`
  )
}

export function conflictRefusal(error: SchemaConflict): StartRefusal {
  return new StartRefusal(
    '有字段的类型与已存的数据不一致，改动会丢失数据，所以没有执行。请按下面的说明处理；数据没有改动。',
    'Some fields have another type than the stored data: the change would lose data and is refused. Do as said '
      + 'below; no data was changed.',
    error.conflicts.map(advice),
  )
}

/** `DATABASE_RENAMES=back` is for whoever goes back for good: else an instance that was forgotten would do it. */
export function renamedRefusal({ fields }: FieldsRenamedAway): StartRefusal {
  return new StartRefusal(
    '有字段已由更新的版本（或配置）改名，数据在新名字下，本配置里没有它们。数据没有改动。如果这是忘了升级的实例：请用新版本启动。'
      + '如果要退回本版本：停掉所有实例，加 DATABASE_RENAMES=back 启动一次，数据就回到旧名字下。如果是改回了配置：'
      + '请给字段写上 was 和下面的新名字。',
    'A newer version (or configuration) has renamed fields, and keeps their data under the new names, which this one '
      + 'has not got. No data was changed. An instance that was not upgraded: start it with the new version. To go '
      + 'back to this one: end all instances and start once with DATABASE_RENAMES=back. A configuration that was '
      + 'taken back: say the new name below as the was of the field.',
    fields.map(({ entity, field, now }) => `${entity}.${field} → ${now}`),
  )
}

/**
 * Brings the tables to what the configuration needs; returns the roll-ups that answer. What lists and numbers can do
 * without, `log` hears of.
 */
export async function prepareTables(
  db: Database,
  { entities, configuration }: Pick<CompiledConfiguration, 'entities' | 'configuration'>,
  tables: ProductTables,
  log?: Pick<Log, 'error'>,
  back = false,
): Promise<RollupPlan[]> {
  try {
    const unmade = await migrate(db, entities.values(), configuration.version, tables, { back })
    await notePartitions(db, entities.values())
    await bringCounts(db, entities.values())
    const { usable, refused } = await keepRollups(db, rollupPlansOf(configuration, entities), entities)
    for (const line of [...unmadeLines(unmade), ...refusedLines(refused)]) log?.error(line)
    return usable
  } catch (error) {
    if (error instanceof SchemaConflict) throw conflictRefusal(error)
    if (error instanceof FieldsRenamedAway) throw renamedRefusal(error)
    throw diskRefusal(error, [
      '数据库的表没有按配置建好，已有的数据没有改动',
      'The tables of the database could not be brought to what the configuration needs; no data was changed',
    ])
  }
}
