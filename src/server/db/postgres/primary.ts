import { isStarting, OtherPrimary, Unreachable } from '../../answer/unavailable.ts'
import { named, type Addresses } from './addresses.ts'
import { Neighbour } from './neighbour.ts'
import { standingOf, type Lineage, type Standing } from './standing.ts'

/** What outlives this process, and is shared with others of the same data folder: the newest primary in use. */
export interface Memory {
  read(): Promise<Lineage | undefined>
  write(newest: Lineage): Promise<void>
}

/** A connection, as far as it can be asked here. */
interface Client {
  query(statement: string): Promise<{ rows: never[] }>
}

export interface PrimaryOptions {
  memory?: Memory | undefined
  /** milliseconds in which a machine has to answer if it is to be chosen */
  patience: number
  /** behind the address is a pooler, which may lead each transaction to another server */
  isPooled: boolean
}

const EVERY_MS = 1000
/** for whoever may know of a newer primary to say so: a connection waits for it that is wanted now */
const SOON_MS = 1000
const WRITABLE = new Set(['read-write', 'primary'])
/** of the driver's pool, where all connections are in use */
const ALL_TAKEN = 'timeout exceeded when trying to connect'

/**
 * Which machine is the primary. After a failover two may take changes: the new one, and the former one that comes back.
 * What is written there is lost, and nothing of the two machines tells it to whoever sees but one of them. So each
 * connection is asked at its opening which timeline its server is on, and used only while none is known that is newer:
 * from this instance's own past, from others that share its data folder, from the other addresses, and from replicas.
 */
export class Primary {
  readonly #addresses: readonly string[]
  readonly #wantsWritable: boolean
  readonly #options: PrimaryOptions
  readonly #neighbours: readonly Neighbour[]
  readonly #witnesses = new Set<() => Promise<unknown>>()
  readonly #newest = new Map<string, number>()
  /** where each connection leads, as of its opening */
  #opened = new WeakMap<object, Lineage | 'unknown'>()
  #at = 0
  /** the one in use; others of its cluster may be newer by now */
  #taken: Lineage | undefined
  #since: string | undefined
  #choosing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #taking: (() => void) | undefined

  constructor({ each, wanted }: Addresses, options: PrimaryOptions) {
    this.#addresses = each
    this.#wantsWritable = each.length > 1 || WRITABLE.has(wanted ?? '')
    this.#options = options
    this.#neighbours = each.map(address => new Neighbour(address, options.patience))
  }

  /** For the next connection. */
  get address(): string {
    return this.#addresses[this.#at] ?? ''
  }

  get isOneOfSeveral(): boolean {
    return this.#addresses.length > 1
  }

  /** Asks by itself from now on, if there is anything to be asked. `taking`: called whenever another one is taken. */
  watch(taking: () => void): void {
    this.#taking = taking
    this.#timer ??= setInterval(() => void this.#askAround(), EVERY_MS).unref()
  }

  /** Told to ask before a server is taken that has been started anew: the replicas, who may follow a newer one. */
  addWitness(look: () => Promise<unknown>): void {
    this.#witnesses.add(look)
  }

  /** There is, or was, a primary of this lineage. */
  heard({ system, timeline }: Lineage): void {
    if (timeline > this.#newestOf(system)) this.#newest.set(system, timeline)
  }

  close(): void {
    clearInterval(this.#timer)
    for (const neighbour of this.#neighbours) neighbour.close()
  }

  /** Gives a connection by `connect`; where several machines are named, after finding out which is the primary now. */
  async connected<T extends object>(connect: () => Promise<T>): Promise<T> {
    try {
      return await connect()
    } catch (error) {
      if (!this.isOneOfSeveral || (error as Error).message === ALL_TAKEN) throw explained(error as Error)
    }
    await this.choose()
    return connect().catch((error: Error) => {
      throw explained(error)
    })
  }

  /** At the opening of a connection: throws where its server is not to be used. */
  async admit(client: Client): Promise<void> {
    const standing = await standingOf(statement => client.query(statement))
    // while it was away another one may have taken its place
    if (standing.since !== this.#since) await this.#askAround()
    const objection = this.#objectionTo(standing)
    if (objection) throw objection
    this.#take(standing)
    this.#opened.set(client, standing.lineage ?? 'unknown')
  }

  /** Before each statement: throws where a newer primary has been heard of since the connection was opened. */
  check(client: object): void {
    if (this.isFormer(client)) throw new OtherPrimary('a newer timeline is known')
  }

  isFormer(client: object): boolean {
    const lineage = this.#opened.get(client)
    if (lineage === 'unknown') return false
    return lineage === undefined || lineage.timeline < this.#newestOf(lineage.system)
  }

  /** Asks all addresses, and takes the one that may be written to and is of the newest timeline. */
  choose(): Promise<void> {
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = undefined
    })
    return this.#choosing
  }

  async #choose(): Promise<void> {
    await this.#soon(this.#recall())
    const looks = await Promise.allSettled(this.#neighbours.map(neighbour => this.#lookAt(neighbour)))
    const refused: Error[] = []
    const found: { at: number; timeline: number }[] = []
    for (const [at, look] of looks.entries()) {
      const objection = look.status === 'rejected' ? (look.reason as Error) : this.#objectionTo(look.value)
      if (objection) refused.push(objection)
      else if (look.status === 'fulfilled') found.push({ at, timeline: look.value.lineage?.timeline ?? 0 })
    }
    const best = found.toSorted((a, b) => b.timeline - a.timeline)[0]
    if (!best) throw this.#noneOf(refused)
    this.#at = best.at
  }

  /** What is wrong with each of them; whether waiting helps is decided by the one that may come up. */
  #noneOf(refused: readonly Error[]): Error {
    const replaced = refused.find(one => one instanceof OtherPrimary)
    if (replaced) return replaced
    const { code } = (refused.find(isStarting) ?? refused[0] ?? {}) as { code?: unknown }
    const reasons = refused.map(({ message }, at) => `${named(this.#addresses[at] ?? '')}: ${message}`)
    return new Unreachable(Object.assign(new Error(reasons.join('; ')), { code }))
  }

  async #lookAt(neighbour: Neighbour): Promise<Standing> {
    const { standing, carried } = await neighbour.look()
    if (carried) this.heard(carried)
    if (standing.lineage && !standing.isStandby) this.heard(standing.lineage)
    return standing
  }

  /** Who does not answer in time says nothing. */
  async #askAround(): Promise<void> {
    const others = this.#neighbours.filter((_, at) => at !== this.#at)
    const asked = [
      this.#recall(),
      ...others.map(neighbour => this.#lookAt(neighbour)),
      ...[...this.#witnesses].map(look => look()),
      ...(this.#options.isPooled ? [this.#lookThroughPooler()] : []),
    ]
    await this.#soon(Promise.allSettled(asked))
  }

  async #soon(asked: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>(resolve => {
      timer = setTimeout(resolve, SOON_MS)
    })
    await Promise.race([asked, late]).finally(() => clearTimeout(timer))
  }

  /** Connections to a pooler outlive the server behind it. */
  async #lookThroughPooler(): Promise<void> {
    const standing = await this.#neighbours[this.#at]?.look()
    if (standing && this.#objectionTo(standing.standing)) this.#opened = new WeakMap()
  }

  async #recall(): Promise<void> {
    const remembered = await this.#options.memory?.read()
    if (remembered) this.heard(remembered)
  }

  #newestOf(system: string): number {
    return this.#newest.get(system) ?? 0
  }

  #objectionTo({ lineage, isStandby, isReadOnly }: Standing): Error | undefined {
    if (lineage && this.#taken && lineage.system !== this.#taken.system)
      return new OtherPrimary(`it is of the cluster ${lineage.system}, and the one in use is of ${this.#taken.system}`)
    if (this.#wantsWritable && (isStandby || isReadOnly))
      return new Unreachable(notNow(`it is ${isStandby ? 'a standby' : 'read-only'}`))
    const newest = lineage ? this.#newestOf(lineage.system) : 0
    if (lineage && !isStandby && lineage.timeline < newest)
      return new OtherPrimary(`it is on timeline ${lineage.timeline}, and timeline ${newest} is in use`)
    return undefined
  }

  #take({ lineage, isStandby, since }: Standing): void {
    this.#since = since
    if (!lineage || isStandby) return
    this.heard(lineage)
    const { system, timeline } = this.#taken ?? {}
    if (lineage.system === system && lineage.timeline === timeline) return
    this.#taken = lineage
    // without it this process remembers, and the next one asks around
    this.#options.memory?.write(lineage).catch(() => undefined)
    this.#taking?.()
  }
}

/** Until it is promoted, or another one is. The code is PostgreSQL's for a server that starts. */
const notNow = (message: string): Error => Object.assign(new Error(message), { code: '57P03' })
const explained = (error: Error): Error => (error instanceof OtherPrimary ? error : new Unreachable(error))
