import { readdirSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { create } from 'tar'
import type { CompiledConfiguration } from '../../src/server/config/live.ts'
import type { ProductTables } from '../../src/server/db/tables/product-tables.ts'
import { DATABASE_FOLDER } from '../../src/server/start/database/make-database.ts'
import { openDatabase, prepareTables } from '../../src/server/start/database/open-database.ts'

/** Folders, too: some that a database needs hold nothing. */
function entriesOf(root: string): string[] {
  const below = readdirSync(join(root, DATABASE_FOLDER), { recursive: true, withFileTypes: true })
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
  return [DATABASE_FOLDER, ...below]
}

export interface Packing {
  archive: string
  live: Pick<CompiledConfiguration, 'configuration' | 'entities'>
  tables: ProductTables
  made: Date
  /** a data folder with a database that was made from nothing before, and has no table yet */
  like?: string | undefined
}

/** Writes an archive of the embedded database with all tables of a configuration, as a first start makes it. */
export async function packDatabase({ archive, live, tables, made, like }: Packing): Promise<void> {
  const [folder, mask] = [await mkdtemp(join(tmpdir(), 'wangjian-database-')), process.umask()]
  try {
    if (like !== undefined) await cp(like, folder, { recursive: true })
    const { db, close } = await openDatabase(undefined, folder)
    await prepareTables(db, live, tables).finally(close)
    const options = { file: archive, cwd: folder, gzip: { level: 9 }, portable: true, mtime: made, noDirRecurse: true }
    await create(options, entriesOf(folder))
    // whoever runs the release is not whoever made it
    await chmod(archive, 0o644)
  } finally {
    // a server lets nobody else read what it makes
    process.umask(mask)
    await rm(folder, { recursive: true, force: true })
  }
}
