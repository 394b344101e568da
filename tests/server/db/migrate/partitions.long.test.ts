import { sql, type PostgresPoolClient } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn, type Database } from '../../../../src/server/db/database.ts'
import { divide, mayDivide } from '../../../../src/server/db/migrate/partitions.ts'
import { openPostgres } from '../../../../src/server/db/postgres/pool.ts'
import { checkRollups } from '../../../../src/server/db/rollups/report.ts'
import { entitiesOf } from '../../../../src/server/db/tables/models.ts'
import { embeddedApp } from '../../../../src/server/http/app.ts'
import { prepareTables } from '../../../../src/server/start/database/open-database.ts'
import { partition } from '../../../../src/server/start/partition.ts'
import { readSettings } from '../../../../src/server/start/settings/environment.ts'
import { PRODUCTS } from '../../../../src/products.ts'
import { forget, ROOT } from '../../../folders.ts'
import { dataFolder } from '../../support/process.ts'
import { SUPERVISION } from '../../../../src/supervision/server/product.ts'
import { startApi, type Api } from '../../support/api.ts'
import { noPostgres } from '../../support/postgres.ts'
import { urlOf } from '../../support/standby.ts'

const SHOPS = '/api-im/eshop/eshopList'
const CLUES = '/api/ivIdIllegalResult/queryListNew'

interface Asked {
  text: string
  values: readonly unknown[]
}
interface Plan {
  'Relation Name'?: string
  'Node Type'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const tablesIn = (plan: Plan): string[] => [
  ...(plan['Relation Name'] === undefined ? [] : [plan['Relation Name']]),
  ...(plan.Plans ?? []).flatMap(tablesIn),
]

/** Rows that each table's walk came by, whether they were taken or not. */
const readIn = (plan: Plan): [table: string, rows: number][] => [
  ...(plan['Relation Name'] === undefined
    ? []
    : [
        [plan['Relation Name'], (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)] as [string, number],
      ]),
  ...(plan.Plans ?? []).flatMap(readIn),
]

describe.skipIf(noPostgres !== undefined)('a table in a part for each province', () => {
  const own = {} as { api: Api; db: Database; before: unknown[] }
  const asked: Asked[] = []

  /** A database that keeps what it was asked. */
  async function recording(url: string): Promise<Database> {
    const pool = await openPostgres(url)
    const connect = async (): Promise<PostgresPoolClient> => {
      const client = await pool.connect()
      const send = client.query as (text: string, values: readonly unknown[]) => Promise<unknown>
      const query = (text: string, values: readonly unknown[]): Promise<unknown> => {
        asked.push({ text, values })
        return send(text, values)
      }
      return { query, release: () => client.release() } as PostgresPoolClient
    }
    return databaseOn({ connect, end: () => pool.end(), options: {} })
  }

  const shops = async (name: string, request: object = {}): Promise<unknown> => {
    const { totalRecord, list } = await own.api.list(SHOPS, await own.api.token(name), request)
    return { name, request, totalRecord, keys: list.map(row => row['uniqueId']) }
  }
  const READ: [string, object][] = [
    ['admin', {}],
    ['admin', { areaCode: '340400' }],
    ['admin', { areaCode: '340402,110000' }],
    ['huainan_admin', {}],
    ['huainan_admin', { orderBy: 'createTime desc' }],
    ['huainan_fengtai', { areaCode: '340421' }],
  ]
  const all = async (): Promise<unknown[]> => {
    const answers: unknown[] = []
    for (const [name, request] of READ) answers.push(await shops(name, request))
    return answers
  }

  beforeAll(async () => {
    own.api = await startApi('PostgreSQL')
    own.before = await all()
    own.db = await recording(await urlOf(own.api.services.db))
    const configuration = own.api.services.configuration()
    // of its own, because others in this process go on with theirs
    const entities = entitiesOf(configuration)
    for (const name of ['eshop', 'illegalResult']) {
      const entity = entities.get(name)
      if (entity && mayDivide(entity)) await divide(own.db, entity, ['11', '34', '35'])
    }
    const prepare = () => prepareTables(own.db, { entities, configuration }, SUPERVISION.tables)
    const rollups = await prepare()
    own.api.app = await embeddedApp({
      ...own.api.services,
      db: own.db,
      entities: () => entities,
      rollups: () => rollups,
    })
    // once more, now that it is in parts: an index that is lacking is made of each of them
    const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes
      where tablename = 'eshop' and indexname ~ '^eshop_[0-9a-f]{12}$' order by 1 limit 1`.execute(own.db)
    await sql`drop index ${sql.ref(rows[0]?.name ?? '')}`.execute(own.db)
    await prepare()
  })
  afterAll(async () => {
    await own.db?.destroy()
    await own.api?.close()
  })

  /** The tables that the statements of a call read, as PostgreSQL plans them. */
  async function read(work: () => Promise<unknown>): Promise<Set<string>> {
    asked.length = 0
    await work()
    const found = new Set<string>()
    for (const { text, values } of asked.splice(0)) {
      if (!/\bfrom "?(eshop|illegalResult)\b/.test(text)) continue
      const { rows } = await own.db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        sql: `explain (format json) ${text}`,
        parameters: values,
        query: { kind: 'RawNode' } as never,
        queryId: { queryId: 'explain' },
      })
      for (const row of rows) for (const { Plan } of row['QUERY PLAN']) tablesIn(Plan).forEach(one => found.add(one))
    }
    return found
  }
  /** What PostgreSQL does for a statement where sorting is not worth while, as it is not for millions of rows. */
  const walked = (asked: Asked | undefined): Promise<Plan> =>
    own.db.transaction().execute(async tx => {
      await sql`set local enable_sort = off`.execute(tx)
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        sql: `explain (analyze, format json) ${asked?.text ?? ''}`,
        parameters: asked?.values ?? [],
        query: { kind: 'RawNode' } as never,
        queryId: { queryId: 'explain' },
      })
      return rows[0]?.['QUERY PLAN'][0].Plan ?? {}
    })
  const parts = (found: Set<string>): string[] => [...found].filter(name => name.startsWith('eshop_p')).sort()

  it('answers as before', async () => {
    expect(await all()).toEqual(own.before)
  })

  it.each(READ.slice(1))('is read in the parts that %s may find rows in, asked for %o', async (name, request) => {
    const provinces = request['areaCode' as never] === '340402,110000' ? ['eshop_p11', 'eshop_p34'] : ['eshop_p34']
    expect(parts(await read(() => shops(name, request)))).toEqual(provinces)
  })

  it('is read in all of them by whoever may see all and asks for nothing less', async () => {
    expect(parts(await read(() => shops('admin')))).toEqual(['eshop_p11', 'eshop_p34', 'eshop_p35', 'eshop_pxx'])
  })

  it.each([
    ['eshop', SHOPS, 'uniqueId'],
    // its list adds up amounts as well
    ['illegalResult', CLUES, 'resultId'],
  ])('%s is not read to the end of a part that has none of the rows that are asked for', async (name, path, key) => {
    const [table, id] = [sql.table(name), sql.ref(key)]
    await sql`insert into ${table} (${id}, "uscc_dim", "areaCode", "provinceCode", "delFlag", "updateTime")
      select 'walk-' || p || '-' || i, '91' || p || '0W' || i, p || '0100', p, 0,
        timestamp '2099-01-01' + (i - p::int) * interval '1 minute'
      from generate_series(1, 10100) as i, unnest(array['34', '35']) as p`.execute(own.db)
    await sql`analyze ${table}`.execute(own.db)
    try {
      asked.length = 0
      const request = { uscc_dim: '91350W', orderBy: 'updateTime desc', pageNo: 2, pageRowNo: 10 }
      const { list } = await own.api.list(path, await own.api.token('admin'), request)
      expect(list.map(row => row[key])).toEqual(Array.from({ length: 10 }, (_, i) => `walk-35-${10_090 - i}`))
      const walk = asked.findLast(({ text }) => text.includes(') as page'))
      const read = readIn(await walked(walk))
      const most = (part: string): number =>
        Math.max(...read.flatMap(([of, n]) => (of === `${name}_p${part}` ? [n] : [])))
      expect(most('35')).toBeGreaterThanOrEqual(20)
      // of each other part what is as new, which those are found among
      expect(most('34')).toBeLessThan(30)
    } finally {
      await sql`delete from ${table} where ${id} like 'walk-%'`.execute(own.db)
    }
  })

  it('gives the same numbers by its roll-ups and by its rows', async () => {
    const reports = await checkRollups(own.db)
    expect(reports.length).toBeGreaterThan(0)
    expect(reports.flatMap(({ differences }) => differences)).toEqual([])
  })

  it('has each index on each part, also one that was made later', async () => {
    const { rows } = await sql<{ table: string; n: number }>`select tablename as table, count(*) as n from pg_indexes
      where tablename like 'eshop%' and tablename not like '%rollup%' group by 1 order by 1`.execute(own.db)
    expect(rows.map(({ table }) => table)).toEqual(['eshop', 'eshop_p11', 'eshop_p34', 'eshop_p35', 'eshop_pxx'])
    expect(new Set(rows.map(({ n }) => n)).size).toBe(1)
    const invalid = await sql`select 1 from pg_index where not indisvalid`.execute(own.db)
    expect(invalid.rows).toEqual([])
  })

  it('is made by a command, once, which says what else may be', async () => {
    const dataDir = dataFolder()
    const settings = { ...readSettings({ DATA_DIR: dataDir, DATABASE_URL: await urlOf(own.db) }, ROOT) }
    const run = (...names: string[]) => partition(settings, ROOT, names, PRODUCTS, { info: () => {}, error: () => {} })
    try {
      await expect(run('website', 'role')).rejects.toThrow('不能按省分区：role。可以分区的：')
      const { rows } = await sql<{ n: number }>`select count(*) as n from website`.execute(own.db)
      expect([...(await run('eshop', 'website'))]).toEqual([['website', rows[0]?.n]])
      expect([...(await run('website'))]).toEqual([])
      await expect(partition({ ...settings, databaseUrl: undefined }, ROOT, [], PRODUCTS, console)).rejects.toThrow(
        '内置数据库不分区',
      )
    } finally {
      await forget(dataDir)
    }
  })

  it('keeps a record that moves to another province, in its part', async () => {
    const token = await own.api.token('admin')
    const { uniqueId } = await own.api.first(SHOPS, token, { areaCode: '340400' })
    const where = async (): Promise<string | undefined> => {
      const { rows } = await sql<{ part: string }>`select tableoid::regclass::text as part from eshop
        where "uniqueId" = ${uniqueId}`.execute(own.db)
      return rows.length === 1 ? rows[0]?.part : undefined
    }
    expect(await where()).toBe('eshop_p34')
    const saved = await own.api.ask('POST', '/api-im/eshop/save', token, { uniqueId, areaCode: '110101' })
    expect(saved.status).toBe(200)
    expect(await where()).toBe('eshop_p11')
  })
})
