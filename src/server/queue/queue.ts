import { Signs } from './signs.ts'
import { poll } from './watch.ts'
import type { Worker } from './worker.ts'

/** How work of one kind is claimed, done, and claimed again if its worker has died. */
export interface QueueOptions<Claim> {
  /** whether this instance can do such work now; while it cannot, all of it is left to others */
  mayWork(): Promise<boolean>
  /** claims the oldest waiting work for this instance; undefined if there is none */
  claim(): Promise<Claim | undefined>
  /** does the work and stores its result; `stop` is aborted on shutdown, and another instance then continues */
  run(claim: Claim, stop: AbortSignal): Promise<void>
  /** writes a sign of life to the database, every `beatMs` while `run` is at work */
  beat(claim: Claim): Promise<unknown>
  beatMs: number
  /** most work at a time in this instance */
  atOnce: number
  /** polling interval, to find work of crashed instances; new work of this instance wakes the queue at once */
  lookMs: number
  /** releases or ends work whose sign of life has not changed for `lostAfter` milliseconds */
  onLost?: { lostAfter: number; sweep(signs: Signs): Promise<unknown> }
  /** enqueues work that has become due, before each poll */
  before?(): Promise<unknown>
  /** further work after each poll */
  after?(): Promise<unknown>
  fault(error: unknown): void
}

/** A queue in the database, shared by all instances; each claim belongs to one of them. */
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
      // if the result could not be stored, the signs of life end and another instance takes over
      fault(error)
    } finally {
      clearInterval(beating)
    }
  }

  async function look(): Promise<void> {
    if (!(await options.mayWork())) return
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

  const watching = poll(look, options.lookMs, fault, () => Promise.all(working))
  return {
    wake: watching.wake,
    close: async () => {
      stop.abort(new Error('The server ends'))
      await watching.close()
      await Promise.all(working)
    },
  }
}
