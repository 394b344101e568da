import type pg from 'pg'
import { ticks } from '../../time/ticks.ts'
import { Held } from './held.ts'
import type { DatabaseLimits } from '../limits.ts'
import { look, NoAnswer, type Seen } from './look.ts'
import { ConnectionLost, isCut, TableHeld } from './lost.ts'
import type { NamedClient } from './named-client.ts'

interface Asking {
  client: NamedClient
  text: string
  takesTime: boolean
}
interface Asked extends Asking {
  since: number
  /** what had been heard when the database first said that it is at nothing here */
  doubted?: number
  /** it is being given up for others */
  yields?: boolean
}

const CANCELLED = '57014'
const READ_MS = 50

/**
 * Asks after what is not answered in time, over a connection of its own: a statement that the database is at is slow
 * and goes on; of one that it knows nothing of the connection is silent and thrown away, with all that have idled
 * since; and where it does not answer even that, all that wait are told.
 */
export class Watch {
  readonly #config: pg.ClientConfig
  readonly #tag: string
  readonly #limits: DatabaseLimits
  readonly #asked = new Set<Asked>()
  readonly #clients = new Set<NamedClient>()
  readonly #idle = new Map<NamedClient, number>()
  /** thrown away; on the other side they may still hold locks */
  readonly #left = new Set<string>()
  readonly #held: Held
  readonly #timer: NodeJS.Timeout
  #looking = false
  #isOver = false

  constructor(config: pg.ClientConfig, tag: string, limits: DatabaseLimits, places: number) {
    this.#config = config
    this.#tag = tag
    this.#limits = limits
    // others wait for a connection meanwhile: they must get theirs before they are refused
    this.#held = new Held(places, limits.connect / 2)
    this.#timer = setInterval(() => void this.#tick(), limits.doubt / 2)
    this.#timer.unref()
  }

  over(pool: pg.Pool): void {
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', () => {})
    pool.on('connect', lent => {
      const client = lent as unknown as NamedClient
      this.#clients.add(client)
      // and so would one that breaks in the middle of a transaction: its query is refused all the same
      client.on('error', () => {})
      client.once('end', () => {
        this.#clients.delete(client)
        this.#idle.delete(client)
      })
    })
    pool.on('acquire', client => this.#idle.delete(client as unknown as NamedClient))
    pool.on('release', (_error, client) => {
      if (this.#clients.has(client as unknown as NamedClient)) this.#idle.set(client as unknown as NamedClient, ticks())
    })
  }

  /** Refuses a statement that would only join those that wait for a locked table. */
  admit(text: string, takesTime = false): void {
    if (this.#isOver) throw new ConnectionLost(false)
    if (!takesTime) this.#held.admit(text, this.#asked)
  }

  async ask<T>(asking: Asking, send: () => Promise<T>): Promise<T> {
    this.admit(asking.text, asking.takesTime)
    const asked: Asked = { ...asking, since: ticks() }
    this.#asked.add(asked)
    try {
      return await send()
    } catch (error) {
      if (isCut(error)) this.#distrust(asked.since)
      throw asked.yields && (error as { code?: unknown }).code === CANCELLED
        ? new TableHeld('Others wait for the same table already')
        : error
    } finally {
      this.#asked.delete(asked)
    }
  }

  /** From now on nothing is waited for, nor asked. */
  end(): void {
    this.#isOver = true
    clearInterval(this.#timer)
    for (const client of this.#clients) client.cut(new ConnectionLost(false))
  }

  #doubtful(): Asked[] {
    const before = ticks() - this.#limits.doubt
    return [...this.#asked].filter(asked => asked.since <= before)
  }

  async #tick(): Promise<void> {
    const doubtful = this.#doubtful()
    if (this.#looking || (doubtful.length === 0 && this.#held.isEmpty() && this.#left.size === 0)) return
    this.#looking = true
    const heard = new Map(doubtful.map(asked => [asked, asked.client.heard]))
    try {
      await look(this.#config, this.#tag, this.#limits.look, async (seen, stop) => {
        for (const asked of doubtful) this.#judge(asked, seen.get(asked.client.label))
        for (const asked of this.#held.tooMany(this.#asked, seen)) {
          // it may have been answered meanwhile, and another one be asked there
          asked.yields = this.#asked.has(asked)
          if (asked.yields) await stop('statement', seen.get(asked.client.label))
        }
        for (const label of this.#left) {
          await stop('connection', seen.get(label))
          this.#left.delete(label)
        }
      })
    } catch (error) {
      if (error instanceof NoAnswer) {
        // where it was this process that stood still, answers lie here unread
        await new Promise(resolve => setTimeout(resolve, READ_MS))
        for (const [asked, before] of heard) if (asked.client.heard === before) this.#lose(asked, false)
      }
    } finally {
      this.#looking = false
    }
  }

  /** Twice the same, so that no answer is on its way. */
  #judge(asked: Asked, seen: Seen | undefined): void {
    const { heard } = asked.client
    if (seen?.isAtWork) {
      delete asked.doubted
      // the database should have given it up long before: it does not get through
      if (!asked.takesTime && ticks() - asked.since > this.#limits.statement + this.#limits.look)
        this.#lose(asked, true)
    } else if (asked.doubted === heard) this.#lose(asked, true)
    else asked.doubted = heard
  }

  #lose(asked: Asked, isAlone: boolean): void {
    if (this.#asked.has(asked)) this.#throwAway(asked.client, isAlone)
  }

  #throwAway(client: NamedClient, isAlone: boolean): void {
    this.#left.add(client.label)
    client.cut(new ConnectionLost(isAlone))
  }

  /**
   * What has idled since before this one was asked has shown nothing since: whatever made one silent may have done so
   * to all.
   */
  #distrust(since: number): void {
    for (const [client, idleFrom] of this.#idle) {
      if (idleFrom > since) continue
      // the pool forgets it now, and not when the socket says so
      client.emit('error', new ConnectionLost(true))
      this.#throwAway(client, true)
    }
  }
}
