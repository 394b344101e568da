/** A database full of shops and clues with people of all levels, for the benches of lists and of dashboards. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { fillClues } from '../bench/clues.ts'
import { fillShops } from '../bench/shops.ts'
import type { Services } from '../../src/server/call/context.ts'
import { compile, type CompiledConfiguration } from '../../src/server/config/live.ts'
import { databaseOn, type Database } from '../../src/server/db/database.ts'
import { LIMITS } from '../../src/server/db/limits.ts'
import { openPglite } from '../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../src/server/db/postgres/pool.ts'
import { foldRollup } from '../../src/server/db/rollups/fill.ts'
import { rollupTables } from '../../src/server/db/rollups/plan.ts'
import { hashToken } from '../../src/server/session/login.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { prepareTables } from '../../src/server/start/database/open-database.ts'
import { openFileFolder } from '../../src/server/start/folders/file-folder.ts'
import { HeavyProcesses } from '../../src/server/start/heavy/heavy-processes.ts'
import { openMapFolder } from '../../src/server/start/folders/map-folder.ts'
import { readRegions } from '../../src/server/start/folders/region-files.ts'
import { readDemo } from '../../src/supervision/server/demo/demo-files.ts'
import { seedDemo } from '../../src/supervision/server/demo/seed.ts'
import { SUPERVISION } from '../../src/supervision/server/product.ts'
import { startPostgres } from '../../tests/server/support/postgres.ts'

const ROOT = resolve('.')
const SETTINGS = ['shared_buffers=2GB', 'maintenance_work_mem=256MB', 'random_page_cost=1.1', 'max_wal_size=4GB']
/** how many of each level among a hundred users: few look at the whole country */
const LEVELS: [length: number, users: number][] = [
  [0, 1],
  [2, 9],
  [4, 30],
  [6, 60],
]
/** to fill a million rows takes longer than a request may */
const FILLING = { ...LIMITS, statement: 3600_000 }

export interface Person {
  token: string
  area: string
}
export interface Filled {
  services: Services
  compiled: CompiledConfiguration
  people: Person[]
  /** shuts the database, and forgets it where it is the bench's own */
  end(): Promise<void>
}
export interface Filling {
  kind: string
  shops: number
  clues: number
  /** level of area (digits of its code) → the level whose roles its people have, where they are not their own */
  roles?: Record<number, number>
  say(line: string): void
}

/** A database's own memory is empty after it has been started anew, which one of somebody else's is not. */
interface Server {
  open(): Promise<Database>
  restart(): Promise<void>
  end(): Promise<void>
}

async function serverOf(kind: string, folder: string): Promise<Server> {
  const { DATABASE_URL: url } = process.env
  const [restart, end] = [async () => {}, async () => {}]
  if (kind === 'PGlite')
    return { open: async () => databaseOn(await openPglite(join(folder, 'pg'), { limits: FILLING })), restart, end }
  if (url) return { open: async () => databaseOn(await openPostgres(url, FILLING)), restart, end }
  const postgres = await startPostgres(['-F', ...SETTINGS.flatMap(setting => ['-c', setting])])
  return {
    open: async () => databaseOn(await openPostgres(postgres.url, FILLING)),
    restart: async () => {
      await postgres.end('SIGINT')
      await postgres.start()
    },
    end: () => postgres.stop(),
  }
}

/** A hundred signed-in people, spread over the country. */
async function users({ db, regions }: Services, roles: Record<number, number> = {}): Promise<Person[]> {
  const provinces = regions.children('').map(([code]) => code)
  const cities = provinces.flatMap(code => regions.children(code).map(([city]) => city))
  const counties = cities.flatMap(code => regions.children(code).map(([county]) => county))
  const areas = new Map([
    [0, ['000000']],
    [2, provinces],
    [4, cities],
    [6, counties],
  ])
  const { rows: like } = await sql<{
    areaCode: string
    roleIds: string
  }>`select "areaCode", "roleIds" from "user" where "customerId" is null or "customerId" = ''
    or username like 'huainan%' order by username`.execute(db)
  const lengthOf = (code: string): number =>
    code.endsWith('0000') ? (code === '000000' ? 0 : 2) : code.endsWith('00') ? 4 : 6
  const made = LEVELS.flatMap(([length, count]) => {
    const places = areas.get(length) ?? []
    const roleIds = like.find(one => lengthOf(one.areaCode) === (roles[length] ?? length))?.roleIds ?? like[0]?.roleIds
    return Array.from({ length: count }, (_, i) => ({
      token: randomUUID(),
      roleIds,
      area: places[Math.floor((i * places.length) / count)] ?? '000000',
    }))
  })
  for (const { token, roleIds, area } of made) {
    const id = `bench-${token}`
    await db
      .insertInto('user')
      .values({ id, username: id, nickName: id, areaCode: area, customerId: '', roleIds, enabled: 1, delFlag: 0 })
      .execute()
    await db
      .insertInto('sys_session')
      .values({ tokenHash: hashToken(token), userId: id, createdAt: Date.now(), expiresAt: Date.now() + 36e5, ip: '' })
      .execute()
  }
  return made.map(({ token, area }) => ({ token, area }))
}

async function countOf(db: Database, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.n)
}

/** A database that was filled before is taken as it is. */
export async function filled({ kind, shops, clues, roles, say }: Filling): Promise<Filled> {
  const { compiled, diagnostics } = compile(await readConfigFolder(ROOT))
  if (!compiled) throw new Error(JSON.stringify(diagnostics[0]))
  const folder = mkdtempSync(join(tmpdir(), 'wangjian-bench-'))
  const server = await serverOf(kind, folder)
  const regions = await readRegions(join(ROOT, 'data-regions'))
  const around = {
    product: SUPERVISION,
    regions,
    files: await openFileFolder(folder),
    heavy: new HeavyProcesses(console.error),
    maps: await openMapFolder(join(ROOT, 'data-maps')),
    configuration: () => compiled.configuration,
    entities: () => compiled.entities,
  }
  const filling: Services = { ...around, db: await server.open() }
  const prepare = async (): Promise<void> => void (await prepareTables(filling.db, compiled, SUPERVISION.tables))
  await prepare()
  await seedDemo({ db: filling.db, regions, ...compiled, demo: await readDemo(ROOT) })
  const began = Date.now()
  if ((await countOf(filling.db, 'eshop')) < shops) await fillShops(filling, shops, prepare, say)
  if ((await countOf(filling.db, 'illegalResult')) < clues) await fillClues(filling, clues, prepare)
  say(`filled in ${((Date.now() - began) / 1000).toFixed(0)} s`)
  const people = await users(filling, roles)
  const rollups = await prepareTables(filling.db, compiled, SUPERVISION.tables)
  for (const plan of rollups) {
    while (await foldRollup(filling.db, plan, { waiting: 0 })) say('put together, in part')
    // as the database does by itself within a minute: a million notes have just gone
    for (const table of Object.values(rollupTables(plan)))
      await sql`vacuum analyze ${sql.table(table)}`.execute(filling.db)
  }
  await filling.db.destroy()
  await server.restart()
  const services: Services = { ...around, db: await server.open(), rollups: () => rollups }
  const end = async (): Promise<void> => {
    await services.db.destroy()
    await server.end()
    rmSync(folder, { recursive: true, force: true })
  }
  return { services, compiled, people, end }
}
