import { Signs } from './signs.ts'
import { watch } from './watch.ts'
import type { Worker } from './worker.ts'

/** How work of one kind that waits in the database is found, done and, where its worker is gone, found again. */
export interface QueueOptions<Claim> {
  /** takes what has waited longest, for this instance alone; nothing where nothing waits */
  claim(): Promise<Claim | undefined>
  /** does it, and writes down how it ended; `stop` says that the server ends: what is left is for the next instance */
  run(claim: Claim, stop: AbortSignal): Promise<void>
  /** leaves a sign of life in the database, every `beatMs` while `run` is at it */
  beat(claim: Claim): Promise<unknown>
  beatMs: number
  /** so many at once, in this instance */
  atOnce: number
  /** how often to look for what another instance has left; work that is put in here wakes the queue at once */
  lookMs: number
  /** begins anew, or ends, the work of those whose signs have stayed the same for `lostAfter` milliseconds */
  onLost?: { lostAfter: number; sweep(signs: Signs): Promise<unknown> }
  /** puts in what has come due, before each look */
  before?(): Promise<unknown>
  /** does what else waits, after each look */
  after?(): Promise<unknown>
  fault(error: unknown): void
}

/**
 * Works off what waits in the database, wherever it was asked for. Each claim is one instance's; several instances may
 * look at the same table.
 */
export function createQueue<Claim>(options: QueueOptions<Claim>): Worker {
  const { claim, run, beat, onLost, before, after, fault } = options
  const stop = new AbortController()
  const working = new Set<Promise<void>>()
  const signs = onLost && new Signs(onLost.lostAfter)

  async function workOn(mine: Claim): Promise<void> {
    const beating = setInterval(() => void beat(mine).catch(fault), options.beatMs)
    try {
      await run(mine, stop.signal)
    } catch (error) {
      // if even its end could not be written down, its signs stop here and it is taken for lost
      fault(error)
    } finally {
      clearInterval(beating)
    }
  }

  async function look(): Promise<void> {
    if (signs) await onLost?.sweep(signs)
    await before?.()
    while (working.size < options.atOnce && !stop.signal.aborted) {
      const mine = await claim()
      if (mine === undefined) break
      const work = workOn(mine).finally(() => {
        working.delete(work)
        watching.wake()
      })
      working.add(work)
    }
    await after?.()
  }

  const watching = watch(look, options.lookMs, fault)
  return {
    wake: watching.wake,
    close: async () => {
      stop.abort(new Error('The server ends'))
      await watching.close()
      await Promise.all(working)
    },
  }
}
