import { apart } from '../db/transactions.ts'
import { every } from '../time/clock.ts'

export interface Poller {
  /** looks for work now instead of at the next poll */
  wake(): void
  /** stops polling; resolves when the current poll is over */
  close(): Promise<void>
}

/**
 * Calls `look` now, at intervals, and when woken, within no transaction of whoever wakes it. Calls never overlap, and a
 * wake during a call leads to another one. `settled` resolves when what the calls have begun is done, for a clock that
 * waits for the work of its intervals.
 */
export function poll(
  look: () => Promise<unknown>,
  everyMs: number,
  fault: (error: unknown) => void,
  settled: () => unknown = () => undefined,
): Poller {
  let going: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  let isClosed = false
  const wake = (): void => {
    if (isWaiting || isClosed) return
    isWaiting = true
    going = going
      .then(() => {
        isWaiting = false
        return isClosed ? undefined : apart(look)
      })
      .catch(fault)
  }
  wake()
  const end = every(everyMs, () => {
    wake()
    return going.then(settled)
  })
  return {
    wake,
    close: async () => {
      isClosed = true
      end()
      await going
    },
  }
}
