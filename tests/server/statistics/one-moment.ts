import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Figures } from '../../../src/core/contract/statistics.ts'
import { inOneReading } from '../../../src/server/db/reading.ts'
import type { Database } from '../../../src/server/db/database.ts'
import { SUBMISSION_HEADER } from '../../../src/core/contract/api.ts'
import type { Contract } from '../support/both.ts'
import { inspection } from './locked.ts'

const PATH = '/api-console/figures'

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
          ['1', 'nothing.there', '2', 'nothing.here', '3'].map(one => sql.raw(`select ${one}`).execute(tx)),
        ),
      )
      const [done, failed] = ['fulfilled', 'rejected']
      expect(told.map(({ status }) => status)).toEqual([done, failed, done, failed, done])
    })

    it('is shared by connections, so that statements asked at once run beside each other', async () => {
      const { db, kind } = api()
      if (kind === 'PGlite') return
      const before = await shops(db)
      const KEY = 20_261_123
      // on one connection: whoever took the lock lets it go
      await db.connection().execute(async holder => {
        await sql`select pg_advisory_lock(${sql.lit(KEY)})`.execute(holder)
        await inOneReading(api().services.db, async reading => {
          await shop(db, 'moment-3')
          const kept = sql`select pg_advisory_xact_lock(${sql.lit(KEY)})`.execute(reading)
          // the first connection is held up: another one has to answer, and of the same moment
          expect(await shops(reading)).toBe(before)
          await sql`select pg_advisory_unlock(${sql.lit(KEY)})`.execute(holder)
          await kept
        })
      })
      await away(db, 'moment-3')
    })

    it('answers a whole request: a shop that comes while it waits for one of its questions is in none', async () => {
      const { db, kind } = api()
      // nobody can write beside a reading of PGlite
      if (kind === 'PGlite') return
      const ask = async (): Promise<number> => {
        const { body } = await api().ask<{ widgets: Record<string, Figures> }>(
          'POST',
          PATH,
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

    it('is what a lock keeps, also one that is sent with a number of its own', async () => {
      const { db, kind } = api()
      if (kind === 'PGlite') return
      const at = { page: 'special/statisticalTable', period: '2026-08', area: '350102' }
      const token = await api().token('fj_fuzhou')
      const totals = async (): Promise<unknown> => {
        const { body } = await api().ask<{ widgets: Record<string, Figures> }>('POST', PATH, token, at)
        return body.data?.widgets['table']?.total.values
      }
      const before = await totals()
      const { locking } = await db.transaction().execute(async tx => {
        await sql`lock table "inspectionRecord" in access exclusive mode`.execute(tx)
        const locking = api().ask('POST', `${PATH}/lock`, token, at, { [SUBMISSION_HEADER]: 'one-moment-of-a-lock' })
        await expect.poll(() => waitingFor(db, 'inspectionRecord')).toBeGreaterThan(0)
        await tx.insertInto('inspectionRecord').values(inspection('moment-4', '2026-08-15 10:00:00')).execute()
        return { locking }
      })
      expect((await locking).status).toBe(200)
      expect(await totals()).toEqual(before)
      await db.deleteFrom('inspectionRecord').where('id', '=', 'moment-4').execute()
      await db.deleteFrom('sys_figure_lock').where('period', '=', at.period).execute()
    })
  })
}

async function waitingFor(db: Database, table = 'eshop'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks
    where relation = ${`"${table}"`}::regclass and not granted`.execute(db)
  return Number(rows[0]?.n)
}
