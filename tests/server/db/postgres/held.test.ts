import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databaseOn } from '../../../../src/server/db/database.ts'
import { LIMITS } from '../../../../src/server/db/limits.ts'
import { Held } from '../../../../src/server/db/postgres/held.ts'
import type { ConnectionState } from '../../../../src/server/db/postgres/look.ts'
import { openPostgres } from '../../../../src/server/db/postgres/pool.ts'
import { noPostgres, startPostgres } from '../../support/postgres.ts'

const asked = (
  label: string,
  text: string,
  takesTime = false,
): { client: { label: string }; text: string; since: number; takesTime: boolean } => ({
  client: { label },
  text,
  since: Number(label),
  takesTime,
})
const seen = (...waiting: [label: string, ...tables: string[]][]): Map<string, ConnectionState> =>
  new Map(waiting.map(([label, ...tables]) => [label, { pid: 1, isAtWork: true, isWaiting: true, tables }]))

describe('a table that somebody holds', () => {
  it('has two who wait for it; those who came later make room, work of the server itself never', () => {
    const held = new Held(5, 0)
    const all = [
      asked('4', 'select 1 from "shop"'),
      asked('1', 'alter table "shop" add a int', true),
      asked('2', 'select 1 from "shop"'),
      asked('3', 'insert into shop values (1)'),
    ]
    expect(
      held.tooMany(all, seen(['1', 'shop'], ['2', 'shop'], ['3', 'shop'], ['4', 'shop'])).map(one => one.client.label),
    ).toEqual(['4'])
    const refused = (text: string): boolean => {
      try {
        held.admit(text, all.slice(1))
        return false
      } catch (error) {
        expect(error).toMatchObject({ code: '55P03' })
        return true
      }
    }
    expect(
      ['select a from "shop"', 'select a from x join shop on true', 'update "shop" set a = 1', 'delete from shop'].map(
        refused,
      ),
    ).toEqual([true, true, true, true])
    expect(
      [
        'select "shop" from "user"',
        'select 1 from shops',
        'select 1 from "my_shop"',
        'insert into x values (1) on conflict do update set shop = 1',
      ].map(refused),
    ).toEqual([false, false, false, false])
    expect(held.isEmpty()).toBe(false)
    expect(held.tooMany(all, new Map())).toEqual([])
    expect(held.isEmpty()).toBe(true)
    expect(refused('select a from "shop"')).toBe(false)
  })

  it('is not the only thing to wait for: locks of all kinds leave half of the places to others', () => {
    const all = Array.from({ length: 8 }, (_, i) => asked(String(i), 'select pg_advisory_xact_lock(1)'))
    const held = new Held(5, 1000)
    const madeRoom = (at: number, waiting = all): string[] =>
      held
        .tooMany(waiting, seen(...waiting.map(one => [one.client.label] as [string])), at)
        .map(one => one.client.label)
    expect([madeRoom(0), madeRoom(999)]).toEqual([[], []])
    expect(madeRoom(1000)).toEqual(['5', '6', '7'])
    // the first has got its lock: they come in turn, and each waits for a while of its own
    expect([madeRoom(1100, all.slice(1)), madeRoom(2099, all.slice(1))]).toEqual([[], []])
    expect(madeRoom(2100, all.slice(1))).toEqual(['6', '7'])
    expect([madeRoom(2200, []), madeRoom(2300, all.slice(2))]).toEqual([[], []])
  })
})

describe.skipIf(noPostgres !== undefined)('a lock that is handed on', () => {
  it('is waited for by all who want it, however many and however long the row of them is', async () => {
    const postgres = await startPostgres()
    const db = databaseOn(await openPostgres(postgres.url, { ...LIMITS, lock: 120_000, connect: 120_000 }))
    try {
      await sql`create table one as select 0 as n`.execute(db)
      // together they wait for longer than it takes to ask what they wait for
      const change = (): Promise<unknown> =>
        db.transaction().execute(async tx => {
          await sql`update one set n = n + 1`.execute(tx)
          await sql`select pg_sleep(0.8)`.execute(tx)
        })
      await Promise.all(Array.from({ length: 10 }, change))
      expect((await sql`select n from one`.execute(db)).rows).toEqual([{ n: 10 }])
    } finally {
      await db.destroy()
      await postgres.stop()
    }
  })
})
