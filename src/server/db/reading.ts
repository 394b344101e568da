import { CompiledQuery, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { databaseOn, spareOf, type Database, type Spare } from './database.ts'

/**
 * All that `work` reads is of one moment, whatever others write meanwhile: two numbers of one page cannot disagree.
 * Statements that are asked at once run beside each other, as far as the database has connections to spare, and one
 * that fails leaves the others alone. Within a change it is read as the change itself reads.
 */
export function inOneReading<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (readings.has(db)) return work(db)
  if (db.isTransaction) return readOn(db, undefined, work)
  return begun(db).execute(async tx => {
    const spare = spareOf(db)
    if (!spare) return readOn(tx, undefined, work)
    // of one that has a savepoint already nothing can be shared
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(tx)
    return readOn(tx, { db, spare, snapshot: rows[0]?.id ?? '' }, work)
  })
}

const readings = new WeakSet<Database>()

const begun = (db: Database) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

async function readOn<T>(tx: Database, shared: Shared | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  const reading = new Reading(await lineOn(tx), shared)
  const db = databaseOn(reading)
  readings.add(db)
  try {
    return await work(db)
  } finally {
    await reading.end()
  }
}

/** A connection of a reading. */
interface Line {
  ask(text: string, values: readonly unknown[]): Promise<unknown>
  isLost: boolean
}

/** To read changes nothing, so one savepoint at the beginning is enough to go on after whatever statement failed. */
async function lineOn(tx: Database): Promise<Line> {
  await sql`savepoint reading`.execute(tx)
  const line: Line = {
    isLost: false,
    ask: async (text, values) => {
      try {
        return await tx.executeQuery(CompiledQuery.raw(text, [...values]))
      } catch (error) {
        await sql`rollback to savepoint reading`.execute(tx).catch(() => {
          line.isLost = true
        })
        throw error
      }
    },
  }
  return line
}

/** What further connections need to read of the same moment. */
interface Shared {
  db: Database
  spare: Spare
  snapshot: string
}
/** Beside the first one: the database works for other requests, too. */
const MOST = 2

/**
 * Gives each statement the next connection that is free. The first one answers whatever the others do, so no reading
 * waits for a connection that another reading holds.
 */
class Reading implements PostgresPool {
  readonly options = {}
  readonly #first: Line
  readonly #shared: Shared | undefined
  readonly #free: Line[]
  readonly #waiting: ((line: Line) => void)[] = []
  readonly #ended: Promise<void>
  #end = (): void => {}
  #isOver = false
  #others = 0

  constructor(first: Line, shared: Shared | undefined) {
    this.#first = first
    this.#free = [first]
    this.#shared = shared
    this.#ended = new Promise(done => {
      this.#end = done
    })
  }

  async connect(): Promise<PostgresPoolClient> {
    const line = this.#free.pop() ?? (await this.#next())
    const query = (text: string, values: readonly unknown[]): Promise<unknown> => line.ask(text, values)
    return { query, release: () => this.#give(line) } as PostgresPoolClient
  }

  end(): Promise<void> {
    this.#isOver = true
    this.#end()
    return Promise.resolve()
  }

  #next(): Promise<Line> {
    if (this.#shared && this.#others < MOST && this.#shared.spare.left > 0) void this.#help(this.#shared)
    return new Promise(done => this.#waiting.push(done))
  }

  #give(line: Line): void {
    if (line.isLost && line !== this.#first) return
    const next = this.#waiting.shift()
    if (next) next(line)
    else this.#free.push(line)
  }

  async #help({ db, spare, snapshot }: Shared): Promise<void> {
    spare.left--
    this.#others++
    try {
      await begun(db).execute(async tx => {
        if (this.#isOver) return
        await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx)
        this.#give(await lineOn(tx))
        await this.#ended
      })
    } catch {
      // the first one goes on alone
    } finally {
      spare.left++
    }
  }
}
