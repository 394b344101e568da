import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IndexPlan } from '../../../../src/core/indexes/indexes-of.ts'
import { writeRow } from '../../../../src/server/records/write/write.ts'
import { compile } from '../../../../src/server/config/live.ts'
import type { Database, TableRow } from '../../../../src/server/db/database.ts'
import { migrate, migrateWithin, SchemaConflict } from '../../../../src/server/db/migrate/migrate.ts'
import { entityOf, type Entity, type FieldModel } from '../../../../src/server/db/tables/models.ts'
import { isSharded } from '../../../../src/server/db/tables/province.ts'
import { readConfigFolder } from '../../../../src/server/start/configuration/config-folder.ts'
import { unmadeLines } from '../../../../src/server/start/database/unmade-indexes.ts'
import { openDatabase } from '../../support/database.ts'
import { ROOT } from '../../../folders.ts'
import { QUICKER } from '../../support/both.ts'
import { noPostgres } from '../../support/postgres.ts'
import { isWhole } from '../../../whole.ts'
import { rollups } from '../rollups.ts'

const field = (name: string, kind: FieldModel['kind'] = 'text'): FieldModel => ({ name, label: name, kind })
const AREA = field('areaCode', 'area')
/** A hand-made plan: what pages make of it is not tested here. */
const byName = (down?: true): IndexPlan => ({
  purpose: 'value',
  fields: [{ name: 'name', ...(down ? { down } : {}) }],
  beside: [],
  wants: [],
})
const BY_NAME = byName()
const shop = (...fields: FieldModel[]): Entity =>
  entityOf({
    name: 'stall',
    label: '摊位',
    key: 'id',
    title: 'name',
    volume: 'small',
    indexes: [BY_NAME],
    scope: { area: 'areaCode' },
    softDelete: false,
    fields: [field('id'), field('name'), AREA, ...fields],
  })

for (const kind of ['PGlite', 'PostgreSQL'] as const) {
  describe.skipIf(kind === 'PostgreSQL' && noPostgres !== undefined)(`tables on ${kind}`, () => {
    const opened: { db?: Database; close?: () => Promise<void> } = {}
    const db = (): Database => opened.db as Database
    const record = (): Promise<TableRow[]> =>
      db().selectFrom('sys_schema_change').selectAll().orderBy('number').execute()
    beforeAll(async () => {
      Object.assign(opened, await openDatabase(kind))
    })
    afterAll(() => opened.close?.())
    rollups(kind, db)

    // all tables there are: what is made is the same statements on both
    it.runIf(isWhole || kind === QUICKER)(
      'that hold carriers have the province in every primary key and unique index',
      async () => {
        const { compiled } = compile(await readConfigFolder(ROOT))
        const entities = [...(compiled?.entities.values() ?? [])]
        await migrate(db(), entities, compiled?.configuration.version)
        const spread = entities.filter(isSharded).map(entity => entity.name)
        expect(spread).toEqual(expect.arrayContaining(['eshop', 'website', 'illegalResult']))
        const { rows } = await sql<{ table: string; unique: string; columns: string[] }>`
        select t.relname as table, i.relname as unique, json_agg(a.attname) as columns from pg_index x
          join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
          join pg_attribute a on a.attrelid = t.oid and a.attnum = any(x.indkey)
        where x.indisunique and t.relnamespace = current_schema()::regnamespace group by 1, 2`.execute(db())
        expect(rows.map(row => row.table)).toEqual(expect.arrayContaining(spread))
        expect(rows.filter(row => spread.includes(row.table) && !row.columns.includes('provinceCode'))).toEqual([])
        const { rows: generated } =
          await sql`select 1 from information_schema.columns where column_name = 'provinceCode'
          and is_generated <> 'NEVER'`.execute(db())
        expect(generated).toEqual([])
      },
    )

    it('change in order, and every change is on record with its configuration', async () => {
      const before = await record()
      await migrate(db(), [shop()], 'v1')
      await migrate(db(), [shop(field('price', 'money'))], 'v2')
      await migrate(db(), [shop()], 'v3')
      const {
        rows: [stall],
      } = await sql<{
        n: number
      }>`select count(*) as n from information_schema.columns where table_name = 'stall'
        and column_name = 'price'`.execute(db())
      expect(stall?.n).toBe(1)
      const added = (await record()).slice(before.length)
      expect(added.map(row => [row['what'], row['configVersion']])).toEqual([
        ['table stall', 'v1'],
        ['index stall', 'v1'],
        ['column stall.price', 'v2'],
      ])
      expect(added.map(row => row['number'])).toEqual([1, 2, 3].map(n => before.length + n))
      expect(String(added[2]?.['statement'])).toContain('add column "price"')
    })

    it('keep no index that nothing wants any more, and all their rows', async () => {
      const named = async (): Promise<string[]> =>
        (
          await sql<{
            name: string
          }>`select indexname as name from pg_indexes where tablename = 'booth'
            and indexname <> 'booth_pkey' order by 1`.execute(db())
        ).rows.map(row => row.name)
      const booth = (...indexes: IndexPlan[]): Entity => entityOf({ ...shop(), name: 'booth', indexes })
      await migrate(db(), [booth(BY_NAME)])
      const before = await named()
      // an index of the operator's own is none of ours
      await sql`create index booth_own on booth (id, name)`.execute(db())
      // nobody reads a table without rows: its indexes are changed with it, as one
      await migrate(db(), [booth(byName(true))])
      await migrate(db(), [booth(BY_NAME)])
      await db().insertInto('booth').values({ id: 'b', name: 'b', areaCode: '340402', provinceCode: '34' }).execute()
      await migrate(db(), [booth(byName(true))])
      const after = await named()
      expect([
        before.length,
        after.length,
        after.filter(name => before.includes(name)),
        after.includes('booth_own'),
      ]).toEqual([1, 2, [], true])
      await migrate(db(), [booth(BY_NAME)])
      expect(await named()).toEqual([...before, 'booth_own'].sort())
      expect(await db().selectFrom('booth').select('id').execute()).toEqual([{ id: 'b' }])
      const statements = (await record())
        .filter(row => row['what'] === 'index booth')
        .map(row => /^(?:create|drop) index(?: concurrently)?/.exec(String(row['statement']))?.[0])
      const beside = kind === 'PostgreSQL' ? ' concurrently' : ''
      expect(statements).toEqual([
        'create index',
        'create index',
        'drop index',
        'create index',
        'drop index',
        ...[1, 2].flatMap(() => [`create index${beside}`, `drop index${beside}`]),
      ])
    })

    it('make an index again whose making was cut short', async () => {
      const stand = entityOf({ ...shop(), name: 'stand' })
      await migrate(db(), [stand])
      await db().insertInto('stand').values({ id: 's', name: 's', areaCode: '340402', provinceCode: '34' }).execute()
      const found = async (): Promise<unknown[]> =>
        (
          await sql`select i.indexrelid::regclass::text as name, i.indisvalid as "isWhole" from pg_index i
            where i.indrelid = 'stand'::regclass and not i.indisprimary`.execute(db())
        ).rows
      const whole = await found()
      await sql`update pg_index set indisvalid = false where indrelid = 'stand'::regclass and not indisprimary`.execute(
        db(),
      )
      expect(await found()).not.toEqual(whole)
      await migrate(db(), [stand])
      expect(await found()).toEqual(whole)
    })

    it('do without an index that cannot be made, keep the one before it, and say so; and make it when it can be', async () => {
      const pier = (...indexes: IndexPlan[]): Entity => entityOf({ ...shop(field('note')), name: 'pier', indexes })
      const by = (...names: string[]): IndexPlan => ({ ...BY_NAME, fields: names.map(name => ({ name })) })
      const found = async (): Promise<string> =>
        (
          await sql<{ said: string }>`select string_agg(pg_get_indexdef(indexrelid), ', ' order by indexrelid) as said
            from pg_index where indrelid = 'pier'::regclass and not indisprimary`.execute(db())
        ).rows[0]?.said ?? ''
      expect(await migrate(db(), [pier(BY_NAME)])).toEqual([])
      const before = await found()
      // random, so that it does not become short by compression
      const note = Array.from({ length: 200 }, () => randomUUID()).join()
      const row = { id: 'p', name: 'p', note, areaCode: '340402', provinceCode: '34' }
      await db().insertInto('pier').values(row).execute()
      const unmade = await migrate(db(), [pier(by('note', 'name'), by('areaCode'))])
      const now = await found()
      expect([now.startsWith(`${before}, `), now.includes('(note'), now.includes('("areaCode"')]).toEqual([
        true,
        false,
        true,
      ])
      const [line, ...more] = unmadeLines(unmade)
      expect(line).toMatch(
        /^表 pier（note, name）的索引没有建成，服务照常运行.*有的值太长.*pier \(note, name\) could not be made/,
      )
      expect(more).toEqual([])
      const full = [{ table: 'pier', fields: ['note'], error: { code: '53100' } }]
      expect(unmadeLines(full).join()).toMatch(/数据库的磁盘空间不足，请清理或扩容.*make room/)
      await sql`update pier set note = 'short'`.execute(db())
      expect(await migrate(db(), [pier(by('note', 'name'), by('areaCode'))])).toEqual([])
      expect(await found()).toMatch(/^[^,]*\("areaCode"[^,]*\), [^,]*\(note, name\)$/)
    })

    it('leave room on the pages of what is large', async () => {
      const options = async (name: string): Promise<string> =>
        (
          await sql<{
            options: string[] | null
          }>`select reloptions as options from pg_class where relname = ${name}`.execute(db())
        ).rows
          .flatMap(row => row.options ?? [])
          .join()
      await migrate(db(), [
        entityOf({ ...shop(), name: 'hall', volume: 'large' }),
        entityOf({ ...shop(), name: 'hut' }),
      ])
      expect(await options('hall')).toContain('fillfactor=90')
      expect(await options('hut')).toBe('')
    })

    it('refuse what would lose data, and say which field, what is stored and what fits', async () => {
      const before = await record()
      const refused = async (entity: Entity): Promise<unknown> =>
        migrate(db(), [entity]).catch((error: unknown) => error instanceof SchemaConflict && error.conflicts)
      expect(await refused(shop(field('price', 'text'), field('more')))).toMatchObject([
        {
          entity: 'stall',
          field: 'price',
          stored: 'numeric',
          wanted: 'text',
          fitting: ['decimal', 'money', 'percent'],
        },
      ])
      expect(await refused(entityOf({ ...shop(), key: 'name' }))).toMatchObject([
        { entity: 'stall', field: 'key', stored: 'id', wanted: 'name' },
      ])
      expect(await record()).toEqual(before)
    })

    it('keep every digit when money becomes a number of any precision', async () => {
      await migrate(db(), [shop(field('price', 'decimal'))])
      await db()
        .insertInto('stall')
        .values({ id: 'p', name: 'p', areaCode: '340402', provinceCode: '34', price: '1.23456' })
        .execute()
      expect(await db().selectFrom('stall').select('price').where('id', '=', 'p').executeTakeFirst()).toEqual({
        price: 1.23456,
      })
    })

    it('have their rows changed once, and again when restored; not where an entity is missing', async () => {
      const data = [
        { what: 'names', entities: ['stall'], statement: `update stall set name = name || '!' where id = 'd'` },
        { what: 'gone', entities: ['stall', 'nothing'], statement: 'update nothing set name = null' },
      ]
      await migrate(db(), [shop()])
      await db().insertInto('stall').values({ id: 'd', name: 'd', areaCode: '340402', provinceCode: '34' }).execute()
      const tables = { statements: [], data }
      const name = async () =>
        (await db().selectFrom('stall').select('name').where('id', '=', 'd').executeTakeFirst())?.['name']
      await migrate(db(), [shop()], '', tables)
      await migrate(db(), [shop()], '', tables)
      expect(await name()).toBe('d!')
      await db()
        .transaction()
        .execute(tx => migrateWithin(tx, [shop()], '', tables, { again: true }))
      expect(await name()).toBe('d!!')
    })

    it('from before provinces get them, with every row', async () => {
      await sql`create table "oldStall" (id text primary key, name text, "areaCode" text)`.execute(db())
      await sql`insert into "oldStall" values ('a', 'a', '350102'), ('b', 'b', null), ('c', 'c', '000000')`.execute(
        db(),
      )
      const old = entityOf({ ...shop(), name: 'oldStall' })
      await migrate(db(), [old])
      expect((await sql`select id, "provinceCode" as p from "oldStall" order by id`.execute(db())).rows).toEqual([
        { id: 'a', p: '35' },
        { id: 'b', p: '00' },
        { id: 'c', p: '00' },
      ])
      await migrate(db(), [old])
    })

    it("move a row to another province whole, and hold no row whose province is not its area's", async () => {
      const entity = shop(field('price', 'decimal'), field('goods', 'json'))
      await migrate(db(), [entity])
      // a column that has left the configuration, with more digits than a number of JavaScript has
      await sql`alter table stall add column gone numeric`.execute(db())
      await writeRow(db(), entity, undefined, {
        id: 'm',
        name: 'm',
        areaCode: '340402',
        goods: JSON.stringify([{ a: 1 }]),
      })
      await sql`update stall set gone = 12345678901234567890.123 where id = 'm'`.execute(db())
      const before = await db().selectFrom('stall').selectAll().where('id', '=', 'm').executeTakeFirstOrThrow()
      await db()
        .transaction()
        .execute(tx =>
          writeRow(tx, entity, before, { areaCode: '520100', name: '搬走', goods: JSON.stringify([{ a: 2 }]) }),
        )
      const { rows } =
        await sql`select "provinceCode" as p, name, goods, gone::text as gone from stall where id = 'm'`.execute(db())
      expect(rows).toEqual([{ p: '52', name: '搬走', goods: [{ a: 2 }], gone: '12345678901234567890.123' }])
      await expect(
        db().updateTable('stall').set({ areaCode: '350100' }).where('id', '=', 'm').execute(),
      ).rejects.toThrow(/stall_province/)
    })
  })
}
