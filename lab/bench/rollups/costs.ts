import { sql } from 'kysely'
import type { Database, TableRow } from '../../../src/server/db/database.ts'
import { keepRollups } from '../../../src/server/db/rollups/keep.ts'
import { foldRollup } from '../../../src/server/db/rollups/fill.ts'
import type { RollupPlan } from '../../../src/server/db/rollups/plan.ts'
import { rollupSource } from '../../../src/server/db/rollups/read.ts'
import type { Entity } from '../../../src/server/db/tables/models.ts'

/** Medians in milliseconds of the same statement on two tables alike, the second with a roll-up. */
export interface Cost {
  table: string
  what: string
  without: number
  with: number
}

interface Subject {
  time: string
  /** what a row has beside area, platform and time */
  row(i: number): TableRow
  /** changes what is counted, and what is not */
  counted: string
  other: string
}

const text = '鼓楼区云杉样例大药房旗舰店'
export const SUBJECTS: Readonly<Record<string, Subject>> = {
  illegalResult: {
    time: 'foundTime',
    row: i => ({
      clueNo: `XS${i}`,
      objectName: `${text}${i}`,
      objectUrl: `https://shop${i}.example.cn/`,
      illegalCategory: String(i % 7),
      illegalDesc: '宣称疗效',
      amountInvolved: i * 2.5,
      finishState: 0,
      overdue: 0,
      resultStatus: '10',
      subjectName: `${text}${i}`,
      curOrg: `org-${i % 99}`,
    }),
    counted: `"finishState" = 1 - "finishState", "resultStatus" = '70'`,
    other: `"curUser" = 'somebody'`,
  },
  eshop: {
    time: 'createTime',
    row: i => ({
      shopName: `${text}${i}`,
      shopUrl: `https://shop${i}.example.cn/`,
      monthAmount: i * 3.5,
      isDead: i % 2,
      subjectName: `${text}${i}`,
      uscc_dim: `9234${i}X`,
      shopType: String(i % 3),
      mainCategory: String(i % 8),
      platformShopId: `P${i}`,
    }),
    counted: `"isDead" = 1 - "isDead"`,
    other: `"sellerNick" = 'somebody'`,
  },
}

const [FILLED, BATCH, BATCHES] = [10_000, 1000, 10]
const two = (n: number): string => String(n).padStart(2, '0')
const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
const keyOf = (i: number): string => `k${Math.imul(i, 2_654_435_761).toString(36)}`

/** Two tables like an entity's, with all its indexes; the second with a roll-up. */
export class Twins {
  readonly plan: RollupPlan
  #db: Database
  #entity: Entity
  #subject: Subject
  #tables: [string, string]

  /** `plan`: of the product's own statistic */
  constructor(db: Database, entity: Entity, plan: RollupPlan) {
    const subject = SUBJECTS[entity.name]
    if (!subject) throw new Error(`no rows of ${entity.name} are known`)
    this.#db = db
    this.#entity = entity
    this.#subject = subject
    this.#tables = [`bench_${entity.name}_without`, `bench_${entity.name}_with`]
    this.plan = { ...plan, name: `bench${entity.name}`, table: this.#tables[1] }
  }

  async make(): Promise<void> {
    for (const table of this.#tables) {
      await sql`create table ${sql.table(table)} (like ${sql.table(this.#entity.name)} including all)
        with (fillfactor = 90)`.execute(this.#db)
      for (let from = 0; from < FILLED; from += BATCH) await this.#insertMany(table, 1_000_000 + from)
      await sql`vacuum analyze ${sql.table(table)}`.execute(this.#db)
    }
    const { refused } = await keepRollups(
      this.#db,
      [this.plan],
      new Map([[this.plan.table, { ...this.#entity, name: this.plan.table }]]),
    )
    if (refused.length > 0) throw new Error(JSON.stringify(refused))
  }

  #row(i: number): TableRow {
    return {
      ...this.#subject.row(i),
      [this.#entity.key]: keyOf(i),
      areaCode: `34${two(1 + (i % 16))}${two(1 + (i % 9))}`,
      provinceCode: '34',
      platformName: String(i % 9),
      [this.#subject.time]: `202${i % 6}-${two(1 + (i % 12))}-11 10:10:10`,
      updateTime: '2026-01-01 00:00:00',
      delFlag: 0,
    }
  }

  #insertMany(table: string, from: number): Promise<unknown> {
    const rows = Array.from({ length: BATCH }, (_, i) => this.#row(from + i))
    const columns = sql.join(Object.keys(rows[0] ?? {}).map(name => sql.ref(name)))
    return sql`insert into ${sql.table(table)} (${columns}) select ${columns}
      from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(this.#db)
  }

  #update(table: string, set: string, keys: string[]): Promise<unknown> {
    return sql`update ${sql.table(table)} set ${sql.raw(set)}, "updateTime" = '2026-02-02 00:00:00'
      where ${sql.ref(this.#entity.key)} = any(${`{${keys.join(',')}}`}::text[])`.execute(this.#db)
  }

  /** Both tables in turn, so that whatever else the machine does meets both. */
  async #inTurn(what: string, times: number, of: (table: string, i: number) => Promise<unknown>): Promise<Cost> {
    const took: [number[], number[]] = [[], []]
    for (let i = 0; i < times; i++)
      for (const at of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const began = performance.now()
        await of(this.#tables[at], i)
        took[at].push(performance.now() - began)
      }
    return { table: this.#entity.name, what, without: median(took[0]), with: median(took[1]) }
  }

  async measure(times: number): Promise<Cost[]> {
    const { counted, other } = this.#subject
    const many = (i: number): string[] => Array.from({ length: BATCH }, (_, j) => keyOf(2_000_000 + i * BATCH + j))
    const one = (i: number): string[] => [keyOf(i)]
    return [
      await this.#inTurn('insert one', times, (table, i) => this.#db.insertInto(table).values(this.#row(i)).execute()),
      await this.#inTurn('update one, not what is counted', times, (table, i) => this.#update(table, other, one(i))),
      await this.#inTurn('update one, what is counted', times, (table, i) => this.#update(table, counted, one(i))),
      await this.#inTurn('mark one as deleted', times, (table, i) => this.#update(table, '"delFlag" = 1', one(i))),
      await this.#inTurn('insert 1000', BATCHES, (table, i) => this.#insertMany(table, 2_000_000 + i * BATCH)),
      await this.#inTurn('update 1000, not what is counted', BATCHES, (table, i) =>
        this.#update(table, other, many(i)),
      ),
      await this.#inTurn('update 1000, what is counted', BATCHES, (table, i) => this.#update(table, counted, many(i))),
    ]
  }

  /** The number of each area, from rows and from the roll-up, with all that has changed and put together. */
  async read(times: number): Promise<Cost[]> {
    const [, table] = this.#tables
    const rows = (): Promise<unknown> =>
      sql`select "areaCode", count(*) from ${sql.table(table)} where "delFlag" = 0 group by 1`.execute(this.#db)
    const rollup = (): Promise<unknown> =>
      sql`select "areaCode", sum("rows$") from ${rollupSource(this.plan)} group by 1 having sum("rows$") <> 0`.execute(
        this.#db,
      )
    const reading = (what: string): Promise<Cost> =>
      this.#inTurn(what, times, one => (one === table ? rollup() : rows()))
    const changed = await reading('read by area, all changes waiting')
    await foldRollup(this.#db, this.plan, { waiting: 0 })
    return [changed, await reading('read by area, put together')]
  }
}
