import { open, rm } from 'node:fs/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { ticks } from '../../time/ticks.ts'
import { isLong, LIMITS, type DatabaseLimits } from '../limits.ts'
import { DatabaseError, openLink, type WorkerLink } from './worker-link.ts'
import type { Traffic } from './tidy.ts'

const CANNOT_CONNECT_NOW = '57P03'
const DISK_FULL = '53100'
const isFull = (error: Error & { code?: unknown }): boolean => error.code === DISK_FULL
const away = (message: string): DatabaseError => new DatabaseError({ message, code: CANNOT_CONNECT_NOW })
/** To open takes a second of a processor: not for every request that finds it broken. */
const AGAIN_MS = 2000

/**
 * To open on a full disk a database has to write files of its own, a few hundred kilobytes: this much is held for it.
 */
const RESERVE = 1024 * 1024
const PIECE = Buffer.alloc(16 * 1024)
const reserveOf = (dataDir: string): string => `${dataDir}.reserve`
const giveReserve = (dataDir: string): Promise<void> => rm(reserveOf(dataDir), { force: true })

/**
 * As much as there is place for, and more of it when it is opened next: nobody else may take what the next opening
 * needs.
 */
async function holdReserve(dataDir: string): Promise<void> {
  const file = await open(reserveOf(dataDir), 'a', 0o600).catch(() => undefined)
  try {
    for (let { size } = (await file?.stat()) ?? { size: RESERVE }; size < RESERVE; size += PIECE.length)
      await file?.appendFile(PIECE)
  } catch {
    // the disk is full
  } finally {
    await file?.close()
  }
}

interface QueryResult {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}

/** PostgreSQL reads every value from text; sending text spares PGlite's own, stricter conversions. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

async function queryOn(link: WorkerLink, sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
  const reply = await link.send(sql, parameters.map(toText))
  const command = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
  return { command, rowCount: reply.rowCount, rows: reply.rows }
}

/**
 * What Kysely's PostgreSQL dialect asks of a pool: PGlite then takes the very same code path as PostgreSQL.
 * It has one connection: a client has all of it until it is released, so transactions cannot mix.
 */
export class PglitePool implements PostgresPool, Traffic {
  readonly options = {}
  #link: WorkerLink
  #dataDir: string | undefined
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0
  #asked = ticks()
  #limits: DatabaseLimits
  #failed: { at: number; error: Error } | undefined

  constructor(link: WorkerLink, dataDir: string | undefined, limits: DatabaseLimits = LIMITS) {
    this.#link = link
    this.#dataDir = dataDir
    this.#limits = limits
  }

  async connect(): Promise<PostgresPoolClient> {
    let free = (): void => {}
    const before = this.#queue
    this.#queue = new Promise(resolve => {
      free = resolve
    })
    this.#waiting++
    try {
      await this.#turn(before)
    } catch (error) {
      // its place in the row goes to the next one when it comes
      void before.then(free)
      throw error
    } finally {
      this.#waiting--
    }
    this.#asked = ticks()
    try {
      const link = await this.#living()
      let takesTime = false
      // a client stays with the link it began on: half of a transaction must not go on in another one
      const query = (sql: string, parameters: readonly unknown[]): Promise<QueryResult> => {
        takesTime ||= isLong(sql)
        return this.#within(takesTime, link, queryOn(link, sql, parameters))
      }
      return { processID: 1, release: () => free(), query } as PostgresPoolClient
    } catch (error) {
      free()
      throw error
    }
  }

  quietMs(): number {
    return ticks() - this.#asked
  }

  isAwaited(): boolean {
    return this.#waiting > 0
  }

  end(): Promise<void> {
    return this.#link.close(this.#limits.statement)
  }

  /** The one connection may be in use for long, by a backup say: requests that wait for it fail in time. */
  async #turn(before: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(away('The embedded database is taken by somebody else')), this.#limits.statement)
    })
    await Promise.race([before, late]).finally(() => clearTimeout(timer))
  }

  /** What does not come to an end is ended with its worker, and the next one gets a new one. */
  async #within(takesTime: boolean, link: WorkerLink, answer: Promise<QueryResult>): Promise<QueryResult> {
    if (takesTime) return answer
    const timer = setTimeout(
      () => link.giveUp(away('The embedded database did not answer in time')),
      this.#limits.statement,
    )
    return answer.finally(() => clearTimeout(timer))
  }

  /** A database that broke, on a full disk say, is opened again: it recovers from its log, as after a power cut. */
  async #living(): Promise<WorkerLink> {
    const { death } = this.#link
    if (!death || this.#dataDir === undefined) return this.#link
    if (this.#failed && ticks() - this.#failed.at < AGAIN_MS) throw this.#failed.error
    try {
      // two at once would spoil the folder
      await this.#link.ended
      if (isFull(death)) await giveReserve(this.#dataDir)
      this.#link = await openLink(this.#dataDir)
      this.#failed = undefined
      await holdReserve(this.#dataDir)
    } catch (cause) {
      // it says only that it does not start; what broke it before says why
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
export async function openPglite(dataDir?: string, limits?: DatabaseLimits): Promise<PglitePool> {
  const link = await openLink(dataDir)
  if (dataDir !== undefined) await holdReserve(dataDir)
  return new PglitePool(link, dataDir, limits)
}
