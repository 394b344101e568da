import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

/**
 * How much of a function of the database has to run (in bytes, as V8 counts) before V8 compiles it for speed. Its usual
 * 13 MB are over while a server starts, which then takes twice the processor, and for the largest function 600 MB of
 * memory for seconds. What is hot for longer is compiled all the same.
 */
const TIERING_BUDGET = 2_000_000_000

interface Failure {
  message: string
  code?: string
  /** ERROR: what was asked for was rolled back */
  severity?: string
  detail?: string
  column?: string
  broken?: boolean
}
export interface Reply {
  id: number
  rows: Record<string, unknown>[]
  rowCount: number
  error?: Failure
}
/** The answer to a statement; before it that the statement is done, while its answer waits for the disk; or the end. */
type Message = Reply | { id: number; isDone: true } | { broken: Failure }
interface Waiting {
  resolve: (reply: Reply) => void
  reject: (error: Error) => void
  onDone: () => void
}

export class DatabaseError extends Error {
  code: string | undefined
  severity: string | undefined
  detail: string | undefined
  column: string | undefined
  constructor({ message, code, severity, detail, column }: Failure) {
    super(message)
    Object.assign(this, { code, severity, detail, column })
  }
}

/** The embedded database has stopped or is being reopened; the code is PostgreSQL's for a shutdown. */
const gone = (): DatabaseError => new DatabaseError({ message: 'The embedded database has stopped', code: '57P01' })

/** A worker with an open database. A broken one stays broken; the pool opens another. */
export class WorkerLink {
  #worker: Worker
  #waiting = new Map<number, Waiting>()
  #next = 0
  #dead: Error | undefined
  /** resolves when the worker has exited and its files are closed */
  readonly ended: Promise<void>

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (message: Message) => this.#hear(message))
    worker.on('error', error => this.#fail(error))
    this.ended = new Promise(resolve =>
      worker.once('exit', () => {
        this.#fail(gone())
        resolve()
      }),
    )
  }

  /** the error that broke the database, if it is broken */
  get death(): Error | undefined {
    return this.#dead
  }

  /** `onDone` is called when the connection is free for the next statement; the answer may wait for the disk longer. */
  send(sql: string | null, params: (string | null)[], onDone: () => void = () => {}): Promise<Reply> {
    if (this.#dead) return Promise.reject(this.#dead)
    const id = ++this.#next
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onDone })
      this.#worker.postMessage({ id, sql, params })
    })
  }

  /** Closes in order within the time, else terminates the worker. */
  async close(within: number): Promise<void> {
    const timer = setTimeout(() => this.giveUp(gone()), within)
    if (!this.#dead)
      await this.send(null, [])
        .catch(() => undefined)
        .finally(() => clearTimeout(timer))
    clearTimeout(timer)
    await this.#worker.terminate()
  }

  giveUp(error: Error): void {
    this.#fail(error)
    void this.#worker.terminate()
  }

  #hear(message: Message): void {
    if ('broken' in message) this.giveUp(new DatabaseError(message.broken))
    else if ('isDone' in message) this.#waiting.get(message.id)?.onDone()
    else this.#settle(message)
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (!reply.error) {
      waiting?.resolve(reply)
      return
    }
    const error = new DatabaseError(reply.error)
    waiting?.reject(error)
    if (reply.error.broken) this.giveUp(error)
  }

  #fail(error: unknown): void {
    this.#dead ??= error instanceof Error ? error : new Error(String(error))
    for (const waiting of this.#waiting.values()) waiting.reject(this.#dead)
    this.#waiting.clear()
  }
}

/** `dataDir` absent: in memory. `isSynced`: what is acknowledged is on the disk. */
export async function openLink(dataDir: string | undefined, isSynced: boolean): Promise<WorkerLink> {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`)
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData: { dataDir, isSynced },
    execArgv: [],
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (first: { ready: boolean; error?: Failure }) => {
      worker.off('error', reject)
      if (first.ready) resolve()
      else reject(new DatabaseError(first.error ?? { message: 'unknown' }))
    })
  }).catch(async (error: unknown) => {
    await worker.terminate()
    throw error
  })
  return new WorkerLink(worker)
}
