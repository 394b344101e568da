import { CompiledQuery, sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { databaseOn, spareOf, type Database } from './database.ts'
import { apart } from './transactions.ts'

/**
 * All that `work` reads is of one moment, whatever others write meanwhile: two numbers of one page cannot disagree.
 * Statements that are asked at once run beside each other, as far as the database has connections to spare, and one
 * that fails leaves the others alone. What is still asked when `work` has ended is refused. Within a change it is read
 * as the change itself reads.
 */
export async function inOneReading<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (readings.has(db)) return work(db)
  const reading = new Reading(db)
  const within = databaseOn(reading)
  readings.add(within)
  const [done] = await Promise.allSettled([work(within)])
  const [ended] = await Promise.allSettled([reading.end()])
  if (done.status === 'rejected') throw done.reason
  // who was refused a connection, or lost it, has no numbers of one moment, whatever became of single questions
  if (ended.status === 'rejected') throw ended.reason
  return done.value
}

const readings = new WeakSet<Database>()

const begun = (db: Database) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')

/** A connection of a reading. */
class Line {
  isUsed = false
  /** what broke the connection */
  lost: unknown
  #isSaved = false
  readonly #tx: Database

  constructor(tx: Database) {
    this.#tx = tx
  }

  /** To read changes nothing, so one savepoint is enough to go on after whatever statement fails from now on. */
  async save(): Promise<void> {
    if (!this.#isSaved) await sql`savepoint reading`.execute(this.#tx)
    this.#isSaved = true
  }

  async ask(text: string, values: readonly unknown[]): Promise<unknown> {
    this.isUsed = true
    try {
      return await this.#tx.executeQuery(CompiledQuery.raw(text, [...values]))
    } catch (error) {
      await this.#recover().catch(() => {
        this.lost = error
      })
      throw error
    }
  }

  /** Where nothing has been read yet, another moment does as well. */
  async #recover(): Promise<void> {
    if (this.#isSaved) return void (await sql`rollback to savepoint reading`.execute(this.#tx))
    await sql`rollback and chain`.execute(this.#tx)
    // the chain forgets what a failed transaction was begun with
    await sql`set transaction isolation level repeatable read, read only`.execute(this.#tx)
  }

  /** The name by which other connections read of the same moment; none is given within a savepoint. */
  async share(): Promise<string> {
    if (this.#isSaved) await sql`release savepoint reading`.execute(this.#tx)
    this.#isSaved = false
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(this.#tx)
    return rows[0]?.id ?? ''
  }
}

interface Waiting {
  go(line: Line): void
  fail(error: unknown): void
}
/** Beside the first one: the database works for other requests, too. */
const MOST = 2

/**
 * Gives each statement the next connection that is free. The first one answers whatever the others do, so no reading
 * waits for a connection that another reading holds; the others are asked for when several statements wait.
 */
class Reading implements PostgresPool {
  readonly options = {}
  readonly #db: Database
  readonly #free: Line[] = []
  readonly #waiting: Waiting[] = []
  readonly #ended: Promise<void>
  #end = (): void => {}
  #first: Line | undefined
  #opening: Promise<void> | undefined
  #snapshot: string | undefined
  #refusal: unknown
  #lent = 0
  #others = 0

  constructor(db: Database) {
    this.#db = db
    this.#ended = new Promise(done => {
      this.#end = done
    })
  }

  async connect(): Promise<PostgresPoolClient> {
    let held: Line | undefined = await this.#take()
    const release = (): void => {
      if (held) this.#give(held)
      held = undefined
    }
    const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      for (;;) {
        const line = (held ??= await this.#take())
        try {
          return await line.ask(text, values)
        } catch (error) {
          if (line.lost === undefined || line === this.#first) throw error
          // another connection broke: the first one has the answer, too
          release()
        }
      }
    }
    return { query, release } as PostgresPoolClient
  }

  /**
   * Lets what runs come to its end, before the connections belong to others again; nobody waits for these to be given
   * back. Fails where the first one could not be had, or broke.
   */
  async end(): Promise<void> {
    const failure = this.#refusal
    this.#refuse(new Error('This reading is over'))
    if (this.#lent === 0) this.#end()
    await (this.#db.isTransaction ? this.#opening : this.#ended)
    if (failure !== undefined) throw failure
    if (this.#first?.lost !== undefined) throw this.#first.lost
  }

  #refuse(error: unknown): void {
    this.#refusal ??= error
    for (const { fail } of this.#waiting.splice(0)) fail(error)
  }

  #take(): Promise<Line> {
    if (this.#refusal !== undefined) return Promise.reject(this.#refusal)
    this.#opening ??= this.#open()
    const taken = new Promise<Line>((go, fail) => this.#waiting.push({ go, fail }))
    const line = this.#free.pop()
    if (line) void this.#lend(line)
    else this.#ask()
    return taken
  }

  #open(): Promise<void> {
    const stay = async (tx: Database): Promise<void> => {
      this.#first = new Line(tx)
      if (this.#db.isTransaction) await this.#first.save()
      await this.#lend(this.#first)
      await this.#ended
    }
    const opened = this.#db.isTransaction ? stay(this.#db) : begun(this.#db).execute(stay)
    // told to whoever asks, and to whoever ends the reading
    opened.catch((error: unknown) => this.#refuse(error))
    return opened
  }

  /**
   * One statement alone needs neither a savepoint nor company. What is asked while it is under way waits for it; what
   * is asked together afterwards is shared.
   */
  async #ready(line: Line): Promise<void> {
    if (line !== this.#first) return
    const canShare = this.#snapshot === undefined && (spareOf(this.#db)?.left ?? 0) > 0
    // whatever is asked in this moment stands in line by the next
    if (canShare && line.isUsed) await new Promise(setImmediate)
    const areMany = this.#waiting.length > 1
    if (canShare && areMany) this.#snapshot = await line.share()
    if (line.isUsed || areMany) await line.save()
    // who came while the savepoint was under way would wait for one another
    if (canShare && !areMany && this.#waiting.length > 1) return this.#ready(line)
    if (canShare) for (let nth = 1; nth < this.#waiting.length; nth++) this.#ask()
  }

  async #lend(line: Line): Promise<void> {
    try {
      await this.#ready(line)
    } catch (error) {
      return this.#refuse(error)
    }
    const next = this.#waiting.shift()
    if (!next) return void this.#free.push(line)
    this.#lent++
    next.go(line)
  }

  #give(line: Line): void {
    this.#lent--
    if (this.#refusal !== undefined) {
      if (this.#lent === 0) this.#end()
    } else if (line.lost === undefined || line === this.#first) void this.#lend(line)
  }

  /** Asks for another connection, where one may be had. */
  #ask(): void {
    const spare = spareOf(this.#db)
    if (this.#snapshot === undefined || !spare || spare.left <= 0 || this.#others >= MOST) return
    spare.left--
    this.#others++
    // without it the first one goes on alone
    const snapshot = this.#snapshot
    void apart(() => this.#help(snapshot))
      .catch(() => undefined)
      .finally(() => spare.left++)
  }

  #help(snapshot: string): Promise<void> {
    return begun(this.#db).execute(async tx => {
      if (this.#refusal !== undefined) return
      await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx)
      const line = new Line(tx)
      await line.save()
      await this.#lend(line)
      await this.#ended
    })
  }
}
