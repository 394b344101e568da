import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { hashToken } from '../../session/login.ts'
import type { Identify } from '../../session/identify.ts'
import { ticks } from '../../time/ticks.ts'
import { failure } from '../../answer/envelope.ts'
import { SharedRate } from './shared-rate.ts'

/** R8.02, in the specification's words. */
const TOO_OFTEN = '您的访问过于频繁，请售后再试'
const TOO_OFTEN_STATUS = 218
const MINUTE = 60_000
const MOST = 20_000
/** clients below this share of the limit are counted in this instance alone */
const SHARES = 10

/** A client may save up a minute's worth of requests, and gets them back evenly. */
export class Buckets {
  #perMinute: number
  #levels = new Map<string, { left: number; at: number }>()

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  take(client: string, now = ticks()): boolean {
    const known = this.#levels.get(client)
    const left = known
      ? Math.min(this.#perMinute, known.left + ((now - known.at) / MINUTE) * this.#perMinute)
      : this.#perMinute
    if (!known && this.#levels.size >= MOST) this.#forgetFull(now)
    this.#levels.set(client, { left: left < 1 ? left : left - 1, at: now })
    return left >= 1
  }

  /** What a client has asked of others. */
  spend(client: string, n: number): void {
    const known = this.#levels.get(client)
    if (known) known.left -= n
  }

  /** A client that has sent nothing for a minute has its whole allowance again. */
  #forgetFull(now: number): void {
    for (const [client, { at }] of this.#levels) if (now - at >= MINUTE) this.#levels.delete(client)
    if (this.#levels.size >= MOST) this.#levels.clear()
  }
}

/** A stolen token without its browser must not use up what its owner may ask. */
const bearing = (token: string, device = ''): string => hashToken(`${token} ${device}`)

/**
 * Decided in each process, which learns within a second what a client that asks much has asked of the other instances:
 * asking the database at each request would cost more than most requests. A signed-in person has a count of one's own,
 * whatever the address; before a token is known to be good it counts for the address, so made-up tokens gain nothing.
 */
export class RateLimit {
  #buckets: Buckets
  #people = new Map<string, string>()
  #shared: SharedRate

  constructor(perMinute: number, db: Database) {
    this.#buckets = new Buckets(perMinute)
    this.#shared = new SharedRate(db, Math.ceil(perMinute / SHARES))
  }

  /** The answer need not wait for the other instances' counts; without the database each instance counts alone. */
  #take(client: string, now = ticks()): boolean {
    if (this.#shared.note(client, now))
      void this.#shared.share(now).then(
        more => more.forEach((n, one) => this.#buckets.spend(one, n)),
        () => undefined,
      )
    return this.#buckets.take(client, now)
  }

  /** Remembers whom a good token belongs to. */
  watching(identify: Identify): Identify {
    return async (token, device) => {
      const user = await identify(token, device)
      if (this.#people.size >= MOST) this.#people.clear()
      if (user) this.#people.set(bearing(token, device), user.id)
      else this.#people.delete(bearing(token, device))
      return user
    }
  }

  /** `tokenOf` reads what the request brings; files of the console are not counted. */
  guard(
    app: FastifyInstance,
    prefixes: readonly string[],
    tokenOf: (request: FastifyRequest) => string | undefined,
    deviceOf: (request: FastifyRequest) => string | undefined,
  ): void {
    app.addHook('onRequest', async (request, reply) => {
      // by the route, not by the address: an address can be spelled in many ways
      const route = request.routeOptions.url ?? request.url
      if (!prefixes.some(prefix => route.startsWith(`${prefix}/`))) return
      const token = tokenOf(request)
      const person = token === undefined ? undefined : this.#people.get(bearing(token, deviceOf(request)))
      if (this.#take(person === undefined ? `address ${request.ip}` : `person ${person}`)) return
      return reply
        .code(TOO_OFTEN_STATUS)
        .header('cache-control', 'no-store')
        .header('retry-after', '60')
        .send(failure('resultCode', TOO_OFTEN_STATUS, TOO_OFTEN))
    })
  }
}
