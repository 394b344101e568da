/** A connection that was thrown away because it did not answer. PostgreSQL's class 08: a connection failed. */
export class ConnectionLost extends Error {
  readonly code = '08006'
  /** whether the database answers on others */
  readonly isAlone: boolean

  constructor(isAlone: boolean) {
    super(isAlone ? 'The connection did not answer and was thrown away' : 'The database does not answer')
    this.isAlone = isAlone
  }
}

/** Enough statements wait already for a table that is locked. PostgreSQL's code for a lock that is not available. */
export class TableHeld extends Error {
  readonly code = '55P03'
}

const CUT = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', '57P01'])
const CUT_WORDS = /^(Connection terminated( unexpectedly)?$|Client has encountered a connection error)/

/** This connection is gone; another one may do. */
export function isCut(error: unknown): boolean {
  if (error instanceof ConnectionLost) return error.isAlone
  return (
    error instanceof Error && (CUT.has(String((error as { code?: unknown }).code)) || CUT_WORDS.test(error.message))
  )
}
