import { Refusal } from './refusal.ts'

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
const NOT_WRITABLE = new Set(['EROFS', 'EACCES', 'EPERM'])
/** PostgreSQL reports a file that it may not write with the same code as a missing right in the database. */
const isFileRight = (code: string, message: string): boolean =>
  code === '42501' && /^could not .*(file|directory)/.test(message)
/** Codes of Node's network errors, and of a PostgreSQL that stops, starts, recovers or has no room, or cannot sync. */
const AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '58030',
  '53200',
  '53300',
  '25006',
  '25P03',
])
/**
 * Serialization failure, deadlock, lock timeout: one of two transactions was aborted, and repeating the request will
 * work.
 */
const AGAIN = new Set(['40001', '40P01', '55P03'])
/** No such column, no such table: the server made them at its start, so another version has changed them since. */
const OTHER_TABLES = new Set(['42703', '42P01'])
export const isOfOtherTables = (error: Error & { code?: unknown }): boolean =>
  OTHER_TABLES.has(String(error.code ?? ''))
/** Cancelled, because the statement exceeded its time limit. */
export const CANCELLED = '57014'
/** Messages of the driver for broken connections, which come without a code. */
const BROKEN_CONNECTION = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'read ECONNRESET',
]

/** The database cannot be reached, or does not take statements. */
export function isAway(error: Error & { code?: unknown }): boolean {
  const code = String(error.code ?? '')
  return AWAY.has(code) || code.startsWith('08') || BROKEN_CONNECTION.some(start => error.message.startsWith(start))
}

/**
 * The refusal for a temporary fault of the database; undefined for other errors. The transaction was rolled back, so
 * the user can repeat the request.
 */
export function unavailable(error: Error & { code?: unknown }): Refusal | undefined {
  const code = String(error.code ?? '')
  if (DISK_FULL.has(code)) return new Refusal(503, '服务器磁盘空间不足，本次操作没有保存，请联系管理员')
  if (NOT_WRITABLE.has(code) || isFileRight(code, error.message))
    return new Refusal(503, '服务器的数据目录不可写，本次操作没有保存，请联系管理员')
  if (AGAIN.has(code)) return new Refusal(503, '系统繁忙，本次操作没有保存，请重试')
  if (code === CANCELLED) return new Refusal(503, '处理时间过长，已停止，本次操作没有保存。请缩小范围后重试')
  if (OTHER_TABLES.has(code))
    return new Refusal(503, '数据库已由另一个版本的服务改过，本服务须升级或重新启动，本次操作没有保存，请联系管理员')
  if (isAway(error)) return new Refusal(503, '数据库暂时不可用，请稍后重试')
  return undefined
}
