import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { dump } from '../backup/dump.ts'
import type { Backup } from '../backup/load.ts'
import type { TableCopy } from '../backup/tables.ts'
import type { Database } from '../db/database.ts'
import { chinaTime } from '../db/time.ts'
import { StartRefusal } from './refusal.ts'

interface FileCopy { path: string; size: number; sha256: string }
export interface Manifest { format: 1; made: string; tables: TableCopy[]; files: FileCopy[] }

const MANIFEST = 'manifest.json'
const tableFile = (folder: string, name: string): string => join(folder, 'tables', `${encodeURIComponent(name)}.jsonl.gz`)

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

/** Uploads never change once they have their name; one that goes away meanwhile is no part of the backup. */
async function copyFiles(from: string, to: string): Promise<FileCopy[]> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(() => [])
  const copies: FileCopy[] = []
  for (const entry of entries.filter(one => one.isFile() && !one.name.endsWith('.part'))) {
    const source = join(entry.parentPath, entry.name)
    const path = relative(from, source).split(sep).join('/')
    const target = join(to, path)
    await mkdir(dirname(target), { recursive: true })
    const gone = await cp(source, target).then(() => false, (error: NodeJS.ErrnoException) => { if (error.code !== 'ENOENT') throw error; return true })
    if (gone) continue
    copies.push({ path, size: (await stat(target)).size, sha256: await sha256(target) })
  }
  return copies
}

async function* linesOf(rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  for await (const some of rows) yield `${some.join('\n')}\n`
}

/** Writes a backup beside its place and gives it its name when it is whole. */
export async function writeBackup(db: Database, dataDir: string, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new StartRefusal(`${folder} 已存在，请换一个备份目录。`, `${folder} exists already: name another folder for the backup.`)
  const draft = `${folder}.part`
  await rm(draft, { recursive: true, force: true })
  await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
  try {
    const tables = await dump(db, async ({ name }, rows) => {
      const path = tableFile(draft, name)
      await pipeline(Readable.from(linesOf(rows)), createGzip(), createWriteStream(path))
      await synced(path)
    })
    const files = await copyFiles(join(dataDir, 'files'), join(draft, 'files'))
    const manifest: Manifest = { format: 1, made: chinaTime(), tables, files }
    await writeFile(join(draft, MANIFEST), JSON.stringify(manifest, null, 1))
    await synced(join(draft, MANIFEST))
    await rename(draft, folder)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

const FEW = 250

async function* readRows(path: string): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const line of createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity })) {
    some.push(line)
    if (some.length < FEW) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

export async function readBackup(folder: string): Promise<Backup & { manifest: Manifest }> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new StartRefusal(`${folder} 里没有完整的备份（缺少 ${MANIFEST}）。`, `${folder} holds no whole backup: ${MANIFEST} is missing.`)
  })
  const manifest = JSON.parse(text) as Manifest
  return { manifest, tables: manifest.tables, rows: ({ name }) => readRows(tableFile(folder, name)) }
}

/** Uploads back to their places; each is compared first, so that a damaged one replaces nothing. */
export async function restoreFiles(folder: string, { files }: Manifest, dataDir: string): Promise<void> {
  for (const { path, sha256: wanted } of files) {
    const source = join(folder, 'files', path)
    if (await sha256(source).catch(() => '') !== wanted) throw new StartRefusal(`备份里的文件 ${path} 已损坏，没有恢复任何数据。`, `The file ${path} of the backup is damaged: nothing was restored.`)
  }
  for (const { path } of files) {
    const target = join(dataDir, 'files', path)
    await mkdir(dirname(target), { recursive: true })
    await cp(join(folder, 'files', path), target)
  }
}
