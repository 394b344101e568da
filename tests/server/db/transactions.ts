import { describe, expect, it } from 'vitest'
import { databaseOn } from '../../../src/server/db/database.ts'
import { inOneReading } from '../../../src/server/db/reading.ts'
import { apart, inWork, SecondConnection } from '../../../src/server/db/transactions.ts'
import { poll } from '../../../src/server/queue/watch.ts'
import type { Api } from '../support/api.ts'

export function transactionContract(api: () => Api): void {
  const count = (db = api().services.db): Promise<unknown> => db.selectFrom('org').select('orgId').limit(1).execute()

  describe('a transaction', () => {
    it('is refused a second connection, with the name of its work', async () => {
      const { db } = api().services
      const saving = inWork('eshop.save', () => db.transaction().execute(() => count()))
      await expect(saving).rejects.toThrow(SecondConnection)
      await expect(saving).rejects.toThrow('eshop.save')
      await expect(db.transaction().execute(() => db.transaction().execute(count))).rejects.toThrow(SecondConnection)
      await expect(db.connection().execute(() => count())).rejects.toThrow(SecondConnection)
      await expect(
        db
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute(tx =>
            tx
              .selectFrom('org')
              .select('orgId')
              .limit(1)
              .execute()
              .then(() => count()),
          ),
      ).rejects.toThrow(SecondConnection)
      await expect(db.transaction().execute(() => inOneReading(db, count))).rejects.toThrow(SecondConnection)
    })

    it('reads and writes on its own, and asks again when it is over', async () => {
      const { db } = api().services
      const kept: { late?: Promise<unknown> } = {}
      let end = (): void => {}
      const over = new Promise<void>(resolve => (end = resolve))
      const read = await db.transaction().execute(async tx => {
        kept.late = over.then(() => count())
        return [await count(tx), await inOneReading(tx, count)]
      })
      end()
      expect([...read, await kept.late]).toEqual([1, 2, 3].map(() => expect.arrayContaining([expect.anything()])))
    })

    it('does not hold up what it wakes, nor what goes on apart from it', async () => {
      const { db } = api().services
      const faults: unknown[] = []
      const seen: unknown[] = []
      const poller = poll(
        async () => seen.push(await count()),
        1 << 30,
        error => faults.push(error),
      )
      await expect.poll(() => seen.length).toBe(1)
      const { beside } = await db.transaction().execute(async tx => {
        poller.wake()
        return { beside: apart(() => count()), own: await count(tx) }
      })
      await beside
      await expect.poll(() => seen.length).toBe(2)
      await poller.close()
      expect(faults).toEqual([])
    })

    it('may ask another database', async () => {
      const { db } = api().services
      const other = databaseOn({
        options: {},
        connect: () => Promise.reject(new Error('asked')),
        end: () => Promise.resolve(),
      })
      await expect(db.transaction().execute(() => count(other))).rejects.toThrow('asked')
    })
  })
}
