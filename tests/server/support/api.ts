import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Envelope, ListAnswer, Row } from '../../../src/core/contract/api.ts'
import type { Services } from '../../../src/server/call/context.ts'
import type { Regions } from '../../../src/server/access/regions.ts'
import { compileJudged, type CompiledConfiguration } from '../../../src/server/config/live.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate/migrate.ts'
import type { DemoDocument } from '../../../src/supervision/server/demo/documents.ts'
import { seedDemo } from '../../../src/supervision/server/demo/seed.ts'
import { embeddedApp } from '../../../src/server/http/app.ts'
import { SUPERVISION } from '../../../src/supervision/server/product.ts'
import { asOfNow } from '../../../src/server/dispatch/person.ts'
import { startJobs } from '../../../src/server/jobs/worker.ts'
import { readConfigFolder } from '../../../src/server/start/configuration/config-folder.ts'
import { readDemo, readDemoEvidence, readDemoKnowledge } from '../../../src/supervision/server/demo/demo-files.ts'
import type { FileStore } from '../../../src/server/files/store.ts'
import { openFileFolder } from '../../../src/server/start/folders/file-folder.ts'
import { hashToken } from '../../../src/server/session/login.ts'
import { HeavyProcesses } from '../../../src/server/start/heavy/heavy-processes.ts'
import { openMapFolder } from '../../../src/server/start/folders/map-folder.ts'
import { readRegions } from '../../../src/server/start/folders/region-files.ts'
import { forget, ROOT, temporary } from '../../folders.ts'
import { anyOrder } from './any-order.ts'
import { openDatabase, openDemonstration, type Kind, type Opened } from './database.ts'

export const PASSWORD = 'Wangjian2025'
export const CLIENT = { client_id: 'webApp', client_secret: 'webApp' }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export interface Answer<T = unknown> {
  status: number
  headers: Record<string, unknown>
  body: Envelope<T>
}

/** The server on one database, asked as a browser asks it. */
export class Api {
  app: FastifyInstance
  services: Services
  readonly kind: Kind
  #close: () => Promise<void>
  constructor(kind: Kind, app: FastifyInstance, services: Services, close: () => Promise<void>) {
    this.kind = kind
    this.app = app
    this.services = services
    this.#close = close
  }

  /** What tests read with; the server itself reads as ever. */
  get db(): Database {
    return this.services.db.withPlugin(anyOrder())
  }

  async ask<T = unknown>(
    method: Method,
    path: string,
    token?: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await this.app.inject({
      method,
      url: `/prod-api${path}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() as Envelope<T> }
  }

  signIn(
    username: string,
    password = PASSWORD,
    headers: Record<string, string> = CLIENT,
  ): Promise<Answer<{ access_token: string }>> {
    const query = new URLSearchParams({ username, password }).toString()
    return this.ask('POST', `/api-auth/oauth/user/token?${query}`, undefined, undefined, headers)
  }

  /**
   * A session; with the demonstration's password it is laid straight into the table, which spares a slow hash a test.
   */
  async token(username: string, password?: string): Promise<string> {
    if (password === undefined) {
      const token = randomUUID()
      await this.db
        .insertInto('sys_session')
        .values({
          tokenHash: hashToken(token),
          userId: `user-${username}`,
          createdAt: Date.now(),
          expiresAt: Date.now() + 3600_000,
          ip: '',
        })
        .execute()
      return token
    }
    const { body } = await this.signIn(username, password)
    if (!body.data) throw new Error(`${username} cannot sign in: ${body.resultMsg}`)
    return body.data.access_token
  }

  /** `method`: the specification has lists by GET, too. */
  async list(path: string, token: string, request: object = {}, method: 'GET' | 'POST' = 'POST'): Promise<ListAnswer> {
    const args = { pageNo: 1, pageRowNo: 20, pageFlag: 1, ...request }
    const query =
      method === 'GET' ? `?${new URLSearchParams(Object.entries(args).map(([n, v]) => [n, String(v)]))}` : ''
    const { status, body } = await this.ask<ListAnswer>(
      method,
      `${path}${query}`,
      token,
      method === 'GET' ? undefined : args,
    )
    if (status !== 200 || !body.data) throw new Error(`${path}: ${status} ${body.resultMsg}`)
    return body.data
  }

  /** All rows of a list, page by page. */
  async every(path: string, token: string, request: object = {}): Promise<Row[]> {
    const rows: Row[] = []
    for (let pageNo = 1; ; pageNo++) {
      const { list, totalRecord } = await this.list(path, token, { ...request, pageNo, pageRowNo: 1000 })
      rows.push(...list)
      if (list.length === 0 || rows.length >= totalRecord) return rows
    }
  }

  async first(path: string, token: string, request: object = {}): Promise<Row> {
    const { list } = await this.list(path, token, { pageRowNo: 1, ...request })
    if (!list[0]) throw new Error(`${path} is empty`)
    return list[0]
  }

  /** A file that whoever holds the token has taken in: its address, as a record names it. */
  async upload(token: string, name = '材料.pdf', content: Buffer | string = '%PDF-1.7'): Promise<string> {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n--b--\r\n')])
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await this.app.inject({ method: 'POST', url: '/prod-api/api-im/file/uploads', headers, payload })
    const { data, resultMsg } = answer.json() as Envelope<{ url: string }>
    if (!data) throw new Error(`${name} is not taken in: ${resultMsg}`)
    return data.url
  }

  close(): Promise<void> {
    return this.#close()
  }
}

type Loading = { compiled: CompiledConfiguration; regions: Regions; files: FileStore; less: Partial<DemoDocument> }

async function load(
  kind: Kind,
  { compiled: { configuration, entities }, regions, files, less }: Loading,
): Promise<Opened> {
  const opened = await openDatabase(kind)
  await migrate(opened.db, entities.values(), '', SUPERVISION.tables)
  await seedDemo({
    db: opened.db,
    regions,
    configuration,
    entities,
    captured: { files, evidence: await readDemoEvidence(ROOT) },
    knowledge: await readDemoKnowledge(ROOT),
    demo: { ...(await readDemo(ROOT)), ...less },
  })
  return opened
}

interface Product {
  compiled: CompiledConfiguration
  regions: Regions
}
/** Nothing changes it: it is read once for both databases. Whether it is right, `validate` says. */
let product: Promise<Product> | undefined
async function readProduct(): Promise<Product> {
  const compiled = compileJudged(await readConfigFolder(ROOT))
  return { compiled, regions: await readRegions(join(ROOT, 'data-regions')) }
}

/**
 * What is begun here wakes the worker; looking is for what others left behind, and each look is two statements, all day
 * long.
 */
const LOOK_MS = 1000

/** Its processes are kept for a minute: the next server of the same test process need not start any. */
const HEAVY = new HeavyProcesses(console.error)

/** The real configuration and the demonstration's data, or less of it, on a database of its own. */
export async function startApi(kind: Kind, less: Partial<DemoDocument> = {}): Promise<Api> {
  const { compiled, regions } = await (product ??= readProduct())
  const whole = Object.keys(less).length === 0
  const folder = temporary('files-')
  const files = await openFileFolder(folder)
  const loaded = whole ? await openDemonstration(kind, join(folder, 'files')) : undefined
  const { db, close } = loaded ?? (await load(kind, { compiled, regions, files, less }))
  return serve(kind, db, files, async () => {
    await close()
    await forget(folder)
  })
}

/** The real configuration on a database that has its tables, with the files of a data folder. */
export const apiOn = async (db: Database, dataDir: string): Promise<Api> =>
  serve('PostgreSQL', db, await openFileFolder(dataDir), () => Promise.resolve())

async function serve(kind: Kind, db: Database, files: FileStore, close: () => Promise<void>): Promise<Api> {
  const { compiled, regions } = await (product ??= readProduct())
  const { configuration, entities } = compiled
  const services: Services = {
    product: SUPERVISION,
    db,
    regions,
    files,
    heavy: HEAVY,
    maps: await openMapFolder(join(ROOT, 'data-maps')),
    configuration: () => configuration,
    entities: () => entities,
  }
  const jobs = (services.jobs = startJobs(
    () => services,
    asOfNow,
    error => console.error(error),
    LOOK_MS,
  ))
  // what is refused is told, and tests are refused all day
  const app = await embeddedApp(services, { log: { level: 'error' } })
  return new Api(kind, app, services, async () => {
    await app.close()
    await jobs.close()
    await close()
  })
}
