import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Configuration } from '../../../../src/core/index.ts'
import type { CountedDoc } from '../../../../src/core/model/field/fields.ts'
import type { TableRow } from '../../../../src/server/db/database.ts'
import { gathered } from '../../../../src/server/db/gathering.ts'
import { entitiesOf, type Entity, type EntityModel, type FieldModel } from '../../../../src/server/db/tables/models.ts'
import { bringCounts, fillCounts } from '../../../../src/server/records/write/fill-counts.ts'
import { addRows, deleteRow, writeRow } from '../../../../src/server/records/write/write.ts'
import { chance } from '../../../chance.ts'
import type { Api } from '../../support/api.ts'
import { repeatedOn } from '../../support/both.ts'

const field = (name: string, kind: string, facts: object = {}): FieldModel =>
  ({ name, label: name, kind, ...facts }) as FieldModel
const counted = (name: string, kind: string, doc: CountedDoc): FieldModel => field(name, kind, { counted: doc })
const entity = (name: string, fields: FieldModel[], facts: object = {}): EntityModel =>
  ({
    name,
    label: name,
    key: 'id',
    title: 'id',
    volume: 'small',
    indexes: [],
    scope: 'none',
    softDelete: true,
    fields: [field('id', 'text'), ...fields],
    ...facts,
  }) as EntityModel

/** Samples that have tests, of orders; and notes that name a sample or an order by kind and key. */
const MODELS = [
  entity(
    'cnt_order',
    [
      counted('samples', 'int', { of: 'cnt_sample', through: 'orderId' }),
      counted('tests', 'int', { of: 'cnt_sample', through: 'orderId', sum: 'done' }),
      counted('notes', 'int', { of: 'cnt_note', through: 'about' }),
    ],
    { union: { kind: 'order' } },
  ),
  entity(
    'cnt_sample',
    [
      field('orderId', 'ref', { ref: 'cnt_order' }),
      field('delFlag', 'flag'),
      counted('all', 'int', { of: 'cnt_test', through: 'sampleId' }),
      counted('done', 'int', { of: 'cnt_test', through: 'sampleId', filters: { state: ['done', 'sent'] } }),
      counted('cost', 'money', { of: 'cnt_test', through: 'sampleId', filters: { priceStart: 2 }, sum: 'price' }),
      counted('first', 'date', { of: 'cnt_test', through: 'sampleId', first: 'day' }),
      counted('last', 'date', { of: 'cnt_test', through: 'sampleId', last: 'until' }),
      counted('notes', 'int', { of: 'cnt_note', through: 'about' }),
      field('rate', 'percent', { computed: '=values.all > 0 ? double(values.done * 100 / values.all) : 0.0' }),
    ],
    { union: { kind: 'sample' } },
  ),
  entity('cnt_test', [
    field('sampleId', 'ref', { ref: 'cnt_sample' }),
    field('delFlag', 'flag'),
    field('state', 'text', { search: 'exact' }),
    field('price', 'money'),
    field('day', 'date'),
    field('until', 'date', { computed: '=values.day.plusMonths(1)' }),
    field('hidden', 'flag', { unlisted: 1 }),
  ]),
  entity('cnt_note', [field('kind', 'text'), field('about', 'text', { record: { kind: 'kind', key: 'about' } })]),
]
const ENTITIES = entitiesOf({ entities: () => MODELS } as unknown as Configuration)
const named = (name: string): Entity => ENTITIES.get(name)!
const [ORDER, SAMPLE, TEST, NOTE] = ['cnt_order', 'cnt_sample', 'cnt_test', 'cnt_note'].map(named) as [
  Entity,
  Entity,
  Entity,
  Entity,
]

const COLUMNS: Record<string, string> = {
  cnt_order: 'samples bigint, tests bigint, notes bigint',
  cnt_sample: `"orderId" text, "delFlag" smallint not null default 0, "all" bigint, done bigint, cost numeric(18,2),
    first date, last date, notes bigint, rate numeric`,
  cnt_test: `"sampleId" text, "delFlag" smallint not null default 0, state text, price numeric(18,2), day date, until date,
    hidden smallint`,
  cnt_note: 'kind text, about text',
}

/** What the rows say, worked out without any of the code that keeps it. */
const TRUTH = `select 'sample ' || s.id as id, row(count(t.id), count(t.id) filter (where t.state in ('done', 'sent')),
    coalesce(sum(t.price) filter (where t.price >= 2), 0)::numeric(18,2), min(t.day), max(t.day + interval '1 month')::date,
    (select count(*) from cnt_note n where n.kind = 'sample' and n.about = s.id),
    round(coalesce(count(t.id) filter (where t.state in ('done', 'sent')) * 100.0 / nullif(count(t.id), 0), 0), 2)::float
    )::text as says
  from cnt_sample s left join cnt_test t
    on t."sampleId" = s.id and t."delFlag" = 0 and t.hidden is distinct from 1 group by s.id
  union all select 'order ' || o.id, row(
    (select count(*) from cnt_sample s where s."orderId" = o.id and s."delFlag" = 0),
    (select count(*) from cnt_sample s join cnt_test t on t."sampleId" = s.id and t."delFlag" = 0
      and t.hidden is distinct from 1 and t.state in ('done', 'sent')
      where s."orderId" = o.id and s."delFlag" = 0),
    (select count(*) from cnt_note n where n.kind = 'order' and n.about = o.id))::text from cnt_order o`
const KEPT = `select 'sample ' || id as id, row("all", done, cost, first, last, notes, rate::float)::text as says from cnt_sample
  union all select 'order ' || id, row(samples, tests, notes)::text from cnt_order`

export function countedContract(api: () => Api): void {
  const db = () => api().services.db
  const rowsOf = async (statement: string): Promise<TableRow[]> =>
    (await sql.raw<TableRow>(`select * from (${statement}) x order by id`).execute(db())).rows
  const agree = async (): Promise<void> => expect(await rowsOf(KEPT)).toEqual(await rowsOf(TRUTH))
  const all = async (of: Entity): Promise<TableRow[]> =>
    (await sql<TableRow>`select * from ${sql.table(of.name)} order by id`.execute(db())).rows
  const add = (of: Entity, row: TableRow): Promise<TableRow> => writeRow(db(), of, undefined, row)

  describe('what a record counts', () => {
    const roll = chance()
    const some = <T>(of: readonly T[]): T => of[Math.floor(roll() * of.length)]!
    let made = 0
    const key = (): string => `k${++made}`
    const aTest = (): TableRow => ({
      id: key(),
      sampleId: some(['s1', 's2', 's3', null]),
      delFlag: 0,
      state: some(['new', 'done', 'sent', null]),
      price: some([1, 2, 3.5, null]),
      day: some(['2026-01-02', '2026-03-04', null]),
      hidden: some([0, 0, 1, null]),
    })

    beforeAll(async () => {
      for (const [name, columns] of Object.entries(COLUMNS))
        await sql.raw(`create table ${name} (id text primary key, ${columns})`).execute(db())
      for (const id of ['o1', 'o2']) await add(ORDER, { id })
      for (const id of ['s1', 's2', 's3']) await add(SAMPLE, { id, orderId: 'o1', delFlag: 0 })
    })
    afterAll(async () => {
      for (const name of Object.keys(COLUMNS)) await sql.raw(`drop table ${name}`).execute(db())
    })

    /** One change of those that people, batches and the machine make. */
    const STEPS: (() => Promise<unknown>)[] = [
      () => add(TEST, aTest()),
      () => addRows(db(), TEST, Array.from({ length: 5 }, aTest)),
      async () => {
        const before = some(await all(TEST))
        const { id: _key, ...values } = aTest()
        if (before) await writeRow(db(), TEST, before, some([values, { state: 'done' }, { delFlag: 1 }, { price: 9 }]))
      },
      async () => {
        const before = some(await all(TEST))
        if (before) await deleteRow(db(), TEST, before)
      },
      async () => {
        const before = some(await all(SAMPLE))
        await writeRow(db(), SAMPLE, before, { orderId: some(['o1', 'o2', null]), delFlag: some([0, 0, 1]) })
      },
      () => add(NOTE, { id: key(), kind: some(['order', 'sample']), about: some(['o1', 's1', 's2']) }),
      // two rows move at once, as a batch writes them, and new ones come between
      async () => {
        const [one, other] = await all(TEST)
        await gathered(db(), async tx => {
          if (one) await writeRow(tx, TEST, one, { sampleId: some(['s1', 's2', 's3']) })
          await writeRow(tx, TEST, undefined, aTest())
          if (other) await writeRow(tx, TEST, other, { sampleId: some(['s1', 's2', 's3']) })
          await writeRow(tx, TEST, undefined, aTest())
        })
      },
    ]

    it('is what the rows say after every change, whichever it is', async () => {
      for (let i = 0; i < repeatedOn(api(), 90); i++) {
        await some(STEPS)()
        await agree()
      }
    })

    it('loses none of those that come at the same time', async () => {
      await Promise.all(
        Array.from({ length: 12 }, () =>
          db()
            .transaction()
            .execute(tx => writeRow(tx, TEST, undefined, aTest())),
        ),
      )
      await agree()
    })

    it('is what the rows say of 1,000 at once, and of a sample that goes with its tests', async () => {
      await addRows(db(), TEST, Array.from({ length: 1000 }, aTest))
      await agree()
      for (const test of (await all(TEST)).filter(row => row['sampleId'] === 's3')) await deleteRow(db(), TEST, test)
      await deleteRow(
        db(),
        SAMPLE,
        (await all(SAMPLE)).find(row => row['id'] === 's3')!,
      )
      await agree()
    })

    it('is written by nothing else, and comes right again where it was never counted', async () => {
      const [sample] = await all(SAMPLE)
      await writeRow(db(), SAMPLE, sample, { all: 77, done: 78 })
      await agree()
      await sql.raw('update cnt_sample set "all" = null, done = 7, rate = 3').execute(db())
      await sql.raw('update cnt_order set tests = 3').execute(db())
      await db()
        .transaction()
        .execute(tx => fillCounts(tx, ENTITIES.values()))
      await agree()
    })

    it('is counted anew at a start that counts otherwise, and only there', async () => {
      const kept = await db().selectFrom('sys_meta').select('value').where('name', '=', 'counted').executeTakeFirst()
      const spoil = (): Promise<unknown> => sql.raw('update cnt_order set samples = 99').execute(db())
      try {
        await bringCounts(db(), ENTITIES.values())
        await spoil()
        await bringCounts(db(), ENTITIES.values())
        expect(new Set((await all(ORDER)).map(row => row['samples']))).toEqual(new Set([99]))
        await bringCounts(db(), [])
        await bringCounts(db(), ENTITIES.values())
        await agree()
      } finally {
        await db()
          .updateTable('sys_meta')
          .set({ value: kept?.['value'] ?? '' })
          .where('name', '=', 'counted')
          .execute()
      }
    })
  })
}
