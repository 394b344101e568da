import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

const MINUTE = 60_000
const MOST = 500

interface Told { own: number; told: number; others: number }

/**
 * What other instances have counted of the same clients, a minute at a time. Only who asks for a good part of what is
 * allowed is told of: the database has nothing to do with all others, and once a second at most with these.
 */
export class SharedRate {
  #db: Database
  #from: number
  #minute = 0
  #clients = new Map<string, Told>()
  #last = 0
  #going: Promise<unknown> = Promise.resolve()

  /** `from`: so many requests a minute before a client is told of; a tenth of what is allowed holds for ten instances */
  constructor(db: Database, from: number) {
    this.#db = db
    this.#from = from
  }

  /** Counts one request; whether it is time to tell the others. */
  note(client: string, now: number): boolean {
    const minute = Math.floor(now / MINUTE)
    if (minute !== this.#minute) this.#clients.clear()
    this.#minute = minute
    const known = this.#clients.get(client) ?? { own: 0, told: 0, others: 0 }
    known.own++
    this.#clients.set(client, known)
    return known.own >= this.#from && now - this.#last >= 1000
  }

  /** Tells what came in here, and answers what has come in elsewhere since the last time, by client. One after the other. */
  share(now: number): Promise<Map<string, number>> {
    this.#last = now
    const shared = this.#going.catch(() => undefined).then(() => this.#share())
    this.#going = shared
    return shared
  }

  async #share(): Promise<Map<string, number>> {
    const minute = this.#minute
    const busy = [...this.#clients].filter(([, { own, told }]) => own >= this.#from && own > told).slice(0, MOST)
    if (busy.length === 0) return new Map()
    const values = busy.map(([client, { own, told }]) => ({ client, minute, n: own - told }))
    for (const [, known] of busy) known.told = known.own
    const { rows } = await sql<{ client: string; n: number }>`insert into sys_rate as r (client, minute, n) values ${sql.join(values.map(one => sql`(${one.client}, ${one.minute}, ${one.n})`))}
      on conflict (client, minute) do update set n = r.n + excluded.n returning client, n`.execute(this.#db)
    await sql`delete from sys_rate where minute < ${minute - 1}`.execute(this.#db)
    return new Map(rows.flatMap(({ client, n }): [string, number][] => {
      const known = this.#clients.get(client)
      if (!known || minute !== this.#minute) return []
      const elsewhere = Number(n) - known.told
      const more = elsewhere - known.others
      known.others = Math.max(known.others, elsewhere)
      return more > 0 ? [[client, more]] : []
    }))
  }
}
