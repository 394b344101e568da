import { Worker } from 'node:worker_threads'

interface Failure {
  message: string
  code?: string
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
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void }

export class DatabaseError extends Error {
  code: string | undefined
  detail: string | undefined
  column: string | undefined
  constructor({ message, code, detail, column }: Failure) {
    super(message)
    Object.assign(this, { code, detail, column })
  }
}

/** The embedded database is away: stopped, or about to be opened again. PostgreSQL's code for it. */
const gone = (): DatabaseError => new DatabaseError({ message: 'The embedded database has stopped', code: '57P01' })

/** One worker with one open database. Once it is broken it stays so, and another one must be opened. */
export class WorkerLink {
  #worker: Worker
  #waiting = new Map<number, Waiting>()
  #next = 0
  #dead: Error | undefined
  /** when the worker is gone and its files are closed */
  readonly ended: Promise<void>

  constructor(worker: Worker) {
    this.#worker = worker
    worker.on('message', (reply: Reply) => this.#settle(reply))
    worker.on('error', error => this.#fail(error))
    this.ended = new Promise(resolve =>
      worker.once('exit', () => {
        this.#fail(gone())
        resolve()
      }),
    )
  }

  /** why it answers nothing any more */
  get death(): Error | undefined {
    return this.#dead
  }

  send(sql: string | null, params: (string | null)[]): Promise<Reply> {
    if (this.#dead) return Promise.reject(this.#dead)
    const id = ++this.#next
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#worker.postMessage({ id, sql, params })
    })
  }

  /** In order, if it comes to that within the time. */
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

/** `dataDir` absent: in memory. */
export async function openLink(dataDir: string | undefined): Promise<WorkerLink> {
  const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: { dataDir }, execArgv: [] })
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
