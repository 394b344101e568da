/** What the machine of the server lacks or refuses, in words for people who use the console. */
export interface MachineFault {
  /** for machines that ask how the server is */
  name: string
  /** what it is, to be put into a sentence about some work */
  words: string
  english: string
  /** what a call is refused with */
  refusal: string
}

const DISK_FULL: MachineFault = {
  name: 'disk-full',
  words: '服务器磁盘空间不足',
  english: 'the disk is full',
  refusal: '服务器磁盘空间不足，本次操作没有保存，请联系管理员',
}
const NOT_WRITABLE: MachineFault = {
  name: 'not-writable',
  words: '服务器的数据目录不可写',
  english: 'the data folder cannot be written',
  refusal: '服务器的数据目录不可写，本次操作没有保存，请联系管理员',
}
const DISK_BROKEN: MachineFault = {
  name: 'disk-broken',
  words: '服务器的磁盘读写出错',
  english: 'the disk cannot be read or written',
  refusal: '服务器的磁盘读写出错，本次操作没有完成，请联系管理员',
}
const TOO_MANY_FILES: MachineFault = {
  name: 'too-many-files',
  words: '服务器同时打开的文件和连接过多',
  english: 'no more files or connections can be opened',
  refusal: '服务器同时打开的文件和连接过多，本次操作没有完成，请稍后重试；多次出现请联系管理员',
}
const NO_MEMORY: MachineFault = {
  name: 'no-memory',
  words: '服务器内存不足',
  english: 'there is not enough memory',
  refusal: '服务器内存不足，本次操作没有完成，请稍后重试；多次出现请联系管理员',
}
const TOO_MANY_PROCESSES: MachineFault = {
  name: 'too-many-processes',
  words: '服务器的进程过多',
  english: 'no more processes can be started',
  refusal: '服务器的进程过多，本次操作没有完成，请稍后重试；多次出现请联系管理员',
}

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
  ['53000', TOO_MANY_FILES],
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
