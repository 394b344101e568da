import { sql, type KyselyPlugin } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Figures } from '../../../src/core/contract/statistics.ts'
import { embeddedApp } from '../../../src/server/http/app.ts'
import { takeTime } from '../../../src/server/db/limits.ts'
import { inOneReading } from '../../../src/server/db/reading.ts'
import { spareOf, type Database } from '../../../src/server/db/database.ts'
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
      // what the reading before it was lent is on its way back
      await expect.poll(() => spareOf(api().services.db)?.left).toBeGreaterThan(0)
      const KEY = 20_261_123
      // on one connection: whoever took the lock lets it go
      await db.connection().execute(async holder => {
        await sql`select pg_advisory_lock(${sql.lit(KEY)})`.execute(holder)
        await inOneReading(api().services.db, async reading => {
          expect(await shops(reading)).toBe(before)
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

    it('is shared by those, too, who come while its savepoint is under way', async () => {
      const { db, kind } = api()
      if (kind === 'PGlite') return
      const KEY = 20_261_126
      const turn = (): Promise<void> => new Promise(done => void setImmediate(done))
      await expect.poll(() => spareOf(api().services.db)?.left).toBeGreaterThan(0)
      await db.connection().execute(async holder => {
        await sql`select pg_advisory_lock(${sql.lit(KEY)})`.execute(holder)
        await inOneReading(api().services.db, async reading => {
          const before = await shops(reading)
          // by now the savepoint is asked for, and it is not there yet
          await turn()
          const kept = sql`select pg_advisory_xact_lock(${sql.lit(KEY)})`.execute(reading)
          expect(await shops(reading)).toBe(before)
          await sql`select pg_advisory_unlock(${sql.lit(KEY)})`.execute(holder)
          await kept
        })
      })
    })

    it('takes nothing but a transaction for one statement, and goes on after it has failed', async () => {
      const { db, kind } = api()
      const nth = await inOneReading(db, async reading => {
        await expect(sql`select nothing.there`.execute(reading)).rejects.toThrow('nothing')
        const before = await shops(reading)
        await expect(sql`select nothing.there`.execute(reading)).rejects.toThrow('nothing')
        if (kind === 'PostgreSQL') await shop(db, 'moment-5')
        return [before, await shops(reading)]
      })
      expect(nth[1]).toBe(nth[0])
      await away(db, 'moment-5')
    })

    it('refuses what is still asked when its work has ended, and lends no connection before the rest is done', async () => {
      const { db, kind } = api()
      const late: Promise<string>[] = []
      const asked = inOneReading(db, async reading => {
        const sleep = (): Promise<string> =>
          sql`select pg_sleep(0.05)`.execute(reading).then(
            () => 'done',
            (error: unknown) => String(error),
          )
        for (let n = 0; n < 9; n++) late.push(sleep())
        await late[0]
        throw new Error('no more')
      })
      await expect(asked).rejects.toThrow('no more')
      expect(kind === 'PGlite' || (await sleeping(db)).length === 0).toBe(true)
      const told = new Set(await Promise.all(late))
      expect(told).toEqual(new Set(['done', 'Error: This reading is over']))
      const reading = await inOneReading(db, one => Promise.resolve(one))
      await expect(sql`select 1`.execute(reading)).rejects.toThrow('over')
    })

    it('answers on the connection that it has when there are no others, or when they break', async () => {
      const { db, kind, services } = api()
      if (kind === 'PGlite') return
      const spare = spareOf(services.db)
      if (!spare) throw new Error('the pool of the server has connections to spare')
      const all = (reading: Database): Promise<number[]> => Promise.all([1, 2, 3, 4, 5, 6].map(() => shops(reading)))
      const before = await shops(db)
      const left = spare.left
      spare.left = 0
      expect(new Set(await inOneReading(services.db, all))).toEqual(new Set([before]))
      expect(spare.left).toBe(0)
      spare.left = left
      const broken = inOneReading(services.db, async reading => {
        const asleep = [1, 2, 3].map(() =>
          sql<{ pid: number }>`select pg_sleep(0.4), pg_backend_pid() as pid`.execute(reading),
        )
        await expect.poll(() => sleeping(db)).toHaveLength(3)
        // the last to begin: one that was taken beside the first
        const last = (await sleeping(db)).at(-1)
        await sql`select pg_terminate_backend(${last})`.execute(db)
        const pids = (await Promise.all(asleep)).map(({ rows }) => rows[0]?.pid)
        return { last, pids, counts: await all(reading) }
      })
      const { last, pids, counts } = await broken
      expect(pids).not.toContain(last)
      expect(new Set(counts)).toEqual(new Set([before]))
      await expect.poll(() => spare.left).toBe(left)
    })

    it('fails as a whole when its own connection breaks, even if its questions are answered one by one', async () => {
      const { db, kind, services } = api()
      if (kind === 'PGlite') return
      const asked = inOneReading(services.db, async reading => {
        const told = Promise.allSettled([sql`select pg_sleep(20)`.execute(reading)])
        await expect.poll(() => sleeping(db)).toHaveLength(1)
        await sql`select pg_terminate_backend(${(await sleeping(db))[0]})`.execute(db)
        return [...(await told), ...(await Promise.allSettled([shops(reading)]))]
      })
      await expect(asked).rejects.toThrow()
      expect(await inOneReading(services.db, shops)).toBe(await shops(db))
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
        // as whoever changes a table does: who holds it is not refused because others wait for it
        await takeTime(tx)
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

    it('asks of a table in one statement a stock, what it is compared with and the way there, without a transaction', async () => {
      const { services } = api()
      const asked: string[] = []
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          // the number of rows, which every statement of a statistic tells, or the rows of several
          const [row = {}] = result.rows
          if ('n#' in row || 'part#' in row) asked.push(Object.keys(row).join())
          return result
        },
      }
      const db = services.db.withPlugin(counting)
      const begun = vi.spyOn(db, 'transaction')
      const app = await embeddedApp({ ...services, db })
      const token = await api().token('admin')
      for (const [widgets, statements, transactions] of [
        [['shown'], 1, 0],
        [['shops'], 1, 0],
        [['shops', 'clues'], 2, 1],
      ] as const) {
        const payload = { page: 'index/home', period: '2026-06', widgets }
        const headers = { authorization: `Bearer ${token}` }
        asked.length = 0
        begun.mockClear()
        const answer = await app.inject({ method: 'POST', url: `/prod-api${PATH}`, headers, payload })
        for (const widget of widgets)
          expect(answer.json()).toMatchObject({ data: { widgets: { [widget]: { total: { previous: {} } } } } })
        expect(asked, widgets.join()).toHaveLength(statements)
        expect(begun, widgets.join()).toHaveBeenCalledTimes(transactions)
      }
      await app.close()
    })

    it('asks each alone, and of one moment, where all together cannot be answered', async () => {
      const { services } = api()
      let refused = 0
      const refusing: KyselyPlugin = {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          if (!('part#' in (result.rows[0] ?? {}))) return result
          refused++
          throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
        },
      }
      const token = await api().token('admin')
      const payload = { page: 'index/home', period: '2026-06', widgets: ['shops', 'clues', 'source'] }
      const [plain, alone] = await Promise.all(
        [services, { ...services, db: services.db.withPlugin(refusing) }].map(async one => {
          const app = await embeddedApp(one)
          const headers = { authorization: `Bearer ${token}` }
          const answer = await app.inject({ method: 'POST', url: `/prod-api${PATH}`, headers, payload })
          await app.close()
          const { data } = answer.json<{ data: { widgets: Record<string, Figures> } }>()
          return Object.entries(data.widgets).map(([name, { rows, total }]) => [name, rows, total])
        }),
      )
      expect(refused).toBeGreaterThan(0)
      expect(alone).toEqual(plain)

      // one statement needs no transaction, and what is asked in its place does
      const db = services.db.withPlugin(refusing)
      const begun = vi.spyOn(db, 'transaction')
      const app = await embeddedApp({ ...services, db })
      const headers = { authorization: `Bearer ${token}` }
      await app.inject({
        method: 'POST',
        url: `/prod-api${PATH}`,
        headers,
        payload: { ...payload, widgets: ['shops'] },
      })
      expect(begun).toHaveBeenCalledTimes(1)
      await app.close()
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
      const kept = await totals()
      await db.deleteFrom('sys_figure_lock').where('period', '=', at.period).execute()
      // the one moment of one statement may be before it waited, or after
      expect([before, await totals()]).toContainEqual(kept)
      await db.deleteFrom('inspectionRecord').where('id', '=', 'moment-4').execute()
    })
  })
}

/** Backends that sleep for a reading, in the order in which their transactions began. */
async function sleeping(db: Database): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where state = 'active' and query like 'select pg_sleep%' and pid <> pg_backend_pid() order by xact_start`.execute(
    db,
  )
  return rows.map(({ pid }) => pid)
}

/** Connections, not what the database does by itself: it may count the rows of the table meanwhile. */
async function waitingFor(db: Database, table = 'eshop'): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks l
    join pg_stat_activity a on a.pid = l.pid and a.backend_type = 'client backend'
    where l.relation = ${`"${table}"`}::regclass and not l.granted`.execute(db)
  return Number(rows[0]?.n)
}
