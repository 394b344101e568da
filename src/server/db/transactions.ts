import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'

/** A connection that some work holds until it ends. */
interface Hold {
  pool: PostgresPool
  outer: Hold | undefined
  isOver: boolean
}

const holds = new AsyncLocalStorage<Hold | undefined>()
const works = new AsyncLocalStorage<string>()

/** Runs a call, or work of the server's own, under the name by which errors of the database layer tell of it. */
export const inWork = <T>(name: string, work: () => Promise<T>): Promise<T> => works.run(name, work)

/**
 * Work that holds a connection asked the pool for another one instead of using what it holds. On the embedded database,
 * which has one, it would wait for itself; on PostgreSQL all would wait for each other once each connection is held by
 * such work.
 */
export class SecondConnection extends Error {
  readonly code = 'second-connection'

  constructor(work: string | undefined) {
    super(`A connection was asked for within a transaction${work === undefined ? '' : ` of ${work}`}: use its own`)
  }
}

/** Fails where the work in progress holds a connection of this pool. */
export function refuseSecond(pool: PostgresPool): void {
  for (let hold = holds.getStore(); hold; hold = hold.outer)
    if (hold.pool === pool && !hold.isOver) throw new SecondConnection(works.getStore())
}

/** Work that neither holds the connection of whoever began it, nor is waited for by it. */
export const apart = <T>(work: () => T): T => holds.run(undefined, work)

async function held<T>(pool: PostgresPool, work: () => Promise<T>): Promise<T> {
  const hold: Hold = { pool, outer: holds.getStore(), isOver: false }
  try {
    return await holds.run(hold, work)
  } finally {
    hold.isOver = true
  }
}

type Method = (...args: unknown[]) => object
type Work = (db: unknown) => Promise<unknown>

/** A builder of transactions, or of connections, whose work is known to hold a connection of the pool. */
export function holding<B extends object>(builder: B, pool: PostgresPool): B {
  return new Proxy(builder, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      const method = (value as Method).bind(target)
      if (name !== 'execute') return (...args: unknown[]) => holding(method(...args), pool)
      return (work: Work, ...more: unknown[]) => method((db: unknown) => held(pool, () => work(db)), ...more)
    },
  })
}
