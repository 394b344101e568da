import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { gathered, Torn, write, type WriteMany } from '../../../src/server/db/gathering.ts'
import type { Api } from '../support/api.ts'

export function gatheringContract(api: () => Api): void {
  const clients = async (): Promise<string[]> => {
    const { rows } = await sql<{ client: string }>`select client from sys_throttle where client like 'gather-%'
      order by client`.execute(api().services.db)
    return rows.map(({ client }) => client)
  }
  /** How many at a time. */
  const sent: number[] = []
  const enter: WriteMany<string> = async (tx, all) => {
    sent.push(all.length)
    const rows = all.map(client => ({ client: `gather-${client}`, tries: 1, since: 0 }))
    await tx.insertInto('sys_throttle').values(rows).execute()
  }

  describe('a gathering', () => {
    it('writes together what nobody asks about in between, and all of it before anything is asked', async () => {
      sent.length = 0
      const seen = await gathered(api().services.db, async db => {
        await write(db, enter, 'a')
        await db.transaction().execute(tx => write(tx, enter, 'b'))
        const { rows } = await sql<{ n: number }>`select count(*) as n from sys_throttle
          where client like 'gather-%'`.execute(db)
        await write(db, enter, 'c')
        return Number(rows[0]?.n)
      })
      expect(seen).toBe(2)
      expect(sent).toEqual([2, 1])
      expect(await clients()).toEqual(['gather-a', 'gather-b', 'gather-c'])
      await write(api().services.db, enter, 'd')
      expect(await clients()).toHaveLength(4)
      await api().services.db.deleteFrom('sys_throttle').where('client', 'like', 'gather-%').execute()
    })

    it('keeps nothing where a part of it that has written cannot be taken back alone', async () => {
      const failing = (tx: Parameters<typeof write>[0]): Promise<never> =>
        write(tx, enter, 'b').then(() => {
          throw new Error('refused')
        })
      const work = gathered(api().services.db, async db => {
        await write(db, enter, 'a')
        await db
          .transaction()
          .execute(failing)
          .catch(() => undefined)
      })
      await expect(work).rejects.toThrow(Torn)
      const wrong = gathered(api().services.db, async db => {
        await write(db, enter, 'a')
        await sql`select 1 from no_such_table`.execute(db).catch(() => undefined)
      })
      await expect(wrong).rejects.toThrow()
      expect(await clients()).toEqual([])
    })

    it('goes on where a part is refused before it has written anything', async () => {
      await gathered(api().services.db, async db => {
        await write(db, enter, 'a')
        const refused = db.transaction().execute(async tx => {
          await sql`select 1`.execute(tx)
          throw new Error('refused')
        })
        await expect(refused).rejects.toThrow('refused')
      })
      expect(await clients()).toEqual(['gather-a'])
      await api().services.db.deleteFrom('sys_throttle').where('client', 'like', 'gather-%').execute()
    })
  })
}
