/** How people, terminals and managers of services tell a program to end. */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'] as const
/** A terminal that closes says so more than once, and means no more by it. */
const ONCE_IS_ENOUGH = 'SIGHUP'
/** What some programs take orders by: without a listener the one ends the process, the other opens it to debuggers. */
const NO_ORDERS = ['SIGUSR1', 'SIGUSR2'] as const

/** Signals that mean nothing here do nothing. */
export function passOver(): void {
  for (const signal of NO_ORDERS) process.on(signal, () => undefined)
}

/** Calls `end` at the first signal to end; the second ends the process at once. */
export function endBySignal(end: () => void): void {
  let isEnding = false
  const stop = (): void => {
    // without a listener the next one has its usual effect
    for (const signal of ENDING) if (signal !== ONCE_IS_ENOUGH) process.removeListener(signal, stop)
    if (isEnding) return
    isEnding = true
    end()
  }
  for (const signal of ENDING) process.on(signal, stop)
}
