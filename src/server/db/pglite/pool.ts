import { open, rm } from 'node:fs/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { ticks } from '../../time/ticks.ts'
import { isLong, LIMITS, type DatabaseLimits } from '../limits.ts'
import { Outcome, type Break } from '../outcome.ts'
import { DatabaseError, openLink, type WorkerLink } from './worker-link.ts'
import type { Traffic } from './tidy.ts'
import { Turns } from './turns.ts'
import { markUnsynced, syncMarked } from './unsynced.ts'

const CANNOT_CONNECT_NOW = '57P03'
const DISK_FULL = '53100'
const isFull = (error: Error & { code?: unknown }): boolean => error.code === DISK_FULL
const away = (message: string): DatabaseError => new DatabaseError({ message, code: CANNOT_CONNECT_NOW })
/**
 * Pause between attempts to reopen a broken database: opening costs a second of CPU and should not happen for every
 * request.
 */
const AGAIN_MS = 2000

/**
 * PGlite needs to write in order to open: what the last changes had not yet brought into their tables, some megabytes,
 * and mostly a new segment of its log, 16 MiB. This reserve file is deleted on a full disk to make room for that.
 */
const RESERVE = 24 * 1024 * 1024
const PIECE = Buffer.alloc(16 * 1024)
const reserveOf = (dataDir: string): string => `${dataDir}.reserve`
const giveReserve = (dataDir: string): Promise<void> => rm(reserveOf(dataDir), { force: true })

/** Grows the reserve file as far as the disk allows; the next opening continues, if the disk is full now. */
async function holdReserve(dataDir: string): Promise<void> {
  const file = await open(reserveOf(dataDir), 'a', 0o600).catch(() => undefined)
  try {
    for (let { size } = (await file?.stat()) ?? { size: RESERVE }; size < RESERVE; size += PIECE.length)
      await file?.appendFile(PIECE)
  } catch {
    // the disk is full: a smaller reserve has to do
  } finally {
    await file?.close()
  }
}

interface QueryResult {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

/**
 * Parameters are sent as text, which PostgreSQL parses by itself; PGlite's own conversions are stricter and would
 * refuse some values.
 */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function queryOn(
  link: WorkerLink,
  sql: string,
  parameters: readonly unknown[],
  onDone: () => void,
): Promise<QueryResult> {
  const reply = await link.send(sql, parameters.map(toText), onDone)
  const command = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  return { command, rowCount: reply.rowCount, rows: reply.rows }
}

export interface Opening {
  limits?: DatabaseLimits
  /** what is acknowledged is on the disk; without, it is there when the system writes it, seconds later */
  isSynced?: boolean
}

/**
 * The pool interface of Kysely's PostgreSQL dialect, so that PGlite runs through the same code as PostgreSQL. PGlite
 * has one connection: a client holds it exclusively for a transaction, so transactions cannot interleave.
 */
export class PglitePool implements PostgresPool, Traffic {
  readonly options = {}
  #link: WorkerLink
  #dataDir: string | undefined
  #turns = new Turns()
  #asked = ticks()
  #limits: DatabaseLimits
  #isSynced: boolean
  #failed: { at: number; error: Error } | undefined

  constructor(link: WorkerLink, dataDir: string | undefined, { limits = LIMITS, isSynced = true }: Opening) {
    this.#link = link
    this.#dataDir = dataDir
    this.#limits = limits
    this.#isSynced = isSynced
  }

  async connect(): Promise<PostgresPoolClient> {
    let pass: (() => void) | undefined = await this.#turn()
    const release = (): void => {
      pass?.()
      pass = undefined
    }
    this.#asked = ticks()
    try {
      const link = await this.#living()
      let takesTime = false
      const outcome = new Outcome()
      const breakOf = (error: Error): Break | undefined => {
        if (!link.death) return undefined
        return error instanceof DatabaseError && error.severity === 'ERROR' ? 'unsent' : 'unanswered'
      }
      // a client keeps its worker: after a restart the second half of a transaction must not run in a new database
      const query = async (sql: string, parameters: readonly unknown[]): Promise<unknown> => {
        takesTime ||= isLong(sql)
        // the turn has passed on with what this client did before, while that waited for the disk
        pass ??= await this.#turn()
        const send = (): Promise<QueryResult> => this.#within(takesTime, link, queryOn(link, sql, parameters, release))
        return outcome.of(sql, send, breakOf)
      }
      return { processID: 1, release, query } as PostgresPoolClient
    } catch (error) {
      release()
      throw error
    }
  }

  quietMs(): number {
    return ticks() - this.#asked
  }

  isAwaited(): boolean {
    return this.#turns.isAwaited
  }

  end(): Promise<void> {
    return this.#link.close(this.#limits.statement)
  }

  /** Long work (a backup, for instance) may hold the only connection: waiting requests give up after a limit. */
  #turn(): Promise<() => void> {
    return this.#turns.take(this.#limits.statement, () => away('The embedded database is taken by somebody else'))
  }

  /**
   * A statement beyond its time limit cannot be cancelled in PGlite: its worker is terminated, and the next client
   * opens a new one.
   */
  async #within(takesTime: boolean, link: WorkerLink, answer: Promise<QueryResult>): Promise<QueryResult> {
    if (takesTime) return answer
    const timer = setTimeout(
      () => link.giveUp(away('The embedded database did not answer in time')),
      this.#limits.statement,
    )
    return answer.finally(() => clearTimeout(timer))
  }

  /** Reopens a database that broke, e.g. on a full disk: it recovers from its write-ahead log, as after a power cut. */
  async #living(): Promise<WorkerLink> {
    const { death } = this.#link
    if (!death || this.#dataDir === undefined) return this.#link
    if (this.#failed && ticks() - this.#failed.at < AGAIN_MS) throw this.#failed.error
    try {
      // two workers on one folder would corrupt it
      await this.#link.ended
      if (isFull(death)) await giveReserve(this.#dataDir)
      this.#link = await openLink(this.#dataDir, this.#isSynced)
      this.#failed = undefined
      await holdReserve(this.#dataDir)
    } catch (cause) {
      // the error on opening says little; the error that broke the database names the cause
      const code = isFull(death) ? DISK_FULL : CANNOT_CONNECT_NOW
      const error = new DatabaseError({
        message: `The embedded database does not open again: ${cause instanceof Error ? cause.message : String(cause)}`,
        code,
      })
      this.#failed = { at: ticks(), error }
      throw error
    }
    return this.#link
  }
}

/** `dataDir` absent: in memory. */
export async function openPglite(dataDir?: string, opening: Opening = {}): Promise<PglitePool> {
  const isSynced = opening.isSynced ?? true
  if (dataDir !== undefined) await (isSynced ? syncMarked(dataDir) : markUnsynced(dataDir))
  const link = await openLink(dataDir, isSynced)
  if (dataDir !== undefined) await holdReserve(dataDir)
  return new PglitePool(link, dataDir, opening)
}
