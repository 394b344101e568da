import { sql } from 'kysely'
import type { Services } from '../../src/server/call/context.ts'
import { TRADES } from '../../src/supervision/server/demo/trades.ts'
import { BRANDS, FORMS, ROADS } from '../../src/supervision/server/demo/words.ts'

/** Rows for each statement: one for all would hold its locks for minutes. */
const CHUNK = 100_000

const DICTIONARIES = [
  'platform',
  'shopType',
  'shopStatus',
  'goodsCategory',
  'subjectType',
  'companyStatus',
  'dataSource',
  'liveness',
  'auditStatus',
] as const

/** The values to choose from: all counties, and dictionary keys. */
function lists({ regions, configuration }: Services): Record<string, string[]> {
  const counties = regions
    .children('')
    .flatMap(([province]) => regions.children(province))
    .flatMap(([city]) => regions.children(city))
    .filter(([, , , level]) => level === 3)
  const base = configuration().scope({})
  return {
    codes: counties.map(([code]) => code),
    names: counties.map(([, name]) => name),
    brands: BRANDS.map(brand => `${brand}样例`),
    trades: TRADES.map(({ trade }) => trade),
    forms: FORMS.map(({ form }) => form),
    roads: [...ROADS],
    ...Object.fromEntries(DICTIONARIES.map(name => [name, (base.dictionary(name) ?? []).map(([key]) => key)])),
  }
}

/** Indexes are created again after the rows, which takes a tenth of the time. */
export async function dropIndexes(db: Services['db'], table: string): Promise<void> {
  const { rows } = await sql<{
    name: string
  }>`select i.indexrelid::regclass::text as name from pg_index i where i.indrelid = ${`"${table}"`}::regclass
    and not i.indisprimary`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
}

/**
 * Lets the database generate shops: valid areas and dictionary keys (the first ones more often) and realistic names.
 */
export async function fillShops(
  services: Services,
  count: number,
  reindex: () => Promise<void>,
  say: (line: string) => void,
): Promise<void> {
  await dropIndexes(services.db, 'eshop')
  const given = lists(services)
  const arrays = sql.join(
    Object.entries(given).map(
      ([name, values]) =>
        sql`${sql.val(`{${values.map(value => JSON.stringify(value)).join(',')}}`)}::text[] as ${sql.ref(name)}`,
    ),
  )
  const early = (name: string) =>
    sql`(d.${sql.ref(name)})[1 + floor(power(random(), 2) * cardinality(d.${sql.ref(name)}))::int]`
  const days = (to: number) =>
    sql`(now() at time zone 'Asia/Shanghai' - random() * ${sql.lit(to)} * interval '1 day')::timestamp(0)`
  for (let from = 0; from < count; from += CHUNK) {
    await sql`with d as (select ${arrays}), s as materialized (
        select i, 1 + (i::bigint * 7919 % cardinality(d.codes))::int as c, ${early('brands')}
      as brand, d.trades[1 + floor(random() * cardinality(d.trades))::int] as trade, ${early('forms')}
      as form,
          ${early('roads')} as road, random() as r, ${days(900)} as born, ${days(180)} as changed
        from generate_series(${sql.lit(from + 1)}, ${sql.lit(Math.min(count, from + CHUNK))}) as i, d)
     
      insert into eshop ("uniqueId", "shopName", "shopUrl", "platformName", "platformShopId", "shopType", "shopStatus", "mainCategory", "goodsCount", "monthSales",
        "monthAmount", score, "areaCode", "provinceCode", "delFlag", "createTime", "updateTime", "subjectName", uscc_dim, "subjectType", "companyStatus", "regAddress", "contactPhone",
        "jurisdictionOrg", "signsLicenses", "permitShown", "dataSource", "isDead", "livenessLevel", "livenessScore", "illegalCount", "auditStatus")
     
      select 'bench-' || s.i, d.names[c] || brand || trade || '旗舰店', 'https://shop' || s.i || '.example.cn/', ${early('platform')}, 'P' || s.i, ${early('shopType')}, ${early('shopStatus')},
        ${early('goodsCategory')}, (r * 900)::int, (r * 5000)::int, (r * 90000)::numeric(18,2), 3 + 2 * r, d.codes[c], left(d.codes[c], 2), 0, born, greatest(born, changed),
        d.names[c] || brand || trade || form, '92' || left(d.codes[c], 6) || 'X' || lpad((s.i % 10000000)::text, 8, '0') || 'A', ${early('subjectType')}, ${early('companyStatus')},
        d.names[c] || road || (s.i % 400) || '号', '13800001234', 'org-' || left(d.codes[c], 6), (r < 0.72)::int, (random() < 0.6)::int, ${early('dataSource')}, (random() < 0.05)::int,
        ${early('liveness')}, (r * 100)::int, case when random() < 0.25 then 1 + (random() * 5)::int else 0
      end, ${early('auditStatus')}
      from s, d`.execute(services.db)
    say(`${Math.min(count, from + CHUNK).toLocaleString('en')} shops`)
  }
  await reindex()
  say('indexes made')
  await sql`vacuum analyze eshop`.execute(services.db)
}
