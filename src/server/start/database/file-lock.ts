import { closeSync, constants, fstatSync, openSync, statSync } from 'node:fs'
import { messageOf, StartRefusal } from '../settings/refusal.ts'

/** A file locked by the operating system for as long as this process keeps it open. */
export interface HeldFile {
  readonly fd: number
  /** whether the path still leads to the locked file */
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

/** Loaded on demand, because servers on PostgreSQL need no file locks. */
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
 * `undefined` if another process holds it. The holder deletes its file when it exits, so after locking, the path is
 * checked to lead to the locked file.
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
