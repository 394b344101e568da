import { AsyncLocalStorage } from 'node:async_hooks'
import { pause } from './pause.ts'
import { ticks } from './ticks.ts'

/** How background work makes room for requests where it takes a connection. */
export interface Precedence {
  /**
   * Background work waits for requests so many times as long as its last turn took, at most: under requests without end
   * it still gets its part of the time.
   */
  share: number
  /** limits of one wait, in milliseconds */
  least: number
  most: number
}

/** Where there is one connection, whoever holds it keeps all others waiting. */
export const ONE_CONNECTION: Precedence = { share: 4, least: 40, most: 200 }
/** Where there are several, it is the thread that is shared. */
export const SEVERAL_CONNECTIONS: Precedence = { share: 0.2, least: 5, most: 20 }

/** Resolves when `work` is over, or after so many milliseconds. */
async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Requests that are being answered, and background work that comes after them, one at a time. */
class Turns {
  #answering = 0
  #quiet: { reached: Promise<void>; resolve: () => void } | undefined
  #before: Promise<void> = Promise.resolve()
  #took = 0

  /** A request is being answered until what this gives is called; calling it again does nothing. */
  answering(): () => void {
    let isOver = false
    this.#answering++
    return () => {
      if (isOver) return
      isOver = true
      this.#answering--
      if (this.#answering > 0) return
      this.#quiet?.resolve()
      this.#quiet = undefined
    }
  }

  /** Waits for a turn of background work; it lasts until what this gives is called. */
  async take({ share, least, most }: Precedence): Promise<() => void> {
    const before = this.#before
    let pass = (): void => {}
    this.#before = new Promise(resolve => {
      pass = resolve
    })
    // whoever is before may itself wait for what comes after
    await atMost(most, before)
    if (this.#answering > 0) await atMost(Math.min(most, Math.max(least, this.#took * share)), this.#whenQuiet())
    else await pause()
    const began = ticks()
    return () => {
      this.#took = ticks() - began
      pass()
    }
  }

  #whenQuiet(): Promise<void> {
    if (!this.#quiet) {
      let resolve = (): void => {}
      const reached = new Promise<void>(done => {
        resolve = done
      })
      this.#quiet = { reached, resolve }
    }
    return this.#quiet.reached
  }
}

/** Of this process: its requests and its background work share one thread. */
const turns = new Turns()

interface Work {
  /** connections that it holds */
  holds: number
  /** milliseconds for which it has held any */
  held: number
  since: number
}
const works = new AsyncLocalStorage<Work>()
const NOTHING = (): void => {}

export const answering = (): (() => void) => turns.answering()

/** Work that no request waits for: whenever it takes a connection, requests come first. */
export const inBackground = <T>(work: () => Promise<T>): Promise<T> =>
  works.getStore() ? work() : works.run({ holds: 0, held: 0, since: 0 }, work)

/** Time as background work spends it: as long as it waits for requests, it stands still. */
export const workTicks = (): number => works.getStore()?.held ?? ticks()

/**
 * Waits before a connection is taken, if that is for background work; gives what is to be called when the connection is
 * given back. Work that holds one already goes on, or others would wait for it longer.
 */
export async function giveWay(precedence: Precedence): Promise<() => void> {
  const work = works.getStore()
  if (!work) return NOTHING
  const pass = work.holds === 0 ? await turns.take(precedence) : NOTHING
  if (work.holds++ === 0) work.since = ticks()
  return () => {
    if (--work.holds === 0) work.held += ticks() - work.since
    pass()
  }
}
