import { PRODUCTS } from '../../../../src/products.ts'
import type { Database } from '../../../../src/server/db/database.ts'
import { chinaTime, momentOf } from '../../../../src/server/db/time.ts'
import { openDatabase } from '../../../../src/server/start/database/open-database.ts'
import { readSettings, type Settings } from '../../../../src/server/start/settings/environment.ts'
import { startServer, type Running } from '../../../../src/server/start/start.ts'
import { setClock } from '../../../../src/server/time/clock.ts'
import { ROOT } from '../../../folders.ts'
import { Office, type Kept } from './office.ts'
import { stateOf, type State } from './state.ts'
import { SteppedClock } from './stepped-clock.ts'

const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000]
/** A county, a city and a province of different customers. */
const PEOPLE = ['huainan_datong', 'fj_fuzhou', 'fj_province']

export interface Span {
  /** 'YYYY-MM-DD' */
  from: string
  days: number
  env: Record<string, string>
  /** hours that the clock moves at once */
  hours: number
  /** days after which the server ends in order and starts anew */
  restart: number
  /** what of the demonstration is taken away before the first day: each site that is looked at daily takes its time */
  without?: (db: Database) => Promise<unknown>
  /** told of each time that the server has been ended */
  tell?: (state: State, faults: number) => void
}

export interface Passed {
  /** all that the server's log calls an error, and all that people were refused */
  faults: string[]
  /** at each end of the server */
  states: State[]
}

/**
 * A server with its demonstration, as an operator runs it but in this process, on a clock that is moved by hand: what
 * it does each hour is waited for, and what nobody waits for takes no time.
 */
class Life {
  readonly faults: string[] = []
  readonly states: State[] = []
  readonly clock: SteppedClock
  readonly #settings: Settings
  readonly #kept: Kept = { sites: [], clues: [] }
  #running: Running | undefined
  #office: Office | undefined

  constructor(begin: number, hours: number, env: Record<string, string>) {
    this.clock = new SteppedClock(begin, hours * HOUR)
    this.#settings = readSettings(env, ROOT)
  }

  async start(): Promise<void> {
    const log = { info: () => undefined, error: (line: string) => this.fault(line) }
    this.#running = await startServer(this.#settings, ROOT, log, PRODUCTS)
    this.#office = new Office(this.#running.url, PEOPLE, this.#kept)
  }

  async stop(): Promise<void> {
    await this.#running?.close()
    this.#running = undefined
  }

  /** With the server at its end. */
  async on<T>(work: (db: Database) => Promise<T>): Promise<T> {
    await this.stop()
    const { db, close } = await openDatabase(this.#settings.databaseUrl, this.#settings.dataDir)
    return work(db).finally(close)
  }

  /** Ends the server and looks at what it leaves behind. */
  async end(until: number): Promise<State> {
    const state = await this.on(db => stateOf(db, this.#settings, this.#kept, until))
    this.states.push(state)
    return state
  }

  fault(error: unknown): void {
    this.faults.push(`${chinaTime()} ${String(error)}`)
  }

  /** People do this at a time of a day; that one is refused keeps nobody from going on. */
  async at(moment: number, work: (office: Office) => Promise<unknown>): Promise<void> {
    await this.clock.to(moment)
    if (this.#office) await work(this.#office).catch((error: unknown) => this.fault(error))
  }

  async day(midnight: number): Promise<void> {
    await this.at(midnight + 8 * HOUR, office => office.arrive())
    for (const hour of [9, 14]) await this.at(midnight + hour * HOUR, office => office.work())
    await this.at(midnight + 17 * HOUR, office => office.changeAll(`核对于 ${chinaTime()}`))
    // the last and the first of a day
    await this.at(midnight + DAY - 10 * SECOND, office => office.work())
    await this.at(midnight + DAY + 10 * SECOND, office => office.work())
  }
}

/** Lets days pass in which people enter things and the server does its work, and tells what has become of it all. */
export async function passDays(span: Span): Promise<Passed> {
  const { from, days, env, hours, restart, without, tell = () => undefined } = span
  const begin = momentOf(`${from} 00:00:00`)
  const life = new Life(begin, hours, env)
  const unset = setClock(life.clock)
  try {
    await life.start()
    if (without) await life.on(without).then(() => life.start())
    for (let day = 0; day < days; day++) {
      await life.day(begin + day * DAY)
      const isLast = day === days - 1
      if (!isLast && (day + 1) % restart !== 0) continue
      // what has come due since the last step waits for the next
      tell(await life.end(life.clock.now() - hours * HOUR), life.faults.length)
      if (!isLast) await life.start()
    }
    return { faults: life.faults, states: life.states }
  } finally {
    await life.stop()
    unset()
  }
}
