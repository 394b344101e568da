import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { changesOfPeople } from '../../backup/changes.ts'
import { dump } from '../../backup/dump.ts'
import type { Database } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { mkdirDurably, renameDurably, syncFolder, writeSynced } from '../../disk/durable.ts'
import { someAtATime } from '../../time/some-at-a-time.ts'
import { DRAFT } from '../../disk/names.ts'
import { diskRefusal } from '../settings/disk.ts'
import { StartRefusal } from '../settings/refusal.ts'
import { MANIFEST, TABLES, tableFile, type BackupManifest, type FileCopy } from './backup-format.ts'
import { copiesIn, lackingIn } from './lacking.ts'

/** A file that the disk does not give: the backup goes on without it, and says so. */
class Unreadable extends Error {}

async function* contentOf(path: string, read: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  try {
    const file = await open(path)
    for await (const chunk of file.createReadStream() as AsyncIterable<Buffer>) {
      read(chunk)
      yield chunk
    }
  } catch (cause) {
    // of reading alone: whoever writes ends this by `return`
    throw new Unreadable(path, { cause })
  }
}

async function copied(source: string, target: string): Promise<Omit<FileCopy, 'path'> | undefined> {
  const hash = createHash('sha256')
  let size = 0
  const read = (chunk: Buffer): void => {
    hash.update(chunk)
    size += chunk.length
  }
  try {
    await writeSynced(target, contentOf(source, read))
    return { size, sha256: hash.digest('hex') }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    await rm(target, { force: true })
    return undefined
  }
}

/** Copies uploads, folder by folder. They never change once stored; one deleted meanwhile is left out. */
async function copyFiles(from: string, to: string, below = ''): Promise<FileCopy[]> {
  const entries = await readdir(join(from, below), { withFileTypes: true }).catch(() => [])
  const files = entries.filter(one => one.isFile() && !one.name.endsWith(DRAFT))
  const copies: FileCopy[] = []
  if (files.length > 0) await mkdirDurably(join(to, below))
  await someAtATime(files, async ({ name }) => {
    const copy = await copied(join(from, below, name), join(to, below, name))
    if (copy) copies.push({ path: `${below}${name}`, ...copy })
  })
  for (const { name } of entries.filter(one => one.isDirectory())) {
    for (const copy of await copyFiles(from, to, `${below}${name}/`)) copies.push(copy)
  }
  if (files.length > 0) await syncFolder(join(to, below))
  return copies
}

async function* linesOf(rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const some of rows) yield `${some.join('\n')}\n`
}

/** Writes a backup to a temporary folder and renames it when it is complete. */
export async function writeBackup(db: Database, dataDir: string, folder: string): Promise<BackupManifest> {
  if (existsSync(folder))
    throw new StartRefusal(
      `${folder} 已存在，请换一个备份目录。`,
      `${folder} exists already: name another folder for the backup.`,
    )
  const draft = `${folder}${DRAFT}`
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdirDurably(join(draft, TABLES), 0o700)
    const manifest = await fill(db, dataDir, draft)
    await writeSynced(join(draft, MANIFEST), JSON.stringify(manifest, null, 1))
    await syncFolder(draft)
    await renameDurably([[draft, folder]])
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw diskRefusal(error, [`不能把备份写到 ${folder}`, `Cannot write the backup to ${folder}`])
  }
}

async function fill(db: Database, dataDir: string, draft: string): Promise<BackupManifest> {
  let changes = 0
  const tables = await dump(
    db,
    ({ name }, rows) =>
      pipeline(Readable.from(linesOf(rows)), createGzip(), packed => writeSynced(tableFile(draft, name), packed)),
    async tx => {
      changes = await changesOfPeople(tx)
    },
  )
  await syncFolder(join(draft, TABLES))
  const files = await copyFiles(join(dataDir, 'files'), join(draft, 'files'))
  const lacking = await lackingIn(draft, { tables }, copiesIn({ files }), (table, ids) => keysAmong(db, table, ids))
  return { format: 1, made: chinaTime(), tables, files, changes, lacking }
}

async function keysAmong(db: Database, table: string, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => String(id)))
}
