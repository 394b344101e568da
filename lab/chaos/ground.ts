import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { databaseOn, type Database } from '../../src/server/db/database.ts'
import { openPglite } from '../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../src/server/db/postgres/pool.ts'
import { openFileFolder } from '../../src/server/start/folders/file-folder.ts'
import { forget, ROOT, temporary } from '../../tests/folders.ts'
import { startPostgres, type OwnPostgres } from '../../tests/server/support/postgres.ts'
import {
  copyOfConfiguration,
  empty,
  environment,
  ServerProcess,
  type Ended,
} from '../../tests/server/support/process.ts'
import { compare, Ledger, type Losses } from './ledger.ts'
import { Person } from './person.ts'
import { Wire } from './wire.ts'

export type Kind = 'PGlite' | 'PostgreSQL'
export const KINDS: readonly Kind[] = ['PGlite', 'PostgreSQL']
const PRELOAD = pathToFileURL(join(ROOT, 'lab/chaos/preload.mjs')).href

type Env = Record<string, string>
export interface Layout {
  demo?: boolean
  fsync?: boolean
  data?: string
  /** folder of the PostgreSQL */
  cluster?: string
  env?: Env
}

/** A server with its own database, data folder and configuration, and a signed-in user. */
export class Ground {
  readonly kind: Kind
  readonly data: string
  readonly config: string
  readonly ledger = new Ledger()
  readonly person = new Person('')
  readonly postgres: OwnPostgres | undefined
  readonly wire: Wire | undefined
  readonly #more: Env
  server!: ServerProcess

  private constructor(kind: Kind, data: string, config: string, more: Env, postgres?: OwnPostgres, wire?: Wire) {
    this.kind = kind
    this.data = data
    this.config = config
    this.#more = more
    this.postgres = postgres
    this.wire = wire
  }

  static async open(
    kind: Kind,
    { demo = false, fsync = true, data = temporary('chaos-'), cluster, env = {} }: Layout = {},
  ): Promise<Ground> {
    const postgres = kind === 'PostgreSQL' ? await startPostgres(fsync ? [] : ['-F'], cluster) : undefined
    const wire = postgres && (await Wire.to(Number(new URL(postgres.url).port)))
    if (!postgres && !demo) await empty(data)
    const ground = new Ground(
      kind,
      data,
      await copyOfConfiguration(),
      { DEMO: demo ? '1' : '0', EMBEDDED_SYNC: fsync ? '' : '0', ...env },
      postgres,
      wire,
    )
    try {
      await ground.start()
      if (!demo) await ground.person.first(ground.server.output)
    } catch (error) {
      await ground.close()
      throw error
    }
    return ground
  }

  get clockFile(): string {
    return `${this.config}.clock`
  }

  async environment(more: Env = {}): Promise<Env> {
    const url = this.postgres && new URL(this.postgres.url)
    if (url && this.wire) url.port = String(this.wire.port)
    return environment({
      DATA_DIR: this.data,
      CONFIG_DIR: this.config,
      DATABASE_URL: url?.href ?? '',
      RATE_LIMIT: '0',
      LOG_LEVEL: 'silent',
      CHAOS_CLOCK: this.clockFile,
      NODE_OPTIONS: `--import ${PRELOAD}`,
      ...this.#more,
      ...more,
    })
  }

  /** Starts another process on the same folder and database. */
  async another(more: Env = {}): Promise<ServerProcess> {
    return new ServerProcess(await this.environment(more))
  }

  async start(more: Env = {}): Promise<void> {
    this.server = await this.another(more)
    await this.server.running()
    this.person.url = this.server.url
  }

  async restart(signal: NodeJS.Signals = 'SIGTERM', more: Env = {}): Promise<Ended> {
    const ended = await this.server.stop(signal)
    await this.start(more)
    return ended
  }

  get isRunning(): boolean {
    return this.server.child.exitCode === null && this.server.child.signalCode === null
  }

  /** Sets the clock of the server's process off by this number of milliseconds. */
  async clock(shift: number): Promise<void> {
    await writeFile(this.clockFile, String(shift))
    await new Promise(resolve => setTimeout(resolve, 300))
  }

  /** Runs queries beside the server, if the database accepts other connections. */
  async beside<T>(ask: (db: Database) => Promise<T>): Promise<T> {
    if (!this.postgres) throw new Error('The embedded database is the server’s alone')
    const db = databaseOn(await openPostgres(this.postgres.url))
    return ask(db).finally(() => db.destroy())
  }

  /** Stops the server and compares its data with the acknowledged saves. */
  async losses(): Promise<Losses> {
    await this.ledger.again(this.person)
    await this.server.stop()
    const db = databaseOn(
      this.postgres ? await openPostgres(this.postgres.url) : await openPglite(join(this.data, 'pg')),
    )
    try {
      return await compare(db, await openFileFolder(this.data), this.ledger)
    } finally {
      await db.destroy()
    }
  }

  async close(): Promise<void> {
    if (this.server && this.isRunning) await this.server.stop('SIGKILL')
    this.wire?.close()
    await this.postgres?.stop()
    for (const folder of [this.data, this.config, this.clockFile]) await forget(folder)
  }
}

export const newFolder = async (at: string): Promise<string> => {
  await mkdir(at, { recursive: true })
  return at
}
