import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { dump } from '../../backup/dump.ts'
import type { Backup } from '../../backup/load.ts'
import type { TableCopy } from '../../backup/tables.ts'
import type { Database } from '../../db/database.ts'
import { chinaTime } from '../../db/time.ts'
import { diskRefusal } from '../settings/disk.ts'
import { StartRefusal } from '../settings/refusal.ts'
import { copyContent } from './copy-file.ts'

interface FileCopy {
  path: string
  size: number
  sha256: string
}
export interface BackupManifest {
  format: 1
  made: string
  tables: TableCopy[]
  files: FileCopy[]
}

const FORMAT = 1
const MANIFEST = 'manifest.json'
const tableFile = (folder: string, name: string): string =>
  join(folder, 'tables', `${encodeURIComponent(name)}.jsonl.gz`)

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

/** Copies uploads. They never change once stored; one deleted meanwhile is left out. */
async function copyFiles(from: string, to: string): Promise<FileCopy[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => [])
  const copies: FileCopy[] = []
  for (const entry of entries.filter(one => one.isFile() && !one.name.endsWith('.part'))) {
    const source = join(entry.parentPath, entry.name)
    const path = relative(from, source).split(sep).join('/')
    const target = join(to, path)
    await mkdir(dirname(target), { recursive: true })
    const gone = await copyContent(source, target).then(
      () => false,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return true
      },
    )
    if (gone) continue
    copies.push({ path, size: (await stat(target)).size, sha256: await sha256(target) })
  }
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
  const draft = `${folder}.part`
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
    const tables = await dump(db, async ({ name }, rows) => {
      const path = tableFile(draft, name)
      await pipeline(Readable.from(linesOf(rows)), createGzip(), createWriteStream(path))
      await synced(path)
    })
    const files = await copyFiles(join(dataDir, 'files'), join(draft, 'files'))
    const manifest: BackupManifest = { format: 1, made: chinaTime(), tables, files }
    await writeFile(join(draft, MANIFEST), JSON.stringify(manifest, null, 1))
    await synced(join(draft, MANIFEST))
    await rename(draft, folder)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
    throw diskRefusal(error, [`不能把备份写到 ${folder}`, `Cannot write the backup to ${folder}`])
  }
}

const FEW = 250

async function* readRows(path: string): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const line of createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Infinity,
  })) {
    some.push(line)
    if (some.length < FEW) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

const unreadable = (folder: string, chinese: string, english: string): StartRefusal =>
  new StartRefusal(
    `${folder} 不能恢复：${chinese}。没有恢复任何数据。`,
    `${folder} cannot be restored: ${english}. Nothing was restored.`,
  )

const isTable = (table: Partial<TableCopy> | null): boolean =>
  typeof table?.name === 'string' && Array.isArray(table.columns) && typeof table.sha256 === 'string'
/**
 * Whether a path of the manifest lies in the folder of uploads: others are refused, because a manipulated backup could
 * overwrite any file.
 */
const isFile = (file: Partial<FileCopy> | null): boolean =>
  typeof file?.sha256 === 'string'
  && typeof file.path === 'string'
  && !isAbsolute(file.path)
  && file.path.split(/[\\/]/).every(part => !['', '.', '..'].includes(part))

function manifestIn(folder: string, text: string): BackupManifest {
  let read: Partial<BackupManifest> | null
  try {
    read = JSON.parse(text) as Partial<BackupManifest> | null
  } catch {
    throw unreadable(
      folder,
      `${MANIFEST} 不完整或已损坏，请换一份备份`,
      `its ${MANIFEST} is cut short or damaged, take another backup`,
    )
  }
  if (typeof read?.format === 'number' && read.format > FORMAT) {
    throw unreadable(
      folder,
      `它由更新的版本写成（格式 ${read.format}），请用那个版本恢复`,
      `a newer version wrote it (format ${read.format}), restore it with that one`,
    )
  }
  if (read?.format !== FORMAT || !read.tables?.every(isTable) || !read.files?.every(isFile)) {
    throw unreadable(folder, `${MANIFEST} 不是本系统的备份清单`, `its ${MANIFEST} is none of ours`)
  }
  return read as BackupManifest
}

/** Compares the checksum of each upload before anything is changed. */
async function checkWhole(folder: string, { tables, files }: BackupManifest): Promise<void> {
  const missing = tables.find(table => !existsSync(tableFile(folder, table.name)))
  if (missing)
    throw unreadable(folder, `缺少表 ${missing.name} 的数据`, `the rows of the table ${missing.name} are missing`)
  for (const { path, sha256: wanted } of files) {
    if ((await sha256(join(folder, 'files', path)).catch(() => '')) !== wanted)
      throw unreadable(
        folder,
        `备份里的文件 ${path} 已损坏或缺失`,
        `the file ${path} of the backup is damaged or missing`,
      )
  }
}

export async function readBackup(folder: string): Promise<Backup & { manifest: BackupManifest }> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartRefusal(
      `${folder} 里没有完整的备份（缺少 ${MANIFEST}，或没有读取权限）。`,
      `${folder} holds no whole backup: ${MANIFEST} is missing, or may not be read.`,
    )
  })
  const manifest = manifestIn(folder, text)
  await checkWhole(folder, manifest)
  return { manifest, tables: manifest.tables, rows: ({ name }) => readRows(tableFile(folder, name)) }
}

/** Copies all uploads beside their places before renaming any, so that a full disk changes nothing. */
export async function restoreFiles(folder: string, { files }: BackupManifest, dataDir: string): Promise<void> {
  const targets = files.map(({ path }) => ({
    source: join(folder, 'files', path),
    target: join(dataDir, 'files', path),
    draft: `${join(dataDir, 'files', path)}.part`,
  }))
  try {
    for (const { source, draft } of targets) {
      await mkdir(dirname(draft), { recursive: true })
      await copyContent(source, draft)
    }
  } catch (error) {
    for (const { draft } of targets) await rm(draft, { force: true })
    throw error
  }
  for (const { draft, target } of targets) await rename(draft, target)
}
