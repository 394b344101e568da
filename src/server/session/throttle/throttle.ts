import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../answer/refusal.ts'
import { unavailable } from '../../answer/unavailable.ts'
import { networkOf } from './address.ts'
import {
  asOf,
  leftOf,
  oneMore,
  pendingNow,
  waitAfter,
  windowLeft,
  type Pending,
  type SlowingLimits,
  type Tally,
} from './slowing.ts'

const NAME_LENGTH = 60

/** R8.02, in the specification's words. */
const TOO_OFTEN = '您的访问过于频繁，请售后再试'

/** `device`: hash of a device from which this person has signed in before. */
export interface Attempting {
  name: string
  ip: string
  device: string | undefined
}

/**
 * Does what was admitted. Refused, it is counted as wrong, but for what is only halfway: right, and more is needed.
 * Where something else went wrong it is not known whether it was right, so it is not counted.
 */
export type Judge = <T>(work: () => Promise<T>, isHalfway?: (error: Refusal) => boolean) => Promise<T>

function inSeconds(ms: number, words: (seconds: number) => string, status = 400): Refusal {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Refusal(status, words(seconds), undefined, { retryAfter: seconds }, { 'retry-after': String(seconds) })
}

const waiting = (ms: number, what: string): Refusal =>
  inSeconds(ms, seconds => `${what}错误次数过多，请${seconds}秒后再试`)

/** Tallies of clients, which all instances share: attempts that were wrong, and those that are being judged. */
class Clients {
  readonly #db: Database
  readonly #names: readonly string[]
  readonly #now: number
  readonly #limits: SlowingLimits

  constructor(db: Database, names: readonly string[], now: number, limits: SlowingLimits) {
    this.#db = db
    this.#names = names
    this.#now = now
    this.#limits = limits
  }

  /**
   * Throws what `refusalOf` says of these tallies; else notes an attempt for each. Row locks make simultaneous attempts
   * count one after another; locking in sorted order avoids deadlocks.
   */
  async admit(refusalOf: (tallies: Tally[]) => Refusal | undefined): Promise<void> {
    const now = this.#now
    const refusal = await this.#db.transaction().execute(async tx => {
      const kept = await this.#locked(tx)
      const stored = this.#names.map(client => kept.get(client) ?? { ...NONE, since: now, lastAt: now })
      const tallies = stored.map(one => asOf(one, now, this.#limits))
      const open = stored.map(one => pendingNow(one, now))
      const refused = refusalOf(tallies.map((tally, i) => ({ ...tally, tries: tally.tries + (open[i] ?? 0) })))
      for (const [i, client] of this.#names.entries()) {
        const tally = tallies[i] as Tally
        const { since, lastAt } = refused ? tally : oneMore(tally, now)
        const pending = (open[i] ?? 0) + (refused ? 0 : 1)
        const pendingAt = refused ? (stored[i]?.pendingAt ?? null) : now
        await sql`update sys_throttle set tries = ${tally.tries}, since = ${since}, "lastAt" = ${lastAt},
          pending = ${pending}, "pendingAt" = ${pendingAt} where client = ${client}`.execute(tx)
      }
      return refused
    })
    if (refusal) throw refusal
  }

  async #locked(tx: Database): Promise<Map<string, Tally & Pending>> {
    const sorted = [...this.#names].sort()
    await sql`insert into sys_throttle (client, tries, since, "lastAt")
      values ${sql.join(sorted.map(client => sql`(${client}, 0, ${this.#now}, ${this.#now})`))}
      on conflict do nothing`.execute(tx)
    const { rows } = await sql<
      Record<'tries' | 'since' | 'lastAt' | 'pending' | 'pendingAt', string | null> & {
        client: string
      }
    >`select client, tries, since, coalesce("lastAt", since) as "lastAt", pending, "pendingAt" from sys_throttle
      where client in (${sql.join(sorted)}) order by client for update`.execute(tx)
    return new Map(
      rows.map(({ client, tries, since, lastAt, pending, pendingAt }) => [
        client,
        {
          tries: Number(tries),
          since: Number(since),
          lastAt: Number(lastAt),
          pending: Number(pending),
          pendingAt: pendingAt === null ? null : Number(pendingAt),
        },
      ]),
    )
  }

  /** The attempt is over for these clients: it was wrong, or is not counted. */
  async over(wrong: 0 | 1, names = this.#names): Promise<void> {
    if (names.length === 0) return
    await sql`update sys_throttle set tries = tries + ${wrong}, pending = greatest(pending - 1, 0)
      where client in (${sql.join([...names].sort())})`.execute(this.#db)
  }

  /** It was right: the first client's earlier wrong ones are forgotten, too. */
  async well(): Promise<void> {
    const [own, ...others] = this.#names
    await this.over(0, others)
    await sql`delete from sys_throttle where client = ${own}
      or greatest(since, "lastAt") < ${this.#now - this.#limits.window * 1000}`.execute(this.#db)
  }

  readonly judge: Judge = async (work, isHalfway = () => false) => {
    const done = await work().catch(async (error: unknown) => {
      const isWrong = error instanceof Refusal && error.status < 500 && !isHalfway(error)
      if (isWrong) await this.over(1)
      // what cannot be noted is forgotten by itself, and what went wrong is told
      else await this.over(0).catch(() => undefined)
      throw error
    })
    await this.well().catch((error: unknown) => {
      if (!unavailable(error as Error)) throw error
    })
    return done
  }
}

const NONE: Tally & Pending = { tries: 0, since: 0, lastAt: 0, pending: 0, pendingAt: null }

/** Limits one person's attempts at one thing (a code, the old password), with growing pauses. */
export async function slowed(
  db: Database,
  client: string,
  what: string,
  limits: SlowingLimits,
  now: number,
): Promise<Judge> {
  const clients = new Clients(db, [client], now, limits)
  await clients.admit(([own]) => {
    const tally = own as Tally
    const left = leftOf(tally, waitAfter(tally.tries, limits), now)
    return left > 0 ? waiting(left, what) : undefined
  })
  return clients.judge
}

/**
 * Admits a sign-in or throws with the time to wait. From a known device, only the device's own wrong attempts count, so
 * that attackers cannot lock a user out. Otherwise pauses grow with wrong attempts at this name from this address; many
 * attempts at the name from anywhere add a fixed pause; an address with too many attempts at any names is refused.
 * Unknown names are treated in the same way, so that they cannot be told from existing ones.
 */
export async function admitted(
  db: Database,
  { name: typed, ip, device }: Attempting,
  limits: SlowingLimits,
  now: number,
): Promise<Judge> {
  const name = typed.slice(0, NAME_LENGTH)
  if (device !== undefined) return slowed(db, `device ${device} ${name}`, '密码', limits, now)
  const address = networkOf(ip)
  const clients = new Clients(db, [`login ${address} ${name}`, `name ${name}`, `login ${address}`], now, limits)
  await clients.admit(tallies => {
    const [own, named, addressed] = tallies as [Tally, Tally, Tally]
    const attacked = named.tries >= limits.spread ? limits.spreadWait * 1000 : 0
    const left = leftOf(own, Math.max(attacked, waitAfter(own.tries, limits)), now)
    if (left > 0) return waiting(left, '密码')
    return addressed.tries >= limits.perAddress
      ? inSeconds(windowLeft(addressed, now, limits), () => TOO_OFTEN, 218)
      : undefined
  })
  return clients.judge
}
