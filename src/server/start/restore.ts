import { ChangedSince, checkRows, Damaged, load, NotEmpty } from '../backup/load.ts'
import { knownCode } from '../product/known-code.ts'
import type { Products } from '../product/product.ts'
import { namedProduct } from './configuration/named-product.ts'
import { FieldsRenamedAway, SchemaConflict } from '../db/migrate/migrate.ts'
import { diskRefusal } from './settings/disk.ts'
import { lackingAfter, readBackup, restoreFiles, type BackupManifest } from './folders/backup-folder.ts'
import type { Settings } from './settings/environment.ts'
import { Judged } from './configuration/judged.ts'
import { firstConfiguration } from './configuration/live-configuration.ts'
import { alone } from './database/alone.ts'
import { conflictRefusal, isDatabaseMade, openDatabase, renamedRefusal } from './database/open-database.ts'
import { StartRefusal } from './settings/refusal.ts'

/** PostgreSQL errors that mean a malformed backup: data exceptions, integrity violations, syntax errors. */
const isMalformed = (code: string): boolean => /^(22|23|42)\w{3}$/.test(code) && code !== '42501'

function explained(error: unknown): unknown {
  if (error instanceof NotEmpty) {
    return new StartRefusal(
      `数据库里已有数据（表 ${error.message}），没有恢复。确定要用备份替换全部数据时，请加 --force。`,
      `The database holds data already (table ${error.message}): nothing was restored. Add --force to replace `
        + `all of it by the backup.`,
    )
  }
  if (error instanceof ChangedSince) {
    const [count, counted] = Number.isNaN(error.changes)
      ? ['', '']
      : [` ${error.changes} 次`, ` (${error.changes} times)`]
    return new StartRefusal(
      `备份之后有人改过数据${count}，恢复会抹掉这些改动，所以没有恢复。`,
      `Data has been changed since the backup was made${counted}, which restoring it would erase: `
        + 'nothing was restored.',
    )
  }
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof Damaged || isMalformed(code) || code.startsWith('Z_')) {
    return new StartRefusal(
      `备份已损坏（${(error as Error).message}），没有恢复任何数据。`,
      `The backup is damaged (${(error as Error).message}): nothing was restored.`,
    )
  }
  if (error instanceof FieldsRenamedAway) return renamedRefusal(error)
  return error instanceof SchemaConflict
    ? conflictRefusal(error)
    : diskRefusal(error, ['没有恢复任何数据', 'Nothing was restored'])
}

const ERASING = [
  '恢复备份会抹掉它们写入的数据，所以没有恢复任何数据',
  'to restore a backup would erase what they write, and nothing was restored',
] as const

/**
 * Whether a backup could be restored now instead of what is there: it is whole by its checksums, and nobody else is
 * connected to the database. Changes nothing.
 */
export async function checkRestore(settings: Settings, folder: string): Promise<BackupManifest> {
  const { databaseUrl, databaseDirectUrl, dataDir } = settings
  const backup = await readBackup(folder)
  try {
    await checkRows(backup)
    if (isDatabaseMade(settings)) {
      const { close } = await openDatabase(databaseDirectUrl ?? databaseUrl, dataDir)
      await alone(settings, ERASING, async () => {}).finally(close)
    }
    return { ...backup.manifest, lacking: await lackingAfter(folder, backup.manifest, dataDir) }
  } catch (error) {
    throw explained(error)
  }
}

/**
 * Restores uploads first, then the database in one transaction: if either fails, the database is unchanged. What is
 * returned says which files are lacking then. `ifUnchanged`: only where nobody has changed anything since.
 */
export async function restore(
  settings: Settings,
  folder: string,
  force: boolean,
  products: Products,
  ifUnchanged = false,
): Promise<BackupManifest> {
  const { databaseUrl, databaseDirectUrl, dataDir, configDir } = settings
  const backup = await readBackup(folder)
  const { changes = NaN } = backup.manifest
  const judged = new Judged(dataDir)
  const { entities, configuration } = await firstConfiguration(configDir, knownCode(products), judged)
  const { db, close } = await openDatabase(databaseDirectUrl ?? databaseUrl, dataDir)
  try {
    await alone(settings, ERASING, look =>
      load(db, backup, {
        entities: [...entities.values()],
        version: configuration.version,
        tables: namedProduct(configuration, products).tables,
        force,
        changes: ifUnchanged ? changes : undefined,
        mayDivide: databaseUrl !== undefined,
        locked: look,
        before: () => restoreFiles(folder, backup.manifest, dataDir),
      }),
    )
    return { ...backup.manifest, lacking: await lackingAfter(folder, backup.manifest, dataDir) }
  } catch (error) {
    throw explained(error)
  } finally {
    await close()
  }
}
