/** Keeps answers that no page shows at present, up to a limit; drops the least recently used. */
export interface LruCache {
  /** a component uses the answer */
  retain(key: string): void
  release(key: string): void
}

export function createLruCache(largest: number, drop: (key: string) => void): LruCache {
  /** number of users of each key, ordered by last use */
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
