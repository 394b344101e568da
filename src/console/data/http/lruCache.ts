/**
 * Answers that are on no page now wait for who comes back, but not all of a working day: what was used longest ago
 * goes.
 */
export interface LruCache {
  /** somebody looks at it */
  retain(key: string): void
  release(key: string): void
}

export function createLruCache(largest: number, drop: (key: string) => void): LruCache {
  /** how many look at each, in the order of last use */
  const users = new Map<string, number>()
  function use(key: string, by: number): void {
    const count = (users.get(key) ?? 0) + by
    users.delete(key)
    users.set(key, count)
  }
  function clear(): void {
    const idle = [...users].filter(([, count]) => count === 0)
    for (const [key] of idle.slice(0, Math.max(0, idle.length - largest))) {
      users.delete(key)
      drop(key)
    }
  }
  return {
    retain: key => use(key, 1),
    release: key => {
      use(key, -1)
      clear()
    },
  }
}
