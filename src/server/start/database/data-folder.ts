import { chmodSync, lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mkdirDurably, writeSynced } from '../../disk/durable.ts'
import type { Log } from '../../product/product.ts'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

/** Permissions of group and others. */
const OTHERS = 0o077

/** Sets the umask: files created from now on cannot be read by other accounts. */
export function keepPrivate(): void {
  process.umask(OTHERS)
}

export interface Privacy {
  /** folders and files whose permissions were corrected */
  mended: number
  /** the file system does not support permissions, so others can read the files */
  isOpen: boolean
}

function foreign(path: string): StartRefusal {
  return new StartRefusal(
    `数据目录里的 ${path} 属于另一个系统账号，服务不使用它。请用那个账号运行，或先执行 chown -R 把整个目录交给现在的账号，或用 DATA_DIR 指定另一个目录。`,
    `${path} of the data folder belongs to another account. Run the server as that account, or hand the whole `
      + `folder to this one (chown -R), or name another folder with DATA_DIR.`,
  )
}

async function made(folder: string): Promise<string> {
  try {
    await mkdirDurably(folder, 0o700)
    return await realpath(folder)
  } catch (error) {
    throw new StartRefusal(
      `不能建立数据目录 ${folder}：${messageOf(error)}。请检查权限，或用 DATA_DIR 指定另一个目录。`,
      `Cannot make the data folder ${folder}: check its permissions, or name another one with DATA_DIR.`,
    )
  }
}

const isWrong = ({ mode }: Stats): boolean => (mode & OTHERS) !== 0

/** Error codes of file systems without permissions, if the file is ours. */
const KEEPS_NONE = new Set(['EPERM', 'ENOTSUP', 'ENOSYS'])

function close(path: string, { mode, uid }: Stats): void {
  try {
    chmodSync(path, mode & 0o777 & ~OTHERS)
  } catch (error) {
    if (uid !== process.getuid?.()) throw foreign(path)
    if (KEEPS_NONE.has((error as NodeJS.ErrnoException).code ?? '')) return
    throw new StartRefusal(
      `不能收紧 ${path} 的权限：${messageOf(error)}。数据目录不能是只读的。`,
      `Cannot take the rights of others from ${path}: the data folder must not be read-only.`,
    )
  }
}

/** Entries of a folder, ignoring those deleted while they are read by another instance. */
function entriesOf(folder: string): { folders: string[]; files: string[] } {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    const named = (are: typeof entries): string[] => are.map(entry => join(folder, entry.name))
    return {
      folders: named(entries.filter(entry => entry.isDirectory())),
      files: named(entries.filter(entry => !entry.isDirectory() && !entry.isSymbolicLink())),
    }
  } catch {
    return { folders: [], files: [] }
  }
}

/**
 * Corrects folders, and files only in folders that were open: files in closed folders cannot be reached, and there may
 * be a million. A folder is closed after its content, so that an interrupted run continues where it stopped.
 */
function mendBelow(folder: string, stats: Stats, isTop = false): number {
  const { folders, files } = entriesOf(folder)
  let mended = 0
  for (const path of folders) {
    const found = lstatSync(path, { throwIfNoEntry: false })
    if (found) mended += mendBelow(path, found)
  }
  const doubtful =
    isTop || isWrong(stats)
      ? [...files.map(path => [path, lstatSync(path, { throwIfNoEntry: false })] as const), [folder, stats] as const]
      : []
  for (const [path, found] of doubtful) {
    if (!found || !isWrong(found)) continue
    close(path, found)
    mended++
  }
  return mended
}

/** Creates the folder if necessary and closes it, with all it contains, to others. */
export async function ownFolder(named: string): Promise<Privacy> {
  const folder = await made(named)
  const stats = statSync(folder)
  // Windows has other permissions
  if (process.getuid === undefined) return { mended: 0, isOpen: false }
  if (stats.uid !== process.getuid()) throw foreign(folder)
  if (isWrong(stats)) close(folder, stats)
  return { mended: mendBelow(folder, stats, true), isOpen: isWrong(statSync(folder)) }
}

export function tellPrivacy({ mended, isOpen }: Privacy, folder: string, log: Log): void {
  if (mended > 0)
    log.info(
      `数据目录 ${folder} 中有 ${mended} 个文件或目录可被其他系统账号读写，已收紧权限 / took the rights of other accounts from ${mended} `
        + `files and folders of the data folder`,
    )
  if (isOpen)
    log.error(
      `注意：${folder} 所在的文件系统不保存权限，其他系统账号能读取数据；请换一个目录 / the file system of the data folder keeps no rights: other `
        + `accounts can read it, name another folder`,
    )
}

/** as much as a change of a few records needs */
const TRIAL = Buffer.alloc(64 * 1024)

/** Fails where the folder takes no more: no room, no inodes, no right to write. */
export async function tryDisk(folder: string): Promise<void> {
  const file = join(folder, 'health.part')
  try {
    await writeSynced(file, TRIAL)
  } finally {
    await rm(file, { force: true })
  }
}
