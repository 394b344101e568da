/** The file system then writes its journal for several of them at once. */
const TOGETHER = 8

/**
 * Does something with each, some at a time, in the order in which they come. After a failure no more are begun; it is
 * thrown when those under way have ended, so that whoever clears up after it meets nothing new.
 */
export async function someAtATime<T>(all: Iterable<T>, work: (one: T) => Promise<unknown>): Promise<void> {
  const left = all[Symbol.iterator]()
  let hasFailed = false
  const hand = async (): Promise<void> => {
    try {
      for (let next = left.next(); !hasFailed && !next.done; next = left.next()) await work(next.value)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  for (const ended of await Promise.allSettled(Array.from({ length: TOGETHER }, hand)))
    if (ended.status === 'rejected') throw ended.reason
}
