import type pg from 'pg'
import { ticks } from '../../time/ticks.ts'
import { Held } from './held.ts'
import type { DatabaseLimits } from '../limits.ts'
import { look, NoAnswer, type ConnectionState } from './look.ts'
import { ConnectionLost, isCut, TableHeld } from './lost.ts'
import type { NamedClient } from './named-client.ts'

interface Asking {
  client: NamedClient
  text: string
  takesTime: boolean
}
interface Asked extends Asking {
  since: number
  /** the connection's received bytes when the database first reported it idle */
  doubted?: number
  /** is being cancelled to make room for others */
  yields?: boolean
}

const CANCELLED = '57014'
const READ_MS = 50

/**
 * Watches statements that take long, by asking the database over a separate connection. If it reports the statement as
 * running, it is merely slow and goes on. If it reports the connection as idle, the answer got lost: the connection is
 * dropped, with all that have been idle since. If the database does not answer at all, every waiting statement fails.
 */
export class ConnectionWatch {
  readonly #config: () => pg.ClientConfig
  readonly #tag: string
  readonly #limits: DatabaseLimits
  readonly #asked = new Set<Asked>()
  readonly #clients = new Set<NamedClient>()
  readonly #idle = new Map<NamedClient, number>()
  /** dropped connections whose server side may still hold locks */
  readonly #left = new Set<string>()
  readonly #held: Held
  readonly #timer: NodeJS.Timeout
  #looking = false
  #isOver = false

  constructor(config: () => pg.ClientConfig, tag: string, limits: DatabaseLimits, places: number) {
    this.#config = config
    this.#tag = tag
    this.#limits = limits
    // others wait for a connection meanwhile: they must get theirs before they are refused
    this.#held = new Held(places, limits.connect / 2)
    this.#timer = setInterval(() => void this.#tick(), limits.doubt / 2)
    this.#timer.unref()
  }

  over(pool: pg.Pool): void {
    // the pool replaces an idle connection that breaks, but without a listener the error would end the process
    pool.on('error', () => {})
    pool.on('connect', lent => {
      const client = lent as unknown as NamedClient
      this.#clients.add(client)
      // the same for a connection in a transaction: its statement fails anyway
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

  /** Refuses a statement on a locked table for which too many wait already. */
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

  /** Stops watching and cuts all connections. */
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
      await look(this.#config(), this.#tag, this.#limits.look, async (seen, stop) => {
        for (const asked of doubtful) this.#judge(asked, seen.get(asked.client.label))
        for (const asked of this.#held.tooMany(this.#asked, seen)) {
          // the statement may have finished meanwhile, and the connection may run another one by now
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
        // if this process was suspended, answers may lie unread in the sockets: read them first
        await new Promise(resolve => setTimeout(resolve, READ_MS))
        for (const [asked, before] of heard) if (asked.client.heard === before) this.#lose(asked, false)
      }
    } finally {
      this.#looking = false
    }
  }

  /**
   * Drops a connection only if two looks in a row find it idle without new data, so that no answer can be on its way.
   */
  #judge(asked: Asked, seen: ConnectionState | undefined): void {
    const { heard } = asked.client
    if (seen?.isAtWork) {
      delete asked.doubted
      // the statement's own time limit should have ended it: the cancellation does not get through
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
   * Drops connections that have been idle since before the lost statement was sent: whatever cut that connection may
   * have cut them as well.
   */
  #distrust(since: number): void {
    for (const [client, idleFrom] of this.#idle) {
      if (idleFrom > since) continue
      // tells the pool now, because the socket may report its error much later
      client.emit('error', new ConnectionLost(true))
      this.#throwAway(client, true)
    }
  }
}
