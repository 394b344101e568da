import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

/** A file that the operating system keeps locked for as long as this process has it open, and not a moment longer. */
export interface HeldFile {
  readonly fd: number
  /** whether the file of this name is still the one that is locked */
  isInPlace(): boolean
  release(): void
}

function noLocks(path: string, error: unknown): StartRefusal {
  return new StartRefusal(
    `不能锁定 ${path}：${messageOf(error)}。这个系统或文件系统没有可靠的文件锁，两个服务可能同时写同一目录并损坏数据，所以没有启动。请把 DATA_DIR 放到本机磁盘上，或用 `
      + `DATABASE_URL 指定 PostgreSQL。`,
    `Cannot lock ${path}: this system or file system offers no locks, and two servers on one folder would `
      + `destroy it. Put DATA_DIR on a local disk, or use a PostgreSQL (DATABASE_URL).`,
  )
}

function cannotOpen(path: string, error: unknown): StartRefusal {
  return new StartRefusal(
    `不能写入 ${path}：${messageOf(error)}。请检查磁盘空间和目录权限（数据目录不能是只读的），或用 DATA_DIR 指定另一个目录。`,
    `Cannot write ${path}: check disk space and permissions (the data folder must not be read-only), or name `
      + `another folder with DATA_DIR.`,
  )
}

function opened(path: string, make: boolean): number {
  try {
    return openSync(path, constants.O_RDWR | (make ? constants.O_CREAT : 0), 0o600)
  } catch (error) {
    throw cannotOpen(path, error)
  }
}

/** Loaded here and not before: servers on PostgreSQL need no locks of files. */
async function locked(fd: number, path: string): Promise<boolean> {
  try {
    const { tryLock } = await import('fs-native-extensions')
    return tryLock(fd)
  } catch (error) {
    throw noLocks(path, error)
  }
}

function isSame(fd: number, path: string): boolean {
  try {
    const [open, named] = [fstatSync(fd), statSync(path)]
    return open.ino === named.ino && open.dev === named.dev
  } catch {
    return false
  }
}

const TRIES = 10

/**
 * `undefined` where somebody else holds it. A holder that leaves deletes its file: what was locked must still have its
 * name.
 */
export async function holdFile(path: string, make: boolean): Promise<HeldFile | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const fd = opened(path, make)
    try {
      if (!(await locked(fd, path))) {
        closeSync(fd)
        return undefined
      }
    } catch (error) {
      closeSync(fd)
      throw error
    }
    if (isSame(fd, path)) return { fd, isInPlace: () => isSame(fd, path), release: () => closeSync(fd) }
    closeSync(fd)
  }
  return undefined
}
