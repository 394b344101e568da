import { createHash } from 'node:crypto'
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { Connection, Lender } from './connections.ts'
import { noteStatement } from '../written.ts'
import { Outcome } from '../outcome.ts'
import { breakOf, isCut } from './lost.ts'
import type { Primary } from './primary.ts'

const MARK = '/* prepared */ '
/**
 * Mark at the beginning of a statement that uses the same index for any parameters. Planning it takes longer than
 * running it, so each connection prepares it once.
 */
export const PREPARED = sql.raw(MARK)

/** A prepared plan takes a third of a megabyte in each connection: only frequent statements get one, up to a limit. */
const OFTEN = 3
const MOST = 100
const REMEMBERED = 1000

/**
 * "Cached plan must not change result type": a column changed after the plan was made. The pool drops the connection
 * together with its plans.
 */
const STALE = '0A000'

class Names {
  #asked = new Map<string, number>()
  #names = new Map<string, string>()

  of(text: string): string | undefined {
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= MOST) return name
    if (this.#asked.size >= REMEMBERED) this.#asked.clear()
    const times = (this.#asked.get(text) ?? 0) + 1
    this.#asked.set(text, times)
    if (times >= OFTEN) this.#names.set(text, createHash('sha256').update(text).digest('hex').slice(0, 32))
    return this.#names.get(text)
  }
}

/** Statements without side effects, which may be sent again on another connection. */
const HARMLESS = /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|begin|start transaction)\b/i

/** How the pool ends: milliseconds for statements in progress on `end` and on a hastened end; then `cut` is called. */
interface Farewell {
  within: number
  hasten: number
  cut(): void
}

async function byName(prepared: Lender, text: string, values: readonly unknown[], name: string): Promise<unknown> {
  const connection = await prepared.connect(text)
  let failed = true
  try {
    const answer = await connection.query(text, values, name)
    failed = false
    return answer
  } finally {
    connection.release(failed)
  }
}

/**
 * Two pools: one plans each statement for its values, the other uses prepared plans. A transaction stays on one
 * connection.
 */
export class PreparingPool implements PostgresPool {
  readonly options = {}
  readonly spare: number
  /** the machine that it leads to, and how it is chosen */
  readonly primary: Primary | undefined
  #ordinary: Lender
  #prepared: Lender | undefined
  #names = new Names()
  #farewell: Farewell | undefined

  /** Without `prepared` all statements are planned each time: where the next one may meet another connection. */
  constructor(ordinary: Lender, prepared?: Lender, farewell?: Farewell, spare = 0, primary?: Primary) {
    this.spare = spare
    this.primary = primary
    this.#ordinary = ordinary
    this.#prepared = prepared
    this.#farewell = farewell
  }

  /** Which pool lends the connection is decided by the first statement. */
  connect(): Promise<PostgresPoolClient> {
    let held: Promise<Connection> | undefined
    const first = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      held = this.#ordinary.connect(text)
      return (await held).query(text, values)
    }
    const outcome = new Outcome()
    const send = async (text: string, values: readonly unknown[]): Promise<unknown> => {
      if (held !== undefined) return (await held).query(text, values)
      const name = this.#prepared && text.startsWith(MARK) ? this.#names.of(text) : undefined
      if (this.#prepared && name !== undefined) {
        try {
          return await byName(this.#prepared, text, values, name)
        } catch (error) {
          if ((error as { code?: unknown }).code !== STALE && !isCut(error)) throw error
        }
      }
      try {
        return await first(text, values)
      } catch (error) {
        // the connection broke while idle: repeat a harmless statement on another one, so that the request does not
        // fail
        if (!isCut(error) || !HARMLESS.test(text)) throw error
        release(true)
        return first(text, values)
      }
    }
    const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
      noteStatement(text)
      return outcome.of(text, () => send(text, values), breakOf)
    }
    const release = (broken?: boolean): void => {
      held?.then(
        connection => connection.release(broken || outcome.isBroken),
        () => undefined,
      )
      held = undefined
    }
    return Promise.resolve({ query, release } as PostgresPoolClient)
  }

  /** Opens a connection. */
  async reach(): Promise<void> {
    const connection = await this.#ordinary.connect('')
    connection.release()
  }

  giveUp(): void {
    this.#farewell?.cut()
  }

  /** On shutdown, background work gets some time to finish, even if the database does not answer. */
  hasten(): void {
    const { hasten, cut } = this.#farewell ?? {}
    if (cut) setTimeout(cut, hasten).unref()
  }

  /** Waits for statements in progress, but a connection that does not answer must not block the shutdown. */
  async end(): Promise<void> {
    const ended = Promise.all([this.#ordinary.end(), this.#prepared?.end()])
    if (!this.#farewell) return void (await ended)
    const { within, cut } = this.#farewell
    let timer: NodeJS.Timeout | undefined
    await Promise.race([
      ended,
      new Promise(resolve => {
        timer = setTimeout(resolve, within)
      }),
    ])
    clearTimeout(timer)
    cut()
  }
}
