import { CompiledQuery, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { databaseOn, type Database } from './database.ts'
import { inParts } from './parts.ts'

/** Writes several things of a kind in few statements. */
export type WriteMany<T> = (tx: Database, items: readonly T[]) => Promise<void>

const gatherings = new WeakMap<Database, Gathering>()

/** Writes at once; within a gathering together with others of its kind, before anything else is asked for. */
export async function write<T>(tx: Database, many: WriteMany<T>, item: T): Promise<void> {
  const gathering = gatherings.get(tx)
  if (gathering) gathering.keep(many, item)
  else await many(tx, [item])
}

interface Waiting {
  items: unknown[]
  send(tx: Database): Promise<void>
}

/** SQL that changes nothing, so that what has asked for it and then been refused leaves nothing behind. */
const READS = /^\s*(?:\/\*[^*]*\*\/\s*)?select\b/i

/** Something in the gathering failed and cannot be taken back alone: its work has to be done one by one. */
export class Torn extends Error {}

/** The state of a gathering. */
export class Gathering implements PostgresPool {
  readonly options = {}
  readonly #tx: Database
  readonly #waiting = new Map<unknown, Waiting>()
  #sending: Promise<void> = Promise.resolve()
  /** a statement has failed, or a part of the work that would have been taken back alone */
  isTorn = false
  /** how often anything has been written, or is about to be */
  writes = 0

  constructor(tx: Database) {
    this.#tx = tx
  }

  keep<T>(many: WriteMany<T>, item: T): void {
    this.writes++
    const waiting = this.#waiting.get(many)
    if (waiting) waiting.items.push(item)
    else {
      const items = [item]
      this.#waiting.set(many, { items, send: tx => many(tx, items) })
    }
  }

  /** Writes what waits. After a failure it fails again and again. */
  send(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#drain())
    return this.#sending
  }

  /** Work whose failure would have to be taken back alone. */
  async part<T>(work: () => Promise<T>): Promise<T> {
    const before = this.writes
    try {
      return await work()
    } catch (error) {
      this.isTorn ||= this.writes > before
      throw error
    }
  }

  connect(): Promise<PostgresPoolClient> {
    const query = (text: string, values: readonly unknown[]): Promise<unknown> => this.#ask(text, values)
    return Promise.resolve({ query, release: () => undefined } as PostgresPoolClient)
  }

  end(): Promise<void> {
    return Promise.resolve()
  }

  async #ask(text: string, values: readonly unknown[]): Promise<unknown> {
    await this.send()
    if (!READS.test(text)) this.writes++
    try {
      const { rows, numAffectedRows } = await this.#tx.executeQuery(CompiledQuery.raw(text, [...values]))
      return numAffectedRows === undefined ? { rows } : { command: 'UPDATE', rowCount: Number(numAffectedRows), rows }
    } catch (error) {
      this.isTorn = true
      throw error
    }
  }

  async #drain(): Promise<void> {
    try {
      // what is written may have more written
      while (this.#waiting.size > 0) {
        const all = [...this.#waiting.values()]
        this.#waiting.clear()
        for (const { send } of all) await send(this.#tx)
      }
    } catch (error) {
      this.isTorn = true
      throw error
    }
  }
}

/**
 * One transaction for the work of many records, done one after another: what `write` is given waits until something is
 * asked of the database, or until the end, and then takes one statement where each record would have taken its own.
 * Parts of the work have no savepoints: throws `Torn`, and keeps nothing, where one would have had to be taken back.
 */
export async function gathered<T>(
  whole: Database,
  work: (db: Database, gathering: Gathering) => Promise<T>,
): Promise<T> {
  let isOver = false
  const done = whole.transaction().execute(async tx => {
    const gathering = new Gathering(tx)
    const db: Database = inParts(
      whole,
      databaseOn(gathering),
      () => isOver,
      part => gathering.part(() => part(db)),
    )
    gatherings.set(tx, gathering)
    gatherings.set(db, gathering)
    const result = await work(db, gathering)
    await gathering.send()
    if (gathering.isTorn) throw new Torn()
    return result
  })
  return done.finally(() => {
    isOver = true
  })
}
