import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Figures } from '../../../src/core/contract/statistics.ts'
import { alone, inOneReading } from '../../../src/server/db/reading.ts'
import type { Database } from '../../../src/server/db/database.ts'
import type { Contract } from '../support/both.ts'

const shop = (db: Database, id: string): Promise<unknown> =>
  db
    .insertInto('eshop')
    .values({ uniqueId: id, areaCode: '350102', provinceCode: '35', createTime: '2026-06-01 00:00:00', delFlag: 0 })
    .execute()
const away = (db: Database, id: string): Promise<unknown> => db.deleteFrom('eshop').where('uniqueId', '=', id).execute()
const shops = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from eshop`.execute(db)
  return Number(rows[0]?.n)
}

/** All questions of one request are answered of one and the same moment. */
export const oneMomentContract: Contract = api => {
  describe('one reading', () => {
    it('has the same rows from its first statement to its last, whatever is written between', async () => {
      const { db, kind } = api()
      const writing: Promise<unknown>[] = []
      const counts = await inOneReading(db, async tx => {
        const before = await shops(tx)
        writing.push(shop(db, 'moment-1'))
        // PGlite has one connection: there the write waits for the reading
        if (kind === 'PostgreSQL') await writing[0]
        return [before, await shops(tx)]
      })
      await Promise.all(writing)
      expect(counts[1]).toBe(counts[0])
      expect(await shops(db)).toBe((counts[0] ?? 0) + 1)
      await away(db, 'moment-1')
    })

    it('goes on after a statement that failed, of many that were asked at once', async () => {
      const told = await inOneReading(api().db, tx =>
        Promise.allSettled(
          ['1', 'nothing.there', '2'].map(one => alone(tx, () => sql.raw(`select ${one}`).execute(tx))),
        ),
      )
      expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    })

    it('answers a whole request: a shop that comes while it waits for one of its questions is in none', async () => {
      const { db, kind } = api()
      // nobody can write beside a reading of PGlite
      if (kind === 'PGlite') return
      const ask = async (): Promise<number> => {
        const { body } = await api().ask<{ widgets: Record<string, Figures> }>(
          'POST',
          '/api-console/figures',
          await api().token('admin'),
          { page: 'index/home', period: '2026-06', widgets: ['clues', 'shops', 'map'] },
        )
        return body.data?.widgets['shops']?.total.values[0] ?? Number.NaN
      }
      const before = await ask()
      const asked = await db.transaction().execute(async tx => {
        await sql`lock table eshop in access exclusive mode`.execute(tx)
        const asking = ask()
        await expect.poll(() => waitingFor(db)).toBeGreaterThan(0)
        await shop(tx, 'moment-2')
        return { asking }
      })
      expect(await asked.asking).toBe(before)
      expect(await ask()).toBe(before + 1)
      await away(db, 'moment-2')
    })
  })
}

async function waitingFor(db: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks
    where relation = 'eshop'::regclass and not granted`.execute(db)
  return Number(rows[0]?.n)
}
