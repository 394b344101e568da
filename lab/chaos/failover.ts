import { sql } from 'kysely'
import { databaseOn } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres/pool.ts'
import { openFileFolder } from '../../src/server/start/folders/file-folder.ts'
import { forget, temporary } from '../../tests/folders.ts'
import { startPostgres, type OwnPostgres } from '../../tests/server/support/postgres.ts'
import { environment, ServerProcess } from '../../tests/server/support/process.ts'
import { Standby } from '../../tests/server/support/standby.ts'
import { compare, Ledger } from './ledger.ts'
import { Person } from './person.ts'
import { inOneLine, until, type Line } from './report.ts'

const WRITERS = 3

/** An instance with people who save; all of them of one office, whose session is in the one database. */
interface Office {
  server: ServerProcess
  ledger: Ledger
  people: Person[]
}

const hostOf = ({ url }: { url: string }): string => new URL(url).host

/**
 * A primary and its replica, which confirms each commit, so that nothing that was acknowledged may be lost. One instance
 * knows both machines, the other one the first and its replica.
 */
class Pair {
  readonly #clean: (() => Promise<unknown>)[] = []
  readonly offices: Office[] = []
  first!: OwnPostgres
  second!: Standby

  async open(): Promise<this> {
    this.first = await startPostgres()
    this.#clean.push(() => this.first.stop())
    this.second = await Standby.of(this.first.url)
    this.#clean.push(() => this.second.postgres.stop())
    await this.confirm("set synchronous_standby_names = '*'")
    const both = `postgres://postgres@${hostOf(this.first)},${hostOf(this.second)}/postgres?target_session_attrs=read-write`
    await this.#start({ DATABASE_URL: both })
    await this.#start({ DATABASE_URL: this.first.url, DATABASE_REPLICAS: this.second.url })
    const { token } = await new Person(this.#url(0)).first(this.offices[0]?.server.output ?? '')
    for (const { people } of this.offices) for (const person of people) person.token = token
    return this
  }

  /** Whether the first machine waits for its replica at each commit. */
  async confirm(setting: string): Promise<void> {
    const db = databaseOn(await openPostgres(this.first.url))
    await sql.raw(`alter system ${setting}`).execute(db)
    await sql`select pg_reload_conf()`.execute(db)
    await db.destroy()
  }

  #url(nth: number): string {
    return this.offices[nth]?.server.url ?? ''
  }

  async #start(env: Record<string, string>): Promise<void> {
    const whole = await environment({ RATE_LIMIT: '0', LOG_LEVEL: 'silent', ...env })
    const server = await new ServerProcess(whole).running()
    this.#clean.push(
      () => forget(whole['DATA_DIR'] ?? ''),
      () => server.stop('SIGKILL'),
    )
    const people = Array.from({ length: WRITERS }, () => new Person(server.url))
    this.offices.push({ server, ledger: new Ledger(), people })
  }

  /** What was acknowledged by either against what the new primary has. */
  async losses(): Promise<{ lost: number; twice: number }> {
    const db = databaseOn(await openPostgres(this.second.url))
    try {
      // nothing is uploaded
      const folder = temporary('failover-')
      const files = await openFileFolder(folder)
      this.#clean.push(() => forget(folder))
      const each = await Promise.all(this.offices.map(({ ledger }) => compare(db, files, ledger)))
      return { lost: each.reduce((sum, { lost }) => sum + lost, 0), twice: each[0]?.twice ?? 0 }
    } finally {
      await db.destroy()
    }
  }

  async close(): Promise<void> {
    for (const step of this.#clean.reverse()) await step()
  }
}

async function round(): Promise<Line> {
  const pair = new Pair()
  try {
    await pair.open()
    const [both, one] = pair.offices as [Office, Office]
    const writing = pair.offices.map(({ ledger, people }) => ledger.writers(people))
    for (const { ledger } of pair.offices) await ledger.more(20)
    await pair.first.end('SIGKILL')
    const before = one.ledger.acknowledged.size
    await pair.second.ask('select pg_promote()')
    await both.ledger.more(20)
    // the former primary comes back, and whoever names it alone goes on trying
    await pair.first.start()
    await pair.confirm('reset synchronous_standby_names')
    const refused = one.ledger.refused.length
    await until('whoever names it is refused', () => one.ledger.refused.length > refused + 50)
    await both.ledger.more(20)
    for (const one of writing) await one.stop()
    const stale = one.ledger.acknowledged.size - before
    const health = await one.people[0]?.healthy()
    await both.ledger.again(both.people[0] as Person)
    const { lost, twice } = await pair.losses()
    const sum = both.ledger.acknowledged.size + one.ledger.acknowledged.size
    return {
      what: 'failover, and the former primary comes back',
      came: `${sum} saves acknowledged, ${stale} of them by the former primary, ${lost} lost, ${twice} twice; health ${health}`,
      isWell: lost + twice + stale === 0 && health === 503,
    }
  } catch (error) {
    return { what: 'failover, and the former primary comes back', came: inOneLine(error), isWell: false }
  } finally {
    await pair.close()
  }
}

export async function failover(rounds: number): Promise<Line[]> {
  const lines: Line[] = []
  for (let n = 0; n < rounds; n++) {
    lines.push(await round())
    console.log(`  ${lines.at(-1)?.came}`)
  }
  return lines
}
