import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { CANCELLED, isAway } from '../../answer/unavailable.ts'
import { databaseOn, type Database, type Spare } from '../database.ts'
import type { PreparingPool } from '../postgres/prepared.ts'
import { TIMELINE } from '../postgres/standing.ts'
import { carriedBy, type Carried } from './incarnation.ts'
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

/**
 * `away`: does not answer; `late`: too far behind; `other`: follows another primary, one of before a failover for
 * instance, or has not come to where this one began; `primary`: has been promoted; `wrong`: no copy of the primary.
 */
export type State = 'ready' | 'late' | 'other' | 'away' | 'primary' | 'wrong'
export interface Standing {
  identity: Identity
  timeline: number
  isStandby: boolean
  replayed: bigint
  /** which primary its data is of */
  carried: Carried | undefined
}
export type Seen = { state: 'away'; error: unknown } | ({ state: 'standing' } & Standing)

/** What one call asks of a replica. */
export interface Asked {
  db: Database
  /** a statement has failed that might not on the primary; whatever was made of that is no answer */
  hasFailed(): boolean
}

/** "canceling statement due to conflict with recovery" */
const CONFLICT = '40001'

const ASKED = sql<Identity & { isStandby: boolean; replayed: string; timeline: number }>`select ${IDENTITY},
  pg_is_in_recovery() as "isStandby", coalesce(pg_last_wal_replay_lsn(), '0/0')::text as replayed,
  ${sql.raw(TIMELINE)} as timeline`

/** A pool of its connections; each new one is admitted first. */
export type OpenPool = (admit: (on: PostgresPool) => Promise<void>) => PreparingPool

/** One replica as this process sees it. */
export class Replica {
  readonly name: string
  /** until it has been seen */
  state: State = 'away'
  /** what the operator knows of it */
  told: State | undefined
  /** what it has seen of the primary's log, when it was looked at last */
  replayed = 0n
  /** of the primary that its data is of */
  incarnation: string | undefined
  /** calls that are asking it now */
  asking = 0
  readonly #pool: PreparingPool
  readonly #db: Database
  readonly #spare: Spare
  #looking: Promise<Seen> | undefined

  constructor(name: string, open: OpenPool) {
    this.name = name
    this.#pool = open(on => this.#admit(databaseOn(on)))
    this.#spare = { left: this.#pool.spare }
    this.#db = databaseOn(this.#pool, this.#spare)
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
      const standing = await this.#standing(this.#db)
      this.replayed = standing.replayed
      this.incarnation = standing.carried?.incarnation
      return { state: 'standing', ...standing }
    } catch (error) {
      // what the primary changes may have it cancel any statement: one that says so is there
      if (again && (error as { code?: unknown }).code === CONFLICT) return this.#look(false)
      return { state: 'away', error }
    }
  }

  async #standing(db: Database): Promise<Standing> {
    const carried = await carriedBy(db)
    const { rows } = await ASKED.execute(db)
    const [{ cluster = '', database = 0, isStandby = false, replayed = '0/0', timeline = 0 } = {}] = rows
    return { identity: { cluster, database }, timeline, isStandby, replayed: placeOf(replayed), carried }
  }

  /**
   * At the opening of a connection: a replica that was started anew shows for a moment less than it has shown before,
   * and another machine may stand at its address.
   */
  async #admit(db: Database): Promise<void> {
    const before = { replayed: this.replayed, incarnation: this.incarnation }
    const { replayed, carried, isStandby } = await this.#standing(db)
    const isLess = replayed < before.replayed || carried?.incarnation !== before.incarnation || !isStandby
    if (!isLess) return
    this.replayed = replayed
    this.incarnation = carried?.incarnation
    if (this.state === 'ready') {
      this.state = 'away'
      throw new Error('The replica shows less than it has shown before')
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
