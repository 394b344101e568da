import { createReadStream } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { FaultyFiles } from '../../attachments/named-files.ts'
import type { TableCopy } from '../../backup/tables.ts'
import { StartRefusal } from '../settings/refusal.ts'

export interface FileCopy {
  path: string
  size: number
  sha256: string
}
export interface BackupManifest {
  format: 1
  made: string
  tables: TableCopy[]
  files: FileCopy[]
  /** how many changes people had made by then; backups of older versions do not say */
  changes?: number
  /** files that rows name and the backup has not got, or has as something else; older versions did not look */
  lacking?: FaultyFiles
}

const FORMAT = 1
export const MANIFEST = 'manifest.json'
export const TABLES = 'tables'
export const tableFile = (folder: string, name: string): string =>
  join(folder, TABLES, `${encodeURIComponent(name)}.jsonl.gz`)

const FEW = 250

/** Rows of a table as they were dumped, some at a time. */
export async function* readRows(path: string): AsyncGenerator<string[]> {
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

export const unreadable = (folder: string, chinese: string, english: string): StartRefusal =>
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

export function manifestIn(folder: string, text: string): BackupManifest {
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
