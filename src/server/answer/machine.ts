/** What the machine of the server lacks or refuses. */
export interface MachineFault {
  /** for people who use the console: `服务器磁盘空间不足` */
  words: string
  /** whether it may be over by itself in a moment */
  passes: boolean
}

const DISK_FULL: MachineFault = { words: '服务器磁盘空间不足', passes: false }
const NOT_WRITABLE: MachineFault = { words: '服务器的数据目录不可写', passes: false }
const DISK_BROKEN: MachineFault = { words: '服务器的磁盘读写出错', passes: false }
const TOO_MANY_FILES: MachineFault = { words: '服务器同时打开的文件和连接过多', passes: true }
const NO_MEMORY: MachineFault = { words: '服务器内存不足', passes: true }
const TOO_MANY_PROCESSES: MachineFault = { words: '服务器的进程过多', passes: true }

/** By the codes of Node, and those of PostgreSQL where they mean the same. */
const FAULTS: ReadonlyMap<string, MachineFault> = new Map([
  ['ENOSPC', DISK_FULL],
  ['EDQUOT', DISK_FULL],
  ['EFBIG', DISK_FULL],
  ['53100', DISK_FULL],
  ['EROFS', NOT_WRITABLE],
  ['EACCES', NOT_WRITABLE],
  ['EPERM', NOT_WRITABLE],
  ['EIO', DISK_BROKEN],
  ['ENXIO', DISK_BROKEN],
  ['ENODEV', DISK_BROKEN],
  ['ESTALE', DISK_BROKEN],
  ['EMFILE', TOO_MANY_FILES],
  ['ENFILE', TOO_MANY_FILES],
  ['ENOMEM', NO_MEMORY],
  // of a process that cannot be started: nothing else of ours is told it
  ['EAGAIN', TOO_MANY_PROCESSES],
])

/** PostgreSQL reports a file that it may not write with the same code as a missing right in the database. */
const isFileRight = (code: string, message: string): boolean =>
  code === '42501' && /^could not .*(file|directory)/.test(message)

/** The fault of the machine that an error tells of; undefined for other errors. */
export function machineFault(error: unknown): MachineFault | undefined {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return isFileRight(String(code), String(message)) ? NOT_WRITABLE : FAULTS.get(String(code))
}
