import { Kysely, PostgresDialect, type ConnectionBuilder, type PostgresPool, type TransactionBuilder } from 'kysely'
import { holding, refuseSecond } from './transactions.ts'

export type Value = string | number | null
/** Tables follow from entities, which are known only at run time; so rows are untyped records of columns. */
export type TableRow = Record<string, unknown>
export type Tables = Record<string, TableRow>
export type Database = Kysely<Tables>

/** How many connections of a database one request may take beside its own, all requests together. */
export interface Spare {
  left: number
}
const spares = new WeakMap<Database, Spare>()
/** Undefined where a second connection would wait for the first. */
export const spareOf = (db: Database): Spare | undefined => spares.get(db)

/** What holds one of its connections is refused another, see `SecondConnection`. */
class PooledDatabase extends Kysely<Tables> {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    const { options } = pool
    const connect = async (): ReturnType<PostgresPool['connect']> => {
      refuseSecond(pool)
      return pool.connect()
    }
    super({ dialect: new PostgresDialect({ pool: { options, connect, end: () => pool.end() } }) })
    this.#pool = pool
  }

  override transaction(): TransactionBuilder<Tables> {
    return holding(super.transaction(), this.#pool)
  }

  override connection(): ConnectionBuilder<Tables> {
    return holding(super.connection(), this.#pool)
  }
}

/** `spare`: that of another database on the same pool. */
export function databaseOn(
  pool: PostgresPool & { spare?: number },
  spare: Spare | undefined = pool.spare === undefined ? undefined : { left: pool.spare },
): Database {
  const db: Database = new PooledDatabase(pool)
  if (spare) spares.set(db, spare)
  return db
}
