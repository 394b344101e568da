import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { DatabaseError, openLink, type WorkerLink } from './pglite-worker-link.ts'
import type { Traffic } from './tidy.ts'

const CANNOT_CONNECT_NOW = '57P03'
const DISK_FULL = '53100'
/** To open takes a second of a processor: not for every request that finds it broken. */
const AGAIN_MS = 2000

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
 * It has one connection: whoever holds the client holds all of it, so transactions cannot mix.
 */
export class PglitePool implements PostgresPool, Traffic {
  readonly options = {}
  #link: WorkerLink
  #dataDir: string | undefined
  #queue: Promise<void> = Promise.resolve()
  #waiting = 0
  #asked = Date.now()
  #failed: { at: number; error: Error } | undefined

  constructor(link: WorkerLink, dataDir: string | undefined) {
    this.#link = link
    this.#dataDir = dataDir
  }

  async connect(): Promise<PostgresPoolClient> {
    let free = (): void => {}
    const before = this.#queue
    this.#queue = new Promise(resolve => { free = resolve })
    this.#waiting++
    await before
    this.#waiting--
    this.#asked = Date.now()
    try {
      const link = await this.#living()
      // a client stays with the link it began on: half of a transaction must not go on in another one
      const query = (sql: string, parameters: readonly unknown[]): Promise<QueryResult> => queryOn(link, sql, parameters)
      return { processID: 1, release: () => free(), query } as PostgresPoolClient
    } catch (error) {
      free()
      throw error
    }
  }

  quietMs(): number {
    return Date.now() - this.#asked
  }

  isAwaited(): boolean {
    return this.#waiting > 0
  }

  end(): Promise<void> {
    return this.#link.close()
  }

  /** A database that broke, on a full disk say, is opened again: it recovers from its log, as after a power cut. */
  async #living(): Promise<WorkerLink> {
    const { death } = this.#link
    if (!death || this.#dataDir === undefined) return this.#link
    if (this.#failed && Date.now() - this.#failed.at < AGAIN_MS) throw this.#failed.error
    try {
      this.#link = await openLink(this.#dataDir)
      this.#failed = undefined
    } catch (cause) {
      // it says only that it does not start; what broke it before says why
      const code = (death as { code?: unknown }).code === DISK_FULL ? DISK_FULL : CANNOT_CONNECT_NOW
      const error = new DatabaseError({ message: `The embedded database does not open again: ${cause instanceof Error ? cause.message : String(cause)}`, code })
      this.#failed = { at: Date.now(), error }
      throw error
    }
    return this.#link
  }
}

/** `dataDir` absent: in memory. */
export async function openPglite(dataDir?: string): Promise<PglitePool> {
  return new PglitePool(await openLink(dataDir), dataDir)
}
