import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/database.ts'

const MINUTE = 60_000
const MOST = 500

/** The current minute by the database's clock, which all instances share. */
const NOW = sql<number>`floor(extract(epoch from clock_timestamp()) / 60)::bigint`

interface Counted {
  own: number
  told: number
}
/** Counts within one minute: reported by this instance, and known from others. */
interface Known {
  minute: number
  mine: number
  others: number
}

/**
 * Shares counts of requests between instances, minute by minute. Only clients above a part of their limit are reported,
 * at most once a second, so that the database is not burdened by the others.
 */
export class SharedRate {
  #db: Database
  #from: number
  #minuteNow: () => RawBuilder<number>
  #window = 0
  #clients = new Map<string, Counted>()
  #known = new Map<string, Known>()
  #last = -Infinity
  #going: Promise<unknown> = Promise.resolve()

  /**
   * `from`: requests a minute from which a client is reported. With a tenth of the limit, up to ten instances together
   * keep the limit.
   */
  constructor(db: Database, from: number, minuteNow = () => NOW) {
    this.#db = db
    this.#from = from
    this.#minuteNow = minuteNow
  }

  /** Counts a request; returns whether to synchronise now. `now`: ticks in ms */
  note(client: string, now: number): boolean {
    const window = Math.floor(now / MINUTE)
    if (window !== this.#window) this.#clients.clear()
    this.#window = window
    const counted = this.#clients.get(client) ?? { own: 0, told: 0 }
    counted.own++
    this.#clients.set(client, counted)
    return counted.own >= this.#from && now - this.#last >= 1000
  }

  /** Reports this instance's counts; returns the new counts of other instances by client. Runs one at a time. */
  share(now: number): Promise<Map<string, number>> {
    this.#last = now
    const shared = this.#going.catch(() => undefined).then(() => this.#share())
    this.#going = shared
    return shared
  }

  async #share(): Promise<Map<string, number>> {
    const busy = [...this.#clients].filter(([, { own, told }]) => own >= this.#from && own > told).slice(0, MOST)
    if (busy.length === 0) return new Map()
    const fresh = new Map(busy.map(([client, { own, told }]) => [client, own - told]))
    for (const [, counted] of busy) counted.told = counted.own
    const values = sql.join([...fresh].map(([client, n]) => sql`(${client}::text, ${n}::integer)`))
    const { rows } = await sql<{
      client: string
      minute: number
      n: number
    }>`insert into sys_rate as r (client, minute, n)
      select v.client, ${this.#minuteNow()}, v.n from (values ${values}) as v(client, n)
      on conflict (client, minute) do update set n = r.n + excluded.n returning client, minute, n`.execute(this.#db)
    await sql`delete from sys_rate where minute not between ${this.#minuteNow()} - 1
      and ${this.#minuteNow()} + 1`.execute(this.#db)
    return new Map(
      rows.flatMap(({ client, minute, n }) => {
        const more = this.#learn(client, Number(minute), fresh.get(client) ?? 0, Number(n))
        return more > 0 ? [[client, more] as const] : []
      }),
    )
  }

  /**
   * `n`: total of all instances in this minute; `told`: what this instance has just reported. Returns the requests that
   * were not yet known here.
   */
  #learn(client: string, minute: number, told: number, n: number): number {
    for (const [one, known] of this.#known) if (known.minute !== minute) this.#known.delete(one)
    const known = this.#known.get(client) ?? { minute, mine: 0, others: 0 }
    const mine = known.mine + told
    const others = Math.max(known.others, n - mine)
    this.#known.set(client, { minute, mine, others })
    return others - known.others
  }
}
