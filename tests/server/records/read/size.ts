import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../../../src/core/contract/api.ts'
import { COUNT_CAP } from '../../../../src/server/records/read/plan-list.ts'
import { every, planList } from '../../../../src/server/records/read/plan-list.ts'
import { tableIndexes } from '../../../../src/server/db/tables/indexes.ts'
import type { Database } from '../../../../src/server/db/database.ts'
import type { Api } from '../../support/api.ts'
import { callOn, listOn, withRowsUndone } from './many.ts'

const MANY = 12_000

/** Lists of many rows: what serves them, and that they stay right. All rows go away again. */
export function sizeContract(api: () => Api): void {
  const ask = (db: Database, args: Record<string, unknown>): Promise<ListAnswer> => listOn(api(), db, args)

  /** Shops of an area that nobody else has, gone when the work is done. */
  const withMany = (work: (db: Database) => Promise<void>): Promise<void> =>
    withRowsUndone(api(), async tx => {
      await sql`insert into eshop ("uniqueId", "shopName", "areaCode", "provinceCode", "delFlag", "updateTime", "platformName")
        select 'size-' || lpad(i::text, 6, '0'), '第' || i || case when i % 400 = 0 then '同仁药房'
        else '便利商行ABC' end, '990101', '99', 0,
          timestamp '2025-01-01' + i / 3 * interval '1 minute', (1 + i % 3)::text
        from generate_series(1, ${sql.lit(MANY)}) as i`.execute(tx)
      await sql`analyze eshop`.execute(tx)
      await work(tx)
    })
  const plan = async (db: Database, args: Record<string, unknown>): Promise<string> => {
    const { where } = await planList(callOn(api(), db, args, ''))
    const { rows } = await sql<Record<string, string>>`explain select 1 from eshop where ${where}`.execute(db)
    return rows.map(row => Object.values(row)[0]).join('\n')
  }
  const indexOf = async (db: Database, part: string): Promise<string> => {
    const { rows } = await sql<{
      indexname: string
    }>`select indexname from pg_indexes where tablename = 'eshop' and indexdef like ${`%${part}%`}`.execute(db)
    return rows[0]?.indexname ?? 'no such index'
  }

  describe('a list of many rows', () => {
    it('finds two Chinese characters, and one, by the index of its entity', async () => {
      await withMany(async db => {
        const index = await indexOf(db, 'pairs(alike("shopName"))')
        for (const [term, found] of [
          ['药房', MANY / 400],
          ['仁', MANY / 400],
          ['同仁药房', MANY / 400],
          ['仁同', 0],
        ] as const) {
          expect(await plan(db, { shopName: term }), term).toContain(index)
          expect((await ask(db, { shopName: term })).totalRecord, term).toBe(found)
        }
      })
    })

    it('finds as before what stands together, in any case, with signs that mean something to the database', async () => {
      await withMany(async db => {
        expect((await ask(db, { shopName: 'bc' })).totalRecord).toBe(COUNT_CAP)
        // each pair occurs, the whole does not
        expect((await ask(db, { shopName: '便利商行商行' })).totalRecord).toBe(0)
        for (const term of ['%', '_', '\\', '%%', "'", '{"'])
          expect((await ask(db, { shopName: term })).totalRecord, term).toBe(0)
      })
    })

    it('counts exactly up to the cap and says when it stopped', async () => {
      await withMany(async db => {
        expect(await ask(db, {})).toMatchObject({ totalRecord: COUNT_CAP, capped: true })
        const part = await ask(db, { platformName: '1' })
        expect(part.totalRecord).toBe(MANY / 3)
        expect(part.capped).toBeUndefined()
        await sql`delete from eshop where "uniqueId" > ${`size-${String(COUNT_CAP).padStart(6, '0')}`}
          and "areaCode" = '990101'`.execute(db)
        const whole = await ask(db, {})
        expect(whole).toMatchObject({ totalRecord: COUNT_CAP })
        expect(whole.capped).toBeUndefined()
      })
    })

    it('shows a deep page in the order of all, and counts beyond the last one too', async () => {
      await withMany(async db => {
        const keys = async (pageNo: number): Promise<unknown[]> =>
          (await ask(db, { pageNo, pageRowNo: 20, orderBy: 'updateTime desc' })).list.map(row => row['uniqueId'])
        const { rows } = await sql<{
          uniqueId: string
        }>`select "uniqueId" from eshop where "areaCode" = '990101' order by "updateTime" desc, "uniqueId"`.execute(db)
        const all = rows.map(row => row.uniqueId)
        for (const page of [1, 250, 500, 600])
          expect(await keys(page), String(page)).toEqual(all.slice((page - 1) * 20, page * 20))
        expect(await ask(db, { pageNo: 601, platformName: '2' })).toEqual({ totalRecord: MANY / 3, list: [] })
      })
    })

    it('begins its walk where the range of its order begins, and compares all else in each row', async () => {
      await withMany(async db => {
        const walk = async (args: Record<string, unknown>): Promise<string> => {
          const { walked, order } = await planList(callOn(api(), db, { orderBy: 'updateTime desc', ...args }, ''))
          const { rows } = await sql<
            Record<string, string>
          >`explain select "uniqueId" from eshop where ${every(Object.values(walked()).flatMap(one => one ?? []))} order by ${order} limit 20`.execute(
            db,
          )
          return rows.map(row => Object.values(row)[0]).join('\n')
        }
        const index = await indexOf(db, '("updateTime" DESC')
        expect(await walk({ shopType: '1' })).toContain(index)
        const ranged = await walk({ shopType: '1', updateTimeStart: '2025-01-02', updateTimeEnd: '2025-01-03' })
        expect(ranged).toContain(index)
        expect(ranged).toMatch(/Index Cond: .*"updateTime" >= .*"updateTime" <= /)
        expect(ranged).toMatch(/Filter: .*COALESCE\(\("shopType" = /)
      })
    })

    it('has in the database what its pages want', async () => {
      const { rows } = await sql<{
        name: string
        indexdef: string
      }>`select indexname as name, indexdef from pg_indexes where tablename = 'eshop'`.execute(api().db)
      const wanted = tableIndexes(api().services.entities().get('eshop')!)
      expect(rows.map(row => row.name).sort()).toEqual([...wanted.map(({ name }) => name), 'eshop_pkey'].sort())
      expect(rows.some(row => row.indexdef.includes('uscc_dim text_pattern_ops'))).toBe(true)
    })
  })
}
