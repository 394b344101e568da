/** Lets everything else that waits in this process have its turn. */
export const pause = (): Promise<void> => new Promise(resolve => setImmediate(resolve))
