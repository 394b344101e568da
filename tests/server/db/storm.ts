import { sql } from 'kysely'
import type { Database } from '../../../src/server/db/database.ts'
import { entityOf, type Entity, type FieldModel } from '../../../src/server/db/tables/models.ts'
import { rollupPlan, type RollupPlan } from '../../../src/server/db/rollups/plan.ts'

const field = (name: string, kind: FieldModel['kind'] = 'text'): FieldModel => ({ name, label: name, kind })

/** A table whose rows come, change and go at random. */
export const MARKET: Entity = entityOf({
  name: 'market',
  label: '市场',
  key: 'id',
  title: 'id',
  volume: 'small',
  indexes: [],
  scope: { area: 'areaCode' },
  softDelete: true,
  fields: [
    field('id'),
    field('areaCode', 'area'),
    field('platform'),
    field('foundTime', 'datetime'),
    field('openDay', 'date'),
    field('closed', 'flag'),
    field('amount', 'money'),
    field('note'),
    field('delFlag', 'flag'),
  ],
})

export const MARKET_PLANS: readonly RollupPlan[] = [
  rollupPlan(MARKET, {
    name: 'market',
    by: [{ name: 'areaCode' }, { name: 'platform' }, { name: 'foundTime', grain: 'month' }],
    sums: [
      { name: 'done', when: 'r.closed = 1' },
      { name: 'money', of: 'amount' },
      { name: 'doneMoney', when: 'r.closed = 1', of: 'amount' },
    ],
  }),
  rollupPlan(MARKET, {
    name: 'cities',
    by: [{ name: 'areaCode', digits: 4 }, { name: 'openDay', grain: 'week' }, { name: 'closed' }],
    sums: [],
    levels: [
      [{ name: 'areaCode', digits: 4 }, { name: 'openDay', grain: 'week' }, { name: 'closed' }],
      [{ name: 'areaCode', digits: 2 }, { name: 'closed' }],
      [{ name: 'openDay', grain: 'week' }],
      [],
    ],
    where: `r.platform is distinct from 'none'`,
  }),
  rollupPlan(MARKET, { name: 'all', by: [], sums: [{ name: 'money', of: 'amount' }] }),
]

/** Values that a row takes at random, the empty ones among them; `r` is from 0 to 1 and another in each place. */
const VALUES: Record<string, string> = {
  areaCode: `(array['340100','340102','340402','110101','3401020010','',null])[1 + floor(random() * 7)::int]`,
  platform: `(array['a','b','none','',null])[1 + floor(random() * 5)::int]`,
  foundTime: `case when random() < 0.9 then '2025-01-01'::timestamp(0) + floor(random() * 5e7) * interval '1 second' end`,
  openDay: `case when random() < 0.9 then '2025-01-01'::date + floor(random() * 60)::int end`,
  closed: `(array[0,1,null])[1 + floor(random() * 3)::int]`,
  amount: `case when random() < 0.9 then (random() * 1000 - 200)::numeric(18,2) end`,
  note: `md5(random()::text)`,
}
const COLUMNS = Object.keys(VALUES).map(name => `"${name}"`)
const MARKET_COLUMNS = `id, ${COLUMNS.join(', ')}, "delFlag", "provinceCode"`

const inserted = (count: number, conflict = ''): string =>
  `insert into market (${MARKET_COLUMNS}) select ${conflict ? '(random() * 300)::int::text' : 'gen_random_uuid()::text'},
     ${COLUMNS.join(', ')}, 0, rpad(left(coalesce("areaCode", ''), 2), 2, '0')
   from (select ${Object.entries(VALUES)
     .map(([name, value]) => `${value} as "${name}"`)
     .join(', ')} from generate_series(1, ${count})) as made ${conflict}`

/** Some rows, in the order of their keys, so that two writers seldom wait for each other in a circle. */
const some = (count: number): string =>
  `id in (select id from market where id >= gen_random_uuid()::text order by id limit ${count})`

/** An area is changed within its province: another one is a deletion and an insertion. */
const MOVED = `"areaCode" = case when "areaCode" like '34%' then left("areaCode", 4) || (array['00','02','03'])[1 + floor(random() * 3)::int]
  else "areaCode" end`
const assigned = (names: readonly string[]): string => names.map(name => `"${name}" = ${VALUES[name]}`).join(', ')

const NUMBER = 400
type Change = readonly [weight: number, statement: (random: () => number) => string]
const upTo = (random: () => number, most: number): number => 1 + Math.floor(random() * most)

const CHANGES: readonly Change[] = [
  [20, () => inserted(1)],
  [6, random => inserted(upTo(random, 40))],
  [1, () => inserted(NUMBER)],
  [5, random => inserted(upTo(random, 3), 'on conflict do nothing')],
  [15, random => `update market set ${MOVED}, ${assigned(['platform', 'foundTime'])} where ${some(upTo(random, 5))}`],
  [15, random => `update market set ${assigned(['closed', 'amount'])} where ${some(upTo(random, 5))}`],
  [8, random => `update market set ${assigned(['openDay'])} where ${some(upTo(random, 30))}`],
  [8, random => `update market set ${assigned(['note'])} where ${some(upTo(random, 20))}`],
  [6, random => `update market set "delFlag" = 1 - "delFlag" where ${some(upTo(random, 8))}`],
  [6, random => `delete from market where ${some(upTo(random, 5))}`],
  [1, random => `delete from market where ${some(upTo(random, NUMBER))}`],
]
const WEIGHT = CHANGES.reduce((sum, [weight]) => sum + weight, 0)

function drawn(random: () => number): string {
  let left = random() * WEIGHT
  for (const [weight, statement] of CHANGES) {
    left -= weight
    if (left < 0) return statement(random)
  }
  return inserted(1)
}

const TAKEN_BACK = new Error('taken back')
const TRUNCATED = 0.0005
/** deadlock, and told to come again because others wait for the table */
const NOT_NOW = new Set<unknown>(['40P01', '55P03'])

/** One change of the market: kept, or taken back as a whole or in part. */
export async function change(db: Database, random: () => number): Promise<void> {
  const run = (tx: Database, statement: string): Promise<unknown> => sql.raw(statement).execute(tx)
  const kind = random()
  if (kind < TRUNCATED) await run(db, 'truncate market').catch(unlessRefused)
  else if (kind < 0.8) await run(db, drawn(random)).catch(unlessRefused)
  else
    await db
      .transaction()
      .execute(async tx => {
        await run(tx, drawn(random))
        await run(tx, 'savepoint part')
        await run(tx, drawn(random))
        if (kind < 0.9) await run(tx, 'rollback to savepoint part')
        if (kind > 0.95) throw TAKEN_BACK
      })
      .catch(unlessRefused)
}

/** Writers that stand in each other's way are nothing that a roll-up changes: their change is not made. */
function unlessRefused(error: unknown): void {
  if (error !== TAKEN_BACK && !NOT_NOW.has((error as { code?: unknown }).code)) throw error
}
