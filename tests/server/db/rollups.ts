import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../../chance.ts'
import { change, MARKET, MARKET_PLANS } from './storm.ts'
import { addDays } from '../../../src/core/period/day.ts'
import { unitOf } from '../../../src/core/period/units.ts'
import { inScope, type RowScope } from '../../../src/server/access/row-scope.ts'
import { dump } from '../../../src/server/backup/dump.ts'
import { load, type Backup } from '../../../src/server/backup/load.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate/migrate.ts'
import { differences, foldRollup } from '../../../src/server/db/rollups/fill.ts'
import { filledRollups, keepRollups } from '../../../src/server/db/rollups/keep.ts'
import { rollupPlan, rollupTables, type RollupPlan } from '../../../src/server/db/rollups/plan.ts'
import { rollupSource } from '../../../src/server/db/rollups/read.ts'
import { withValues } from '../../../src/server/db/rollups/literal.ts'
import { scopeNeeds } from '../../../src/server/access/scope-needs.ts'
import { NO_TABLES } from '../../../src/server/db/tables/product-tables.ts'
import { entityOf } from '../../../src/server/db/tables/models.ts'
import type { Kind } from '../support/database.ts'
import { askForRollups, takeOrders, type RollupOrder } from '../../../src/server/start/control.ts'
import { forget, temporary } from '../../folders.ts'
import { MARKETS, stormAndKill, wrongOf } from './storming.ts'

/** PGlite takes four times as long; `ROLLUPS=all` makes ten thousand. */
const ALL = process.env['ROLLUPS'] === 'all'
const CHANGES: Record<Kind, number> = ALL ? { PGlite: 10_000, PostgreSQL: 10_000 } : { PGlite: 120, PostgreSQL: 250 }
const [PLAN] = MARKET_PLANS as [RollupPlan]
const keep = (db: Database, plans = MARKET_PLANS) => keepRollups(db, plans, MARKETS)

async function expectRight(db: Database, plans = MARKET_PLANS): Promise<void> {
  expect(await wrongOf(db, plans)).toEqual([])
}
const waiting = async (db: Database, plan = PLAN): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(rollupTables(plan).delta)}`.execute(
    db,
  )
  return Number(rows[0]?.n)
}
const made = async (db: Database): Promise<{ tables: number; triggers: number; functions: number }> => {
  const { rows } = await sql<{ tables: number; triggers: number; functions: number }>`select
    (select count(*)::int from pg_class where relkind = 'r' and relname like 'sys\\_rollup\\_%') as tables,
    (select count(*)::int from pg_trigger where tgname like 'sys\\_rollup\\_%') as triggers,
    (select count(*)::int from pg_proc where proname like 'sys\\_rollup\\_%') as functions`.execute(db)
  return rows[0] as { tables: number; triggers: number; functions: number }
}

/** The same question to rows and to the roll-up; 1.50 less 1.50 is written 0.00, and is the 0 of no amount. */
async function bothSay(
  db: Database,
  by: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  source = rollupSource(PLAN, { alias: 'r' }),
): Promise<unknown[]> {
  const ask = async (source: RawBuilder<unknown>, sums: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
    (
      await sql`select ${by} as key, ${sums} from ${source} where ${where} group by 1 having ${rows} <> 0 order by 1`.execute(
        db,
      )
    ).rows
  const fromRows = await ask(
    sql`market as r`,
    sql`count(*)::int as n, (count(*) filter (where closed = 1))::int as done,
      trim_scale(coalesce(sum(amount), 0))::text as money`,
    sql`count(*)`,
  )
  const fromRollup = await ask(
    source,
    sql`sum("rows$")::int as n, sum(done)::int as done, trim_scale(sum(money))::text as money`,
    sql`sum("rows$")`,
  )
  expect(fromRollup).toEqual(fromRows)
  return fromRows
}

/** Contracts of roll-ups, on a database of the suite that calls them. */
export function rollups(kind: Kind, db: () => Database): void {
  describe('roll-ups', () => {
    beforeAll(() => migrate(db(), [MARKET]))
    afterAll(async () => {
      await keep(db(), [])
      await sql`drop table market`.execute(db())
    })

    it('say what rows say after random changes, however often they are put together', async () => {
      const random = seeded(14)
      for (let i = 0; i < 30; i++) await change(db(), random)
      // a table that is full already
      expect(await keep(db())).toEqual({ usable: [...MARKET_PLANS], refused: [] })
      await expectRight(db())
      for (let i = 1; i <= CHANGES[kind]; i++) {
        await change(db(), random)
        if (i % 45 === 0) await foldRollup(db(), PLAN, { waiting: 10 })
        // what is put together in parts says the same after each of them
        if (i % 45 === 20) await foldRollup(db(), PLAN, { waiting: 10, atOnce: 7 })
        if (i % 45 === 21) await expectRight(db())
        if (i % 70 === 0) await expectRight(db())
      }
      expect(await waiting(db(), MARKET_PLANS[1])).toBeGreaterThan(0)
      for (const plan of MARKET_PLANS) expect(await foldRollup(db(), plan, { waiting: 0 }), plan.name).toBe(true)
      expect(await waiting(db())).toBe(0)
      await expectRight(db())
    })

    it('answer what rows answer, by area, quarter and year, in the words of filters and row scope', async () => {
      const scope: RowScope = { own: '34', customer: ['3401'], data: 3 }
      const scoped = sql.join(inScope(MARKET, scope), sql` and `)
      const live = sql`r."delFlag" = 0`
      const found = sql`r."foundTime" >= '2025-04-01' and r."foundTime" <= '2025-09-30 23:59:59'`
      const asked: [by: RawBuilder<unknown>, where: RawBuilder<unknown>][] = [
        [sql`r.platform`, live],
        [sql`left(r."areaCode", 4)`, sql`${live} and ${found}`],
        [sql`date_trunc('quarter', r."foundTime")`, sql`${live} and r."areaCode" like '34%'`],
        [sql`extract(year from r."foundTime")`, scoped],
        [sql`r."areaCode"`, sql`${scoped} and (r.platform is null or r.platform = '')`],
      ]
      for (const [by, where] of asked) expect((await bothSay(db(), by, where)).length).toBeGreaterThan(0)
    })

    it('answer what rows answer of any days, by months where these are whole and by days where they are not', async () => {
      const [area, time] = [{ name: 'areaCode', digits: 4 }, 'foundTime']
      const plan = rollupPlan(MARKET, {
        name: 'days',
        by: [area, { name: 'platform' }, { name: time, grain: 'day' }],
        sums: [
          { name: 'done', when: 'r.closed = 1' },
          { name: 'money', of: 'amount' },
        ],
        // the finer one leaves out what is not asked
        levels: [
          [area, { name: 'platform' }, { name: time, grain: 'month' }],
          [area, { name: time, grain: 'day' }],
        ],
      })
      expect((await keep(db(), [...MARKET_PLANS, plan])).refused).toEqual([])
      const random = seeded(33)
      for (let i = 0; i < 8; i++) {
        await change(db(), random)
        if (i === 4) expect(await foldRollup(db(), plan, { waiting: 0 })).toBe(true)
        const day = (): string => addDays('2024-12-20', Math.floor(random() * 620))
        const [from = '', to = ''] = [day(), day()].sort()
        const periods = [from, to].map(one => unitOf(one, 'month'))
        const where = sql`r."delFlag" = 0 and r."foundTime" >= ${from}::timestamp and r."foundTime" <= ${`${to} 23:59:59`}::timestamp`
        const source = rollupSource(plan, { alias: 'r', level: 0, cut: { time, periods, finer: 1 } })
        await bothSay(db(), sql`left(r."areaCode", 2)`, where, source)
        await bothSay(db(), sql`date_trunc('quarter', r."foundTime")`, where, source)
      }
      await keep(db())
    })

    it('note nothing of what they do not count, and little of what is written at once', async () => {
      await foldRollup(db(), PLAN, { waiting: 0 })
      await sql`update market set note = 'other', amount = amount, closed = closed where "delFlag" = 0`.execute(db())
      await sql`delete from market where "delFlag" = 1`.execute(db())
      await sql`insert into market (id, "areaCode", "delFlag", "provinceCode") values ('gone', '340100', 1, '34')`.execute(
        db(),
      )
      expect(await waiting(db())).toBe(0)
      await sql`insert into market (id, "areaCode", platform, "delFlag", "provinceCode")
        select 'many' || i, '34010' || i % 3, 'a', 0, '34' from generate_series(1, 1000) as i`.execute(db())
      expect(await waiting(db())).toBe(3)
      await sql`delete from market where id like 'many%'`.execute(db())
      expect(await waiting(db())).toBe(6)
      await expectRight(db())
    })

    it('are compared with the rows, and made anew where something went past the triggers', async () => {
      await sql`alter table market disable trigger user`.execute(db())
      await sql`insert into market (id, "areaCode", closed, amount, "delFlag", "provinceCode")
        values ('past', '340199', 1, 7.5, 0, '34')`.execute(db())
      await sql`alter table market enable trigger user`.execute(db())
      expect(await differences(db(), PLAN)).toMatchObject([{ areaCode: '340199', platform: null, foundTime: null }])
      // as `npm run rollups` asks a server that runs
      const folder = temporary('control-')
      const close = await takeOrders(db(), folder)
      // each level says it
      const found = async (order: RollupOrder): Promise<Record<string, number>> =>
        Object.fromEntries(
          ((await askForRollups(folder, order)) ?? []).map(({ name, differences: { length } }) => [name, length]),
        )
      expect(await found({ rebuild: false })).toEqual({ market: 1, cities: 4, all: 1 })
      expect(await found({ rebuild: true, name: 'cities' })).toEqual({ cities: 0 })
      expect(await found({ rebuild: true })).toEqual({ market: 0, cities: 0, all: 0 })
      await close()
      await forget(folder)
      expect(await askForRollups(folder, { rebuild: false })).toBeUndefined()
      await expectRight(db())
    })

    it('are made anew by a restore, and follow the configuration', async () => {
      const rows = new Map<string, string[]>()
      const tables = await dump(db(), async ({ name }, some) => {
        for await (const part of some) rows.set(name, [...(rows.get(name) ?? []), ...part])
      })
      expect(tables.filter(({ name }) => name.startsWith('sys_rollup'))).toEqual([])
      const backup: Backup = {
        tables,
        async *rows({ name }) {
          const all = rows.get(name) ?? []
          for (let from = 0; from < all.length; from += 500) yield all.slice(from, from + 500)
        },
      }
      const wanted = {
        entities: [MARKET],
        version: '',
        tables: NO_TABLES,
        force: true,
        mayDivide: false,
        before: async () => {},
      }
      await load(db(), backup, wanted)
      expect((await made(db())).triggers).toBe(0)
      await keep(db())
      await change(db(), seeded(3))
      await expectRight(db())
      // another sum is another roll-up; what nothing wants is gone
      const [, second] = MARKET_PLANS as [RollupPlan, RollupPlan]
      const other = { ...PLAN, sums: [] }
      expect((await keep(db(), [other, second])).usable).toEqual([other, second])
      expect(await made(db())).toMatchObject({ tables: 4, triggers: 8 })
      expect(await filledRollups(db())).toEqual(expect.arrayContaining([other, second]))
      await change(db(), seeded(4))
      await expectRight(db(), [other, second])
      await keep(db(), [])
      expect(await made(db())).toEqual({ tables: 0, triggers: 0, functions: 0 })
    })

    it('are refused with a reason where they would be wrong, and rows answer', async () => {
      const view = entityOf({ ...MARKET, name: 'stalls', view: true })
      const plan = (more: Partial<RollupPlan>): RollupPlan => ({ ...PLAN, ...more })
      const refused = async (one: RollupPlan): Promise<unknown[]> => {
        const { usable, refused: why } = await keepRollups(db(), [one], new Map([...MARKETS, ['stalls', view]]))
        expect(usable).toEqual([])
        return why
      }
      expect(await refused(plan({ table: 'stalls' }))).toMatchObject([{ table: 'stalls', why: 'view' }])
      expect(await refused(plan({ where: 'r."foundTime" < now()' }))).toMatchObject([{ why: 'clock' }])
      expect(await refused(plan({ where: 'r.nothing = 1' }))).toMatchObject([{ why: 'wrong' }])
      expect((await keep(db(), [plan({ where: `r.platform <> 'now()'` })])).refused).toEqual([])
      await sql`create table pg_dist_partition as select 'market'::regclass as logicalrelid`.execute(db())
      expect(await refused(PLAN)).toMatchObject([{ name: 'market', why: 'distributed' }])
      await sql`drop table pg_dist_partition`.execute(db())
      expect(await made(db())).toEqual({ tables: 0, triggers: 0, functions: 0 })
    })

    it('give way to a column that changes its type, and are made again', async () => {
      await keep(db())
      const wider = entityOf({
        ...MARKET,
        fields: MARKET.fields.map(field => (field.name === 'amount' ? { ...field, kind: 'decimal' } : field)),
      })
      await migrate(db(), [wider])
      expect((await made(db())).triggers).toBe(0)
      expect((await keep(db())).refused).toEqual([])
      await expectRight(db())
    })

    it('ask of a row scope what its conditions compare', () => {
      const scope: RowScope = { own: '34', customer: ['3401', '340202'], customerId: 'c', userId: 'u', orgId: 'o' }
      const area = { name: 'areaCode', on: 'beginning', digits: 6 }
      expect(scopeNeeds(MARKET, { own: '', customer: [] })).toEqual([])
      expect(scopeNeeds(MARKET, { own: '34', customer: [] })).toEqual([{ ...area, digits: 2 }])
      expect(scopeNeeds(MARKET, { ...scope, data: 1 })).toEqual([area])
      const owned = entityOf({
        ...MARKET,
        scope: { area: 'areaCode', customer: 'note', org: 'platform', owner: 'id' },
      })
      const value = (name: string) => ({ name, on: 'value' })
      expect(scopeNeeds(owned, { ...scope, data: 3 })).toEqual([area, value('note')])
      expect(scopeNeeds(owned, { ...scope, data: 1 })).toEqual([area, value('note'), value('id')])
      expect(scopeNeeds(owned, { ...scope, data: 2 })).toEqual([area, value('note'), value('platform'), value('id')])
      const shares = new Map([['market', { field: 'closed', values: ['1'] }]])
      expect(scopeNeeds(MARKET, { own: '', customer: [], shares })).toEqual([value('closed')])
    })

    it('count by conditions of lists, with their values written out', async () => {
      const said = `o'clock $1 "now"`
      const condition = sql`${sql.ref('note')} = ${said} or (${sql.ref('closed')} = ${1} and note <> '$2') or ${null}::text = ''`
      const text = withValues(condition)
      expect(text).toBe(`"note" = 'o''clock $1 "now"' or ("closed" = '1' and note <> '$2') or null::text = ''`)
      const plan = rollupPlan(MARKET, { name: 'said', by: [], sums: [{ name: 'said', when: text }] })
      await sql`update market set note = ${said} where id = (select min(id) from market)`.execute(db())
      expect((await keep(db(), [plan])).refused).toEqual([])
      await expectRight(db(), [plan])
      await sql`update market set note = ${said} where id = (select max(id) from market)`.execute(db())
      await expectRight(db(), [plan])
      const { rows } = await sql<{ said: string }>`select sum(said)::text as said from ${rollupSource(plan)}`.execute(
        db(),
      )
      const { rows: counted } = await sql<{ said: string }>`select count(*)::text as said from market
        where "delFlag" = 0 and (${condition})`.execute(db())
      expect(rows).toEqual(counted)
    })

    it('of entities that lack a field are no plan at all', () => {
      expect(() => rollupPlan(MARKET, { name: 'x', by: [{ name: 'shelf' }], sums: [] })).toThrow(
        'market has no field shelf',
      )
    })
  })

  it.skipIf(kind === 'PGlite')(
    'roll-ups stay right while four write, one puts together and one makes anew, and after kill -9',
    async () => {
      const { changes, kept, wrong } = await stormAndKill(checks => checks === 4)
      expect(kept).toEqual({ usable: [...MARKET_PLANS], refused: [] })
      expect(changes).toBeGreaterThan(0)
      expect(wrong).toEqual([])
    },
  )
}
