import { Damaged, load, NotEmpty } from '../backup/load.ts'
import { knownCode } from '../product/known-code.ts'
import type { Products } from '../product/product.ts'
import { namedProduct } from './configuration/named-product.ts'
import { FieldsRenamedAway, SchemaConflict } from '../db/migrate/migrate.ts'
import { diskRefusal } from './settings/disk.ts'
import { readBackup, restoreFiles, type BackupManifest } from './folders/backup-folder.ts'
import type { Settings } from './settings/environment.ts'
import { Judged } from './configuration/judged.ts'
import { firstConfiguration } from './configuration/live-configuration.ts'
import { conflictRefusal, openDatabase, renamedRefusal } from './database/open-database.ts'
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

/** Restores uploads first, then the database in one transaction: if either fails, the database is unchanged. */
export async function restore(
  { databaseUrl, databaseDirectUrl, dataDir, configDir }: Settings,
  folder: string,
  force: boolean,
  products: Products,
): Promise<BackupManifest> {
  const backup = await readBackup(folder)
  const judged = new Judged(dataDir)
  const { entities, configuration } = await firstConfiguration(configDir, knownCode(products), judged)
  const { db, close } = await openDatabase(databaseDirectUrl ?? databaseUrl, dataDir)
  try {
    await load(db, backup, {
      entities: [...entities.values()],
      version: configuration.version,
      tables: namedProduct(configuration, products).tables,
      force,
      mayDivide: databaseUrl !== undefined,
      before: () => restoreFiles(folder, backup.manifest, dataDir),
    })
    return backup.manifest
  } catch (error) {
    throw explained(error)
  } finally {
    await close()
  }
}
