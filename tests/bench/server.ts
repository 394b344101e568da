/**
 * The server on a database full of shops, a process of its own: its CPU is then its own too. Speaks with its parent.
 * usage: fork(tests/bench/server.ts, [kind, rows])
 */
import { SUPERVISION } from '../../src/supervision/server/product.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import type { Services } from '../../src/server/call/context.ts'
import { compile } from '../../src/server/config/live.ts'
import { databaseOn, type Database } from '../../src/server/db/database.ts'
import { LIMITS } from '../../src/server/db/limits.ts'
import { openPglite } from '../../src/server/db/pglite/pool.ts'
import { openPostgres } from '../../src/server/db/postgres/pool.ts'
import { seedDemo } from '../../src/supervision/server/demo/seed.ts'
import { embeddedApp } from '../../src/server/http/app.ts'
import { hashToken } from '../../src/server/session/login.ts'
import { readConfigFolder } from '../../src/server/start/configuration/config-folder.ts'
import { readDemo } from '../../src/supervision/server/demo/demo-files.ts'
import { openFileFolder } from '../../src/server/start/folders/file-folder.ts'
import { openMapFolder } from '../../src/server/start/folders/map-folder.ts'
import { prepareTables } from '../../src/server/start/database/open-database.ts'
import { readRegions } from '../../src/server/start/folders/region-files.ts'
import { startPostgres } from '../server/support/postgres.ts'
import { fillClues, handOut } from '../../scripts/bench/clues.ts'
import { randomSets } from '../../scripts/bench/random-sets.ts'
import { fillShops } from '../../scripts/bench/shops.ts'
import { nightly, tableCosts } from '../../scripts/bench/table-costs.ts'

const ROOT = resolve('.')
const CLUES = 100_000
const BATCHES = 15
const SETTINGS = ['shared_buffers=2GB', 'maintenance_work_mem=256MB', 'random_page_cost=1.1', 'max_wal_size=4GB']
/** how many of each level among a hundred users: few look at the whole country */
const LEVELS: [length: number, users: number][] = [
  [0, 1],
  [2, 9],
  [4, 30],
  [6, 60],
]

const [kind = 'PostgreSQL', rows = '1000000', seed = '1', drawn = '200'] = process.argv.slice(2)
const say = (line: string): void => console.error(`${kind}: ${line}`)
const folder = mkdtempSync(join(tmpdir(), 'wangjian-bench-'))

/** to fill a million rows takes longer than a request may */
const FILLING = { ...LIMITS, statement: 3600_000 }

async function open(): Promise<Database> {
  if (kind === 'PGlite') return databaseOn(await openPglite(join(folder, 'pg'), FILLING))
  if (process.env['DATABASE_URL']) return databaseOn(await openPostgres(process.env['DATABASE_URL'], FILLING))
  const postgres = await startPostgres(['-F', ...SETTINGS.flatMap(setting => ['-c', setting])])
  ending.push(() => postgres.stop())
  return databaseOn(await openPostgres(postgres.url, FILLING))
}
const ending: (() => Promise<void>)[] = []

/** A hundred signed-in people, spread over the country. */
async function users({ db, regions }: Services): Promise<{ token: string; area: string }[]> {
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
    const roleIds = like.find(one => lengthOf(one.areaCode) === length)?.roleIds ?? like[0]?.roleIds
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

/** Clues beside the shops, made once. */
async function withClues(): Promise<number> {
  const {
    rows: [held],
  } = await sql<{ n: number }>`select count(*) as n from "illegalResult"`.execute(db)
  if (Number(held?.n) < CLUES) await fillClues(services, CLUES)
  return CLUES
}

/** Somebody whose unit has batches of clues to accept. */
async function withBatches(): Promise<{ person: { token: string; area: string }; keys: string[][] }> {
  const person = people.find(({ area }) => !area.endsWith('00')) ?? people[0]!
  const org = `org-${person.area}`
  await sql`insert into org ("orgId", "orgName", "areaCode", "delFlag")
    values (${org}, '样例单位', ${person.area}, 0) on conflict do nothing`.execute(db)
  await db.updateTable('user').set({ orgId: org }).where('id', '=', `bench-${person.token}`).execute()
  const keys: string[][] = []
  for (let i = 0; i < BATCHES; i++) keys.push(await handOut(services, org, Date.now() * 1000 + i * 100, 100))
  return { person, keys }
}

const { compiled, diagnostics } = compile(await readConfigFolder(ROOT))
if (!compiled) throw new Error(JSON.stringify(diagnostics[0]))
const db = await open()
await prepareTables(db, compiled, SUPERVISION.tables)
const regions = await readRegions(join(ROOT, 'data-regions'))
const services: Services = {
  product: SUPERVISION,
  db,
  regions,
  files: await openFileFolder(folder),
  maps: await openMapFolder(join(ROOT, 'data-maps')),
  configuration: () => compiled.configuration,
  entities: () => compiled.entities,
}
await seedDemo({ db, regions, ...compiled, demo: await readDemo(ROOT) })
const began = Date.now()
const {
  rows: [held],
} = await sql<{ n: number }>`select count(*) as n from eshop`.execute(db)
// a database that was filled before is taken as it is
if (Number(held?.n) < Number(rows))
  await fillShops(services, Number(rows), async () => void (await prepareTables(db, compiled, SUPERVISION.tables)), say)
say(`filled in ${((Date.now() - began) / 1000).toFixed(0)} s`)
const people = await users(services)
const clues = kind === 'PostgreSQL' ? await withClues() : 0
const batches = clues > 0 ? await withBatches() : undefined
/** Every five hundredth shop: what is looked for is there. */
const { rows: samples } = await sql<Record<string, unknown>>`select * from eshop where "uniqueId" like 'bench-%'
  and right("uniqueId", 3) = '500'`.execute(db)
const sets = randomSets(compiled.configuration, 'dataCenter/onlineShop', regions, samples, {
  count: Number(drawn),
  seed: Number(seed),
})
const app = await embeddedApp(services)
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', asked => {
  if (asked === 'cpu') process.send?.({ cpu: process.cpuUsage() })
  else if (asked === 'costs') void tableCosts(db).then(costs => process.send?.(costs))
  else if (asked === 'nightly') void nightly(db).then(done => process.send?.(done))
  else
    void app
      .close()
      .then(() => db.destroy())
      .then(() => Promise.all(ending.map(end => end())))
      .finally(() => {
        rmSync(folder, { recursive: true, force: true })
        process.exit(0)
      })
})
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, people, clues, batches, sets })
