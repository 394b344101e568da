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
/** a client that has used less than this share (a tenth) of its limit is counted only in this instance */
const SHARES = 10

/** Token buckets: a client may save up one minute's worth of requests, refilled evenly. */
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

  /** Deducts requests that a client made to other instances. */
  spend(client: string, n: number): void {
    const known = this.#levels.get(client)
    if (known) known.left -= n
  }

  /** A client without requests for a minute has a full bucket again and need not be stored. */
  #forgetFull(now: number): void {
    for (const [client, { at }] of this.#levels) if (now - at >= MINUTE) this.#levels.delete(client)
    if (this.#levels.size >= MOST) this.#levels.clear()
  }
}

/**
 * Counts a token together with its device cookie: a stolen token used from elsewhere must not use up its owner's limit.
 */
const bearing = (token: string, device = ''): string => hashToken(`${token} ${device}`)

/** What a request bears of a session. */
type BearerOf = (request: FastifyRequest) => { token: string | undefined; device: string | undefined }

/**
 * Rate limit with local counters, synchronised between instances once a second for busy clients only: asking the
 * database at each request would cost more than most requests. A signed-in user has a counter of their own, whatever
 * the address. A token not yet known to be valid counts for its address, so that inventing tokens does not help.
 */
export class RateLimit {
  #buckets: Buckets
  #people = new Map<string, string>()
  #shared: SharedRate
  #bearerOf: BearerOf

  constructor(perMinute: number, db: Database, bearerOf: BearerOf) {
    this.#bearerOf = bearerOf
    this.#buckets = new Buckets(perMinute)
    this.#shared = new SharedRate(db, Math.ceil(perMinute / SHARES))
  }

  /** Does not wait for the counts of other instances; if the database fails, each instance counts alone. */
  #take(client: string, now = ticks()): boolean {
    if (this.#shared.note(client, now))
      void this.#shared.share(now).then(
        more => more.forEach((n, one) => this.#buckets.spend(one, n)),
        () => undefined,
      )
    return this.#buckets.take(client, now)
  }

  /** Remembers the user of a valid token. */
  watching(identify: Identify): Identify {
    return async (token, device) => {
      const user = await identify(token, device)
      if (this.#people.size >= MOST) this.#people.clear()
      if (user) this.#people.set(bearing(token, device), user.id)
      else this.#people.delete(bearing(token, device))
      return user
    }
  }

  /** Counts a request, and tells whether its client is within the limit. */
  admits(request: FastifyRequest): boolean {
    const { token, device } = this.#bearerOf(request)
    const person = token === undefined ? undefined : this.#people.get(bearing(token, device))
    return this.#take(person === undefined ? `address ${request.ip}` : `person ${person}`)
  }

  /** The console's files are not counted. */
  guard(app: FastifyInstance, prefixes: readonly string[]): void {
    app.addHook('onRequest', async (request, reply) => {
      // by the route and not by the URL, which can be written in many ways
      const route = request.routeOptions.url ?? request.url
      if (!prefixes.some(prefix => route.startsWith(`${prefix}/`)) || this.admits(request)) return
      return reply
        .code(TOO_OFTEN_STATUS)
        .header('cache-control', 'no-store')
        .header('retry-after', '60')
        .send(failure('resultCode', TOO_OFTEN_STATUS, TOO_OFTEN))
    })
  }
}
