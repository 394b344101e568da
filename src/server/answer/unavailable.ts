import { OUTCOME_UNKNOWN } from '../../core/contract/api.ts'
import { machineFault, type MachineFault } from './machine.ts'
import { Refusal, SERVER_FAULT } from './refusal.ts'

/** What an error of the database or of a disk means for whoever asked, where it is no fault of the program. */
export type Trouble =
  /** cannot be reached, or takes no statements from us */
  | 'away'
  /** the database is there, and takes no changes */
  | 'readOnly'
  /** it is another machine's that is the database now, see `OtherPrimary` */
  | 'replaced'
  /** the answer to a commit was lost */
  | 'unknown'
  /** one of two transactions was given up: the same again will do */
  | 'again'
  /** a statement took longer than it may */
  | 'cancelled'
  /** another version has changed the tables */
  | 'otherTables'
  /** the server's own machine lacks something, see machine.ts */
  | 'machine'

/**
 * By code, else by class (its first two letters). What is not listed is a fault of ours: a statement that is wrong, a
 * value that does not fit. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const SQLSTATES: Readonly<Record<string, Trouble>> = {
  // connection exception
  '08': 'away',
  '08007': 'unknown',
  // read only; idle in a transaction, or in one for too long
  25006: 'readOnly',
  '25P03': 'away',
  '25P04': 'away',
  // who we are is refused; our database or our tables are gone, or closed to us
  28: 'away',
  '3D': 'away',
  '3F': 'away',
  42501: 'away',
  // serialization, deadlock
  40: 'again',
  40003: 'unknown',
  '42P01': 'otherTables',
  42703: 'otherTables',
  // too few of something
  53: 'away',
  // not in the state for it: starting, closed, promoted just now; a lock that others hold
  55: 'away',
  '55P03': 'again',
  55006: 'again',
  // an operator, or a shutdown
  57: 'away',
  57014: 'cancelled',
  // the machine below
  58: 'away',
  // its own settings cannot be read
  F0: 'away',
}
const SQLSTATE = /^[0-9A-Z]{5}$/

/** Errors of network and disk, as Node names them. */
const SYSTEM: Readonly<Record<string, Trouble>> = {
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ECONNABORTED: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  EHOSTDOWN: 'away',
  ENETUNREACH: 'away',
  ENETDOWN: 'away',
  EADDRNOTAVAIL: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  EAI_FAIL: 'away',
}

/** Messages of the driver for broken connections, which come without a code. */
const BROKEN_CONNECTION = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Client was closed',
  'read ECONNRESET',
]

type Coded = Error & { code?: unknown }
const codeOf = ({ code }: Coded): string => String(code ?? '')

/** An error of the driver, with what is known of it here. */
class Explained extends Error {
  readonly code: unknown
  constructor(cause: Coded) {
    // several addresses that all failed make an error without a message of its own
    super(cause.message || codeOf(cause), { cause })
    this.code = cause.code
  }
}

/** No connection could be had, whatever the reason: each names another one, from a socket to a certificate. */
export class Unreachable extends Explained {}

/** The connection broke between a commit and its answer: the change may be kept or not. */
export class OutcomeUnknown extends Explained {}

/** The database that answers is none that may be written to: another one has taken its place. */
export class OtherPrimary extends Error {
  /** PostgreSQL's for a connection that one side will not have */
  readonly code = '08004'
}

/** Of a connection that is not permitted: it says nothing of the data folder. */
const NOT_PERMITTED = new Set(['EACCES', 'EPERM'])
const machineOf = (error: Coded): MachineFault | undefined =>
  error instanceof Unreachable && NOT_PERMITTED.has(codeOf(error)) ? undefined : machineFault(error)

function namedTrouble(error: Coded): Trouble | undefined {
  if (error instanceof OtherPrimary) return 'replaced'
  if (error instanceof OutcomeUnknown) return 'unknown'
  if (machineOf(error)) return 'machine'
  const code = codeOf(error)
  const named = SYSTEM[code] ?? (SQLSTATE.test(code) ? (SQLSTATES[code] ?? SQLSTATES[code.slice(0, 2)]) : undefined)
  return named ?? (BROKEN_CONNECTION.some(start => error.message.startsWith(start)) ? 'away' : undefined)
}

export const troubleOf = (error: Coded): Trouble | undefined =>
  namedTrouble(error) ?? (error instanceof Unreachable ? 'away' : undefined)

/** Cancelled, because the statement exceeded its time limit. */
export const CANCELLED = '57014'

/** No such column, no such table: the server made them at its start, so another version has changed them since. */
export const isOfOtherTables = (error: Coded): boolean => troubleOf(error) === 'otherTables'

const GONE: ReadonlySet<Trouble | undefined> = new Set<Trouble>(['away', 'replaced', 'unknown'])
/** The database cannot be reached, if only for want of files to open, or does not take statements. */
export const isAway = (error: Coded): boolean => error instanceof Unreachable || GONE.has(troubleOf(error))

/**
 * Codes of what waiting does not mend: a wrong password or name, a missing right, an address that no name server knows.
 */
const LASTING = /^(28|3D|3F|42501)|^ENOTFOUND$/
/** The database may answer in a while, as one that is starting does. */
export const isStarting = (error: Coded): boolean => namedTrouble(error) === 'away' && !LASTING.test(codeOf(error))

const WORDS: Readonly<Record<Exclude<Trouble, 'machine'>, string>> = {
  away: '数据库暂时不可用，请稍后重试',
  readOnly: '数据库当前是只读的，本次操作没有保存，请稍后重试或联系管理员',
  replaced: '数据库已切换到另一台机器，本服务连的不是现在的主库，本次操作没有保存，请联系管理员',
  unknown: '不确定是否已保存：数据库暂时不可用，请稍后重试。重试前请先核对，以免重复',
  again: '系统繁忙，本次操作没有保存，请重试',
  cancelled: '处理时间过长，已停止，本次操作没有保存。请缩小范围后重试',
  otherTables: '数据库已由另一个版本的服务改过，本服务须升级或重新启动，本次操作没有保存，请联系管理员',
}

/** The change may have been kept; `data.reason` tells it to the console. */
export const outcomeUnknown = (words = WORDS.unknown): Refusal =>
  new Refusal(503, words, undefined, { reason: OUTCOME_UNKNOWN })

/**
 * The refusal for a temporary fault of the database; undefined for other errors. But where the outcome is unknown the
 * transaction was rolled back, so the user can repeat the request.
 */
export function unavailable(error: Coded): Refusal | undefined {
  const trouble = troubleOf(error)
  if (trouble === 'unknown') return outcomeUnknown()
  if (trouble === 'machine') return new Refusal(503, machineOf(error)?.refusal ?? SERVER_FAULT)
  return trouble && new Refusal(503, WORDS[trouble])
}

/** What is told of an error to the person whose work it ended. */
export const wordsFor = (error: unknown): string =>
  error instanceof Refusal ? error.message : (unavailable(error as Error)?.message ?? SERVER_FAULT)
