export interface Watch {
  /** there is work: look now rather than in a moment */
  wake(): void
  /** looks no more; answers when the last look is over */
  close(): Promise<void>
}

/** Looks now, every so often, and whenever it is woken: one look after the other, and none is missed. */
export function watch(look: () => Promise<unknown>, everyMs: number, fault: (error: unknown) => void): Watch {
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
