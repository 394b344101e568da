import { describe, expect, it } from 'vitest'
import { afterCommit } from '../../../src/server/call/context.ts'
import { transact } from '../../../src/server/call/transact.ts'
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

    it('of a call is what all that the call is handed on to asks, and begins what is for later once it is kept', async () => {
      const order: string[] = []
      const call = { db: api().services.db, later: undefined }
      const inside = await transact(call, async (within, tx) => {
        expect(await Promise.all([count(within.db), count(tx)])).toHaveLength(2)
        await within.db.transaction().execute(part => count(part))
        await transact(within, async further => afterCommit(further, () => order.push('begun')))
        order.push('done')
        return within
      })
      expect(order).toEqual(['done', 'begun'])
      expect(await count(inside.db)).toHaveLength(1)
      const failed = transact(call, async within => {
        afterCommit(within, () => order.push('of what is not kept'))
        throw new Error('no')
      })
      await expect(failed).rejects.toThrow('no')
      expect(order).toEqual(['done', 'begun'])
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
