import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { databaseOn, type Database } from '../../../src/server/db/database.ts'
import { LIMITS, LONG } from '../../../src/server/db/limits.ts'
import { openPglite } from '../../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../../src/server/db/postgres/pool.ts'
import { copyFolder, forget, ROOT, temporary } from '../../../tests/folders.ts'
import { prepared } from '../../../tests/prepared.ts'
import { startPostgres, type OwnPostgres } from '../../../tests/server/support/postgres.ts'
import { environment } from '../../../tests/server/support/process.ts'
import type { Kind } from '../ground.ts'
import { Person } from '../person.ts'

const WATCH = pathToFileURL(join(ROOT, 'lab/chaos/heavy/watch.mjs')).href
export const DEMO_PASSWORD = 'Wangjian2025'
const CHUNK = 20_000
/** Indexes of many rows take longer than a statement may. */
const PATIENT = { ...LIMITS, statement: 3_600_000 }

export interface Watched {
  /** milliseconds that the event loop was held */
  p99: number
  longest: number
  rss: number
  heapUsed: number
  external: number
  arrayBuffers: number
}

/** Shops like one of the demonstration's, until there are so many; its indexes are made anew, in a tenth of the time. */
export async function moreShops(db: Database, count: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from eshop`.execute(db)
  const from = Number(rows[0]?.n ?? 0)
  if (from >= count) return
  const { rows: indexes } = await sql<{ name: string; made: string }>`select i.indexrelid::regclass::text as name,
    pg_get_indexdef(i.indexrelid) as made from pg_index i
    where i.indrelid = 'eshop'::regclass and not i.indisprimary and not i.indisunique`.execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.raw(name)}`.execute(db)
  for (let first = from; first < count; first += CHUNK)
    await sql`${LONG}insert into eshop select x.*
      from (select * from eshop where "areaCode" like '3404%' and "delFlag" = 0 order by "uniqueId" limit 1) t,
        generate_series(${sql.lit(first)}, ${sql.lit(Math.min(count, first + CHUNK) - 1)}) i,
        jsonb_populate_record(null::eshop, to_jsonb(t) || jsonb_build_object('uniqueId', 'heavy-' || i,
          'shopName', t."shopName" || i, 'shopUrl', 'https://heavy' || i || '.example/')) x`.execute(db)
  for (const { made } of indexes) await sql`${LONG}${sql.raw(made)}`.execute(db)
  await sql`${LONG}vacuum analyze eshop`.execute(db)
}

export interface Wanted {
  shops: number
  /** of V8: such as --max-old-space-size=200 */
  flags: readonly string[]
}

/** A server with the demonstration, as an operator runs it. */
export class HeavyServer {
  readonly kind: Kind
  readonly data: string
  readonly #postgres: OwnPostgres | undefined
  readonly #flags: readonly string[]
  #child: ReturnType<typeof spawn> | undefined
  output = ''
  url = ''
  /** what the server is started with */
  settings: Record<string, string> = {}

  private constructor(kind: Kind, data: string, flags: readonly string[], postgres: OwnPostgres | undefined) {
    this.kind = kind
    this.data = data
    this.#flags = flags
    this.#postgres = postgres
  }

  static async open(kind: Kind, { shops, flags }: Wanted): Promise<HeavyServer> {
    const data = temporary('heavy-')
    const postgres =
      kind === 'PostgreSQL' ? await startPostgres(['-F'], temporary('pg-'), prepared('postgres')) : undefined
    const like = postgres ? prepared('files') : prepared('demo')
    if (like !== undefined) copyFolder(like, data)
    const server = new HeavyServer(kind, data, flags, postgres)
    await server.#filled(shops, like === undefined).catch(async (error: unknown) => {
      await server.close()
      throw error
    })
    return server
  }

  /** Starts with so many shops; `isNew`: the demonstration is loaded first. */
  async #filled(shops: number, isNew: boolean): Promise<void> {
    if (isNew) {
      await this.start()
      await this.end('SIGTERM')
    }
    const pool = this.#postgres ? openPostgres(this.#postgres.url, PATIENT) : openPglite(join(this.data, 'pg'))
    const db = databaseOn(await pool)
    await moreShops(db, shops).finally(() => db.destroy())
    await this.start()
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  async start(): Promise<void> {
    this.settings = await environment({
      DEMO: '1',
      DATA_DIR: this.data,
      DATABASE_URL: this.#postgres?.url ?? '',
      RATE_LIMIT: '0',
      EMBEDDED_SYNC: '',
      HEAVY_WATCH: join(this.data, 'watch.sock'),
    })
    const together = prepared('server.mjs')
    const program = together === undefined ? ['--import', 'tsx', join(ROOT, 'scripts/start.ts')] : [together]
    const child = spawn(process.execPath, [...this.#flags, '--import', WATCH, ...program, '--no-build'], {
      cwd: ROOT,
      env: { ...process.env, ...this.settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data: Buffer) => {
        this.output += data
      })
    while (!this.output.includes('running at')) {
      if (!this.isRunning) throw new Error(`The server does not start: ${this.output}`)
      await new Promise(resolve => setTimeout(resolve, 30))
    }
    this.url = /http:\/\/\S+/.exec(this.output)?.[0] ?? ''
  }

  person(name: string): Promise<Person> {
    return new Person(this.url).signIn(name, DEMO_PASSWORD)
  }

  /** What the server says of itself since it was asked the last time. */
  async watched(): Promise<Watched> {
    return JSON.parse(await text(connect(join(this.data, 'watch.sock')))) as Watched
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    if (!child || !this.isRunning) return
    const ended = new Promise(resolve => child.once('close', resolve))
    child.kill(signal)
    await ended
  }

  async close(): Promise<void> {
    await this.end('SIGTERM')
    await this.#postgres?.stop()
    await forget(this.data)
  }
}
