import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dump } from '../../../src/server/backup/dump.ts'
import { load, type Backup } from '../../../src/server/backup/load.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate/migrate.ts'
import { divide } from '../../../src/server/db/migrate/partitions.ts'
import { partitionsIn } from '../../../src/server/db/migrate/stored-schema.ts'
import { entityOf } from '../../../src/server/db/tables/models.ts'
import { NO_TABLES } from '../../../src/server/db/tables/product-tables.ts'
import { openDatabase } from '../support/database.ts'
import { noPostgres } from '../support/postgres.ts'

const HALL = entityOf({
  name: 'hall',
  label: '大厅',
  key: 'id',
  title: 'id',
  volume: 'large',
  indexes: [],
  scope: { area: 'areaCode' },
  softDelete: false,
  fields: [
    { name: 'id', label: '编号', kind: 'text' },
    { name: 'areaCode', label: '地区', kind: 'area' },
  ],
})
const ROWS = ['110101', '340402', '500101'].map(areaCode => ({
  id: `hall-${areaCode}`,
  areaCode,
  provinceCode: areaCode.slice(0, 2),
}))
const PARTS = ['hall_p11', 'hall_p34', 'hall_pxx']

describe.skipIf(noPostgres !== undefined)('a table in parts', () => {
  const own = {} as { db: Database; close(): Promise<void>; backup: Backup; whole: Backup }
  beforeAll(async () => {
    Object.assign(own, await openDatabase('PostgreSQL'))
    await migrate(own.db, [HALL])
    await own.db.insertInto('hall').values(ROWS).execute()
    own.whole = await backup()
    await divide(own.db, HALL, ['11', '34'])
    own.backup = await backup()
  })
  afterAll(() => own.close?.())

  async function backup(): Promise<Backup> {
    const kept = new Map<string, string[]>()
    const tables = await dump(own.db, async ({ name }, rows) => {
      for await (const some of rows) kept.set(name, [...(kept.get(name) ?? []), ...some])
    })
    return {
      tables,
      async *rows({ name }) {
        yield* [kept.get(name) ?? []].filter(rows => rows.length > 0)
      },
    }
  }
  const restore = (from: Backup, mayDivide: boolean): Promise<void> =>
    load(own.db, from, {
      entities: [HALL],
      version: '',
      tables: NO_TABLES,
      force: true,
      mayDivide,
      before: () => Promise.resolve(),
    })
  const parts = async (): Promise<string[]> => (await partitionsIn(own.db)).map(({ part }) => part)
  const rows = () => own.db.selectFrom('hall').selectAll().orderBy('id').execute()

  it('is in parts again after a restore: as here, as where the backup is from, and never on the embedded database', async () => {
    for (const [from, mayDivide, wanted] of [
      [own.whole, true, PARTS],
      [own.backup, false, []],
      [own.backup, true, PARTS],
    ] as const) {
      await restore(from, mayDivide)
      expect([await parts(), await rows()]).toEqual([wanted, ROWS])
    }
    await migrate(own.db, [HALL])
    expect(await rows()).toEqual(ROWS)
  })
})
