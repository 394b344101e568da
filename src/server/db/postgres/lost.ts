import { Unreachable } from '../../answer/unavailable.ts'
import type { Break } from '../outcome.ts'

/** A connection was dropped because it did not answer. The code is of PostgreSQL's class 08, connection exception. */
export class ConnectionLost extends Error {
  readonly code = '08006'
  /** the database still answers on other connections */
  readonly isAlone: boolean

  constructor(isAlone: boolean) {
    super(isAlone ? 'The connection did not answer and was thrown away' : 'The database does not answer')
    this.isAlone = isAlone
  }
}

/** Too many statements wait for a locked table already. The code is PostgreSQL's for an unavailable lock. */
export class TableHeld extends Error {
  readonly code = '55P03'
}

/** another process of the server has died, and all are ended */
const CRASHED = '57P02'
/** Said by the driver of a connection that it knows to be broken: nothing is sent over it. */
const UNSENT = /is not queryable$/

const CUT = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01'])
const CUT_WORDS = /^(Connection terminated( unexpectedly)?$|Client has encountered a connection error)/

/** The connection is broken; the statement may succeed on another one. */
export function isCut(error: unknown): boolean {
  if (error instanceof ConnectionLost) return error.isAlone
  return (
    error instanceof Error && (CUT.has(String((error as { code?: unknown }).code)) || CUT_WORDS.test(error.message))
  )
}

export function breakOf(error: Error): Break | undefined {
  const isBroken = error instanceof ConnectionLost || isCut(error) || (error as { code?: unknown }).code === CRASHED
  if (!isBroken) return undefined
  return error instanceof Unreachable || UNSENT.test(error.message) ? 'unsent' : 'unanswered'
}
