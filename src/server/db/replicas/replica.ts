import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { CANCELLED, isAway } from '../../answer/unavailable.ts'
import { databaseOn, type Database, type Spare } from '../database.ts'
import type { PreparingPool } from '../postgres/prepared.ts'
import { placeOf } from './progress.ts'

/** Which database it is: two with the same are the primary and its copies, or copies of one. */
export interface Identity {
  /** what PostgreSQL gives a cluster when it is made, and its physical copies keep */
  cluster: string
  /** which of the cluster's databases */
  database: number
}
export const IDENTITY = sql`(select system_identifier::text from pg_control_system()) as cluster,
  (select oid::int8 from pg_database where datname = current_database()) as database`

/** `away`: does not answer; `late`: too far behind; `wrong`: no copy of the primary that follows it. */
export type State = 'ready' | 'late' | 'away' | 'wrong'
export type Seen =
  { state: 'away'; error: unknown } | { state: 'standing'; identity: Identity; isStandby: boolean; replayed: bigint }

/** What one call asks of a replica. */
export interface Asked {
  db: Database
  /** a statement has failed that might not on the primary; whatever was made of that is no answer */
  hasFailed(): boolean
}

/** "canceling statement due to conflict with recovery" */
const CONFLICT = '40001'

/** One replica as this process sees it. */
export class Replica {
  readonly name: string
  /** until it has been seen */
  state: State = 'away'
  /** what the operator knows of it */
  told: State | undefined
  /** what it has seen of the primary's log, when it was looked at last */
  replayed = 0n
  /** calls that are asking it now */
  asking = 0
  readonly #pool: PreparingPool
  readonly #db: Database
  readonly #spare: Spare
  #looking: Promise<Seen> | undefined

  constructor(name: string, pool: PreparingPool) {
    this.name = name
    this.#pool = pool
    this.#spare = { left: pool.spare }
    this.#db = databaseOn(pool, this.#spare)
  }

  /** Looks at it now; whoever asks meanwhile is told the same. */
  look(): Promise<Seen> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined
    })
    return this.#looking
  }

  async #look(again = true): Promise<Seen> {
    try {
      const { rows } = await sql<{ cluster: string; database: number; isStandby: boolean; replayed: string }>`
        select ${IDENTITY}, pg_is_in_recovery() as "isStandby",
          coalesce(pg_last_wal_replay_lsn(), '0/0')::text as replayed`.execute(this.#db)
      const [{ cluster = '', database = 0, isStandby = false, replayed = '0/0' } = {}] = rows
      this.replayed = placeOf(replayed)
      return { state: 'standing', identity: { cluster, database }, isStandby, replayed: this.replayed }
    } catch (error) {
      // what the primary changes may have it cancel any statement: one that says so is there
      if (again && (error as { code?: unknown }).code === CONFLICT) return this.#look(false)
      return { state: 'away', error }
    }
  }

  ask(): Asked {
    const asked = new Asking(this.#pool, error => {
      if (isAway(error) && this.state === 'ready') this.state = 'away'
    })
    return { db: databaseOn(asked, this.#spare), hasFailed: () => asked.hasFailed }
  }

  hasten(): void {
    this.#pool.hasten()
  }

  close(): Promise<void> {
    return this.#db.destroy()
  }
}

/** Notices what fails of all that one call asks, whoever takes the failure for an answer. */
class Asking implements PostgresPool {
  readonly options = {}
  hasFailed = false
  readonly #pool: PreparingPool
  readonly #failed: (error: Error) => void

  constructor(pool: PreparingPool, failed: (error: Error) => void) {
    this.#pool = pool
    this.#failed = failed
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      try {
        return await (client.query as (text: string, values: readonly unknown[]) => Promise<unknown>)(text, values)
      } catch (error) {
        // what took too long here would take too long there
        if ((error as { code?: unknown }).code !== CANCELLED) this.hasFailed = true
        this.#failed(error as Error)
        throw error
      }
    }
    return { query, release: () => client.release() } as PostgresPoolClient
  }

  end(): Promise<void> {
    return Promise.resolve()
  }
}
