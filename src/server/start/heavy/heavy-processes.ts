import { Refusal } from '../../answer/refusal.ts'
import type { Heavy, HeavyInput, HeavyWork } from '../../heavy/heavy.ts'
import { HeavyProcessEnded, HeavyProcessLink } from './heavy-process-link.ts'
import type { HeavyLimits } from './messages.ts'
import { reads, wordsOf } from './words.ts'

/** Works at a time; more wait. Jobs and collections hold some of them for minutes: others are left for requests. */
const AT_ONCE = 8
/** A process without work is kept for this time, because the next work begins at once in it. */
const IDLE_MS = 60_000
const PATIENCE_MS = 900_000
export const LIMITS: HeavyLimits = { memory: 768, seconds: 120 }

interface Options {
  limits?: HeavyLimits
  atOnce?: number
  patience?: number
}

/** Heavy work, in processes that are started when there is some. */
export class HeavyProcesses implements Heavy {
  readonly #limits: HeavyLimits
  readonly #patience: number
  readonly #tell: (error: unknown) => void
  readonly #idle: { link: HeavyProcessLink; timer: NodeJS.Timeout }[] = []
  readonly #busy = new Set<HeavyProcessLink>()
  readonly #waiting: (() => void)[] = []
  #free: number
  #isClosed = false

  /** `tell`: hears of processes that have ended in the middle of their work. */
  constructor(
    tell: (error: unknown) => void,
    { limits = LIMITS, atOnce = AT_ONCE, patience = PATIENCE_MS }: Options = {},
  ) {
    this.#tell = tell
    this.#limits = limits
    this.#patience = patience
    this.#free = atOnce
  }

  async *run(
    work: HeavyWork,
    order: unknown,
    { input, signal }: HeavyInput<HeavyWork> = {},
  ): AsyncGenerator<never, void> {
    await this.#turn(signal)
    const feed = (input as AsyncIterable<unknown> | undefined)?.[Symbol.asyncIterator]()
    const link = this.#taken()
    const stop = (): void => link.kill()
    signal?.addEventListener('abort', stop, { once: true })
    let isDone = false
    try {
      // it may have been given up while it got its turn
      signal?.throwIfAborted()
      yield* link.run(work, order, feed) as AsyncGenerator<never, void>
      isDone = true
    } catch (error) {
      throw this.#told(work, error, signal)
    } finally {
      signal?.removeEventListener('abort', stop)
      await feed?.return?.()
      this.#release(link, isDone)
    }
  }

  close(): Promise<void> {
    this.#isClosed = true
    for (const { link, timer } of this.#idle.splice(0)) {
      clearTimeout(timer)
      link.kill()
    }
    for (const link of this.#busy) link.kill()
    return Promise.resolve()
  }

  /** Waits until fewer works are at it than may be. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0) {
      this.#free--
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1)
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.push(begin)
    })
  }

  #taken(): HeavyProcessLink {
    let link: HeavyProcessLink | undefined
    while (!link && this.#idle.length > 0) {
      const idle = this.#idle.pop()
      clearTimeout(idle?.timer)
      if (idle && !idle.link.hasFailed) link = idle.link
    }
    try {
      link ??= new HeavyProcessLink(this.#limits, this.#patience)
    } catch (error) {
      this.#passOn()
      throw error
    }
    this.#busy.add(link)
    return link
  }

  /** Of a work that was left in the middle nobody knows what its process is at. */
  #release(link: HeavyProcessLink, isDone: boolean): void {
    this.#busy.delete(link)
    if (isDone && !link.hasFailed && !this.#isClosed) {
      const timer = setTimeout(() => {
        this.#idle.splice(
          this.#idle.findIndex(one => one.link === link),
          1,
        )
        link.kill()
      }, IDLE_MS)
      timer.unref()
      this.#idle.push({ link, timer })
    } else link.kill()
    this.#passOn()
  }

  #passOn(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }

  #told(work: HeavyWork, error: unknown, signal: AbortSignal | undefined): unknown {
    if (signal?.aborted) return signal.reason
    if (!(error instanceof HeavyProcessEnded) || this.#isClosed) return error
    this.#tell(new Error(`${work}: ${error.ending}: ${error.message}`))
    return new Refusal(reads(work) ? 413 : 503, wordsOf(work, error.ending, this.#limits))
  }
}
