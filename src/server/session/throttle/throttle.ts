import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { Refusal } from '../../answer/refusal.ts'
import { networkOf } from './address.ts'
import { asOf, leftOf, oneMore, waitAfter, windowLeft, type SlowingLimits, type Tally } from './slowing.ts'

const NAME_LENGTH = 60

/** R8.02, in the specification's words. */
const TOO_OFTEN = '您的访问过于频繁，请售后再试'

/** `device`: hash of a device from which this person has signed in before. */
export interface Attempting {
  name: string
  ip: string
  device: string | undefined
}

/** An admitted attempt. It counts as wrong unless one of these is called. */
export interface Admitted {
  /** the attempt was right: takes back its count and forgets the earlier wrong ones */
  well(): Promise<void>
  /** the attempt was right but incomplete (a code is missing): takes back its count only */
  notYet(): Promise<void>
}

function inSeconds(ms: number, words: (seconds: number) => string, status = 400): Refusal {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Refusal(status, words(seconds), undefined, { retryAfter: seconds }, { 'retry-after': String(seconds) })
}

const waiting = (ms: number, what: string): Refusal =>
  inSeconds(ms, seconds => `${what}错误次数过多，请${seconds}秒后再试`)

interface Verdict {
  tallies: Tally[]
  refusal?: Refusal
}

/**
 * Decides by the tallies of these clients and stores the new ones. The tallies are in the database, because all
 * instances must share them. Row locks make simultaneous attempts count one after another; locking in sorted order
 * avoids deadlocks.
 */
async function judged(
  db: Database,
  clients: readonly string[],
  now: number,
  limits: SlowingLimits,
  judge: (tallies: Tally[]) => Verdict,
): Promise<void> {
  const sorted = [...clients].sort()
  const refusal = await db.transaction().execute(async tx => {
    await sql`insert into sys_throttle (client, tries, since, "lastAt")
      values ${sql.join(sorted.map(client => sql`(${client}, 0, ${now}, ${now})`))} on conflict do nothing`.execute(tx)
    const { rows } = await sql<{
      client: string
      tries: number
      since: string
      lastAt: string | null
    }>`select client, tries, since, "lastAt" from sys_throttle
      where client in (${sql.join(sorted)}) order by client for update`.execute(tx)
    const kept = new Map(
      rows.map(({ client, tries, since, lastAt }) => [
        client,
        { tries: Number(tries), since: Number(since), lastAt: Number(lastAt ?? since) },
      ]),
    )
    const verdict = judge(
      clients.map(client => asOf(kept.get(client) ?? { tries: 0, since: now, lastAt: now }, now, limits)),
    )
    for (const [i, client] of clients.entries()) {
      const { tries, since, lastAt } = verdict.tallies[i] as Tally
      await sql`update sys_throttle set tries = ${tries}, since = ${since}, "lastAt" = ${lastAt}
        where client = ${client}`.execute(tx)
    }
    return verdict.refusal
  })
  if (refusal) throw refusal
}

const takeBack = async (db: Database, clients: readonly string[]): Promise<void> => {
  await sql`update sys_throttle set tries = greatest(tries - 1, 0)
    where client in (${sql.join([...clients].sort())})`.execute(db)
}

const forget = async (db: Database, client: string, now: number, { window }: SlowingLimits): Promise<void> => {
  await sql`delete from sys_throttle where client = ${client}
    or greatest(since, "lastAt") < ${now - window * 1000}`.execute(db)
}

/** Limits one person's attempts at one thing (a code, the old password), with growing pauses. */
export async function slowed(
  db: Database,
  client: string,
  what: string,
  limits: SlowingLimits,
  now: number,
): Promise<Admitted> {
  await judged(db, [client], now, limits, ([own]) => {
    const tally = own as Tally
    const left = leftOf(tally, waitAfter(tally.tries, limits), now)
    return left > 0 ? { tallies: [tally], refusal: waiting(left, what) } : { tallies: [oneMore(tally, now)] }
  })
  return { well: () => forget(db, client, now, limits), notYet: () => takeBack(db, [client]) }
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
): Promise<Admitted> {
  const name = typed.slice(0, NAME_LENGTH)
  if (device !== undefined) return slowed(db, `device ${device} ${name}`, '密码', limits, now)
  const address = networkOf(ip)
  const [pair, everywhere, everybody] = [`login ${address} ${name}`, `name ${name}`, `login ${address}`]
  await judged(db, [pair, everywhere, everybody], now, limits, tallies => {
    const [own, named, addressed] = tallies as [Tally, Tally, Tally]
    const attacked = named.tries >= limits.spread ? limits.spreadWait * 1000 : 0
    const left = leftOf(own, Math.max(attacked, waitAfter(own.tries, limits)), now)
    if (left > 0) return { tallies, refusal: waiting(left, '密码') }
    if (addressed.tries >= limits.perAddress)
      return { tallies, refusal: inSeconds(windowLeft(addressed, now, limits), () => TOO_OFTEN, 218) }
    return { tallies: tallies.map(tally => oneMore(tally, now)) }
  })
  return {
    well: async () => {
      await takeBack(db, [everywhere, everybody])
      await forget(db, pair, now, limits)
    },
    notYet: () => takeBack(db, [pair, everywhere, everybody]),
  }
}
