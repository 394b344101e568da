export interface Poller {
  /** looks for work now instead of at the next poll */
  wake(): void
  /** stops polling; resolves when the current poll is over */
  close(): Promise<void>
}

/**
 * Calls `look` now, at intervals, and when woken. Calls never overlap, and a wake during a call leads to another one.
 */
export function poll(look: () => Promise<unknown>, everyMs: number, fault: (error: unknown) => void): Poller {
  let going: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  let isClosed = false
  const wake = (): void => {
    if (isWaiting || isClosed) return
    isWaiting = true
    going = going
      .then(() => {
        isWaiting = false
        return isClosed ? undefined : look()
      })
      .catch(fault)
  }
  wake()
  const timer = setInterval(wake, everyMs)
  timer.unref()
  return {
    wake,
    close: async () => {
      isClosed = true
      clearInterval(timer)
      await going
    },
  }
}
