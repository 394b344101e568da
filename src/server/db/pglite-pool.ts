import { Worker } from 'node:worker_threads'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

interface QueryResult {
  command: string
  rowCount: number
  rows: Record<string, unknown>[]
}
interface Failure { message: string; code?: string; detail?: string; column?: string }
interface Reply { id: number; rows: Record<string, unknown>[]; rowCount: number; error?: Failure }
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

export class DatabaseError extends Error {
  code: string | undefined
  detail: string | undefined
  column: string | undefined
  constructor(failure: Failure) {
    super(failure.message)
    this.code = failure.code
    this.detail = failure.detail
    this.column = failure.column
  }
}

/** PostgreSQL reads every value from text; sending text spares PGlite's own, stricter conversions. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

class Rpc {
  #worker: Worker
  #waiting = new Map<number, Waiting>()
  #next = 0
  #dead: Error | undefined

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (reply: Reply) => this.#settle(reply))
    worker.on('error', error => this.#fail(error))
    worker.on('exit', () => this.#fail(new Error('The embedded database has stopped')))
  }

  send(sql: string | null, params: (string | null)[]): Promise<Reply> {
    if (this.#dead) return Promise.reject(this.#dead)
    const id = ++this.#next
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, sql, params })
    })
  }

  async close(): Promise<void> {
    await this.send(null, [])
    await this.#worker.terminate()
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.error) waiting?.reject(new DatabaseError(reply.error))
    else waiting?.resolve(reply)
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error))
    this.#dead = reason
    for (const waiting of this.#waiting.values()) waiting.reject(reason)
    this.#waiting.clear()
  }
}

/**
 * What Kysely's PostgreSQL dialect asks of a pool: PGlite then takes the very same code path as PostgreSQL.
 * It has one connection: whoever holds the client holds all of it, so transactions cannot mix.
 */
export class PglitePool implements PostgresPool {
  readonly options = {}
  #rpc: Rpc
  #queue: Promise<void> = Promise.resolve()

  constructor(rpc: Rpc) {
    this.#rpc = rpc
  }

  async connect(): Promise<PostgresPoolClient> {
    let free = (): void => {}
    const before = this.#queue
    this.#queue = new Promise(resolve => { free = resolve })
    await before
    const query = (sql: string, parameters: readonly unknown[]): Promise<QueryResult> => this.#query(sql, parameters)
    return { processID: 1, release: () => free(), query } as PostgresPoolClient
  }

  end(): Promise<void> {
    return this.#rpc.close()
  }

  async #query(sql: string, parameters: readonly unknown[]): Promise<QueryResult> {
    const reply = await this.#rpc.send(sql, parameters.map(toText))
    const command = /^\s*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? ''
    return { command, rowCount: reply.rowCount, rows: reply.rows }
  }
}

/** `dataDir` absent: in memory. */
export async function openPglite(dataDir?: string): Promise<PglitePool> {
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData: { dataDir }, execArgv: [] })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (first: { ready: boolean; error?: Failure }) => {
      worker.off('error', reject)
      if (first.ready) resolve()
      else reject(new DatabaseError(first.error ?? { message: 'unknown' }))
    })
  })
  return new PglitePool(new Rpc(worker))
}
