/** Lets other work of the event loop run. */
export const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
