import { sql } from 'kysely'
import { CANCELLED } from '../../answer/unavailable.ts'
import { ticks } from '../../time/ticks.ts'
import type { Database } from '../database.ts'
import type { Lineage } from '../postgres/standing.ts'
import { END_OF_LOG, type Wrote } from '../written.ts'
import { sayWhich, type Carried } from './incarnation.ts'
import { placeOf, Progress } from './progress.ts'
import { IDENTITY, type Identity, type Replica, type Seen, type State } from './replica.ts'

/** Told of each replica that is left aside or taken again. */
export type Tell = (name: string, state: State, error?: unknown) => void

interface Options {
  primary: Database
  replicas: readonly Replica[]
  /** milliseconds behind the primary from which a replica is left aside */
  lag: number
  tell: Tell
  /** told of each primary that a replica is, or follows */
  heard?: (lineage: Lineage) => void
}

const EVERY_MS = 1000
/** A read waits so long for a replica to say how far it is; then the primary answers. */
const ASK_MS = 250

/**
 * Answers reads on replicas, and on the primary whatever no replica may or can answer. A replica answers somebody only
 * if it has replayed all that they have written, and only while it follows the primary closely. How far that is is
 * known by a place in the log, which means something only within one incarnation of the primary.
 */
export class Replicas {
  readonly #options: Options
  readonly #progress: Progress
  #identity: Identity | undefined
  #carried: Carried | undefined
  #floor = 0n
  #turn = 0
  #looking: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
    this.#progress = new Progress(options.lag * 2)
  }

  /** Looks for the first time, and goes on looking. */
  async start(): Promise<void> {
    await this.look()
    this.#timer = setInterval(() => void this.look(), EVERY_MS)
    this.#timer.unref()
  }

  /** What was made of the tables until now is needed to read them: no replica answers that has not got it. */
  async made(): Promise<void> {
    await this.look()
    const { rows } = await sql<{ place: string }>`select ${END_OF_LOG}::text as place`.execute(this.#options.primary)
    this.#floor = placeOf(rows[0]?.place ?? '0/0')
  }

  /**
   * `after`: what the reader has written. `work` only reads; it is done on one
   * replica, and again on the primary if a statement failed or something was refused: what a replica does not find may
   * be on its way. `primary`: a connection to it that the reader has already.
   */
  async read<T>(
    after: Wrote | undefined,
    work: (db: Database) => Promise<T>,
    primary: Database = this.#options.primary,
  ): Promise<T> {
    const replica = await this.#replicaFor(after)
    if (!replica) return work(primary)
    replica.asking++
    const { db, hasFailed } = replica.ask()
    try {
      const answer = await work(db)
      if (!hasFailed()) return answer
    } catch (error) {
      if ((error as { code?: unknown }).code === CANCELLED) throw error
    } finally {
      replica.asking--
    }
    if (replica.state !== 'ready') void this.#lookAt(replica)
    return work(primary)
  }

  get states(): State[] {
    return this.#options.replicas.map(({ state }) => state)
  }

  async #replicaFor(wrote: Wrote | undefined): Promise<Replica | undefined> {
    const place = wrote?.place ? placeOf(wrote.place) : 0n
    const wanted = place > this.#floor ? place : this.#floor
    // of the session's own reading, which may know of a crash that no look has seen yet
    const isOf = ({ incarnation }: Replica): boolean => wrote === undefined || incarnation === wrote.incarnation
    const ready = this.#options.replicas.filter(replica => replica.state === 'ready' && isOf(replica))
    const there = this.#idlest(ready.filter(({ replayed }) => replayed >= wanted))
    if (there) return there
    const next = this.#idlest(ready)
    if (!next) return undefined
    // since the last look it may have come there
    await Promise.race([next.look(), new Promise(resolve => setTimeout(resolve, ASK_MS).unref())])
    return next.replayed >= wanted && isOf(next) ? next : undefined
  }

  /** They take turns where none has less to do. */
  #idlest(replicas: readonly Replica[]): Replica | undefined {
    const least = Math.min(...replicas.map(({ asking }) => asking))
    const idle = replicas.filter(({ asking }) => asking === least)
    return idle[this.#turn++ % Math.max(idle.length, 1)]
  }

  /** One that does not answer holds up nobody's look at the others. */
  async look(): Promise<void> {
    this.#looking ??= this.#lookAtPrimary().finally(() => {
      this.#looking = undefined
    })
    await this.#looking
    await this.lookAround()
  }

  /** At the replicas alone. */
  async lookAround(): Promise<void> {
    await Promise.all(this.#options.replicas.map(replica => this.#lookAt(replica)))
  }

  /** While it does not answer, or is a replica itself until it is promoted, what is known of it holds. */
  async #lookAtPrimary(): Promise<void> {
    try {
      const { rows } = await sql<Identity & { flushed: string }>`
        select ${IDENTITY}, pg_current_wal_flush_lsn()::text as flushed`.execute(this.#options.primary)
      const [row] = rows
      if (!row) return
      this.#identity = { cluster: row.cluster, database: row.database }
      this.#progress.note(placeOf(row.flushed), ticks())
      this.#carried = await sayWhich(this.#options.primary)
    } catch {
      // whoever needs it now is told so
    }
  }

  async #lookAt(replica: Replica): Promise<void> {
    const seen = await replica.look()
    const state = this.#stateOf(seen)
    const before = replica.told
    replica.state = state
    replica.told = state
    if (state !== before) this.#options.tell(replica.name, state, seen.state === 'away' ? seen.error : undefined)
  }

  #stateOf(seen: Seen): State {
    if (seen.state === 'away') return 'away'
    const { identity, isStandby, replayed, timeline, carried } = seen
    const isCopy = identity.cluster === this.#identity?.cluster && identity.database === this.#identity.database
    if (this.#identity && !isCopy) return 'wrong'
    const system = identity.cluster
    if (carried) this.#options.heard?.(carried)
    this.#options.heard?.({ system, timeline })
    if (!isStandby) return 'primary'
    if (this.#carried && carried?.incarnation !== this.#carried.incarnation) return 'other'
    return this.#progress.lag(replayed, ticks()) > this.#options.lag ? 'late' : 'ready'
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(this.#options.replicas.map(replica => replica.close()))
  }

  hasten(): void {
    for (const replica of this.#options.replicas) replica.hasten()
  }
}
