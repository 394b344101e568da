import { describe, expect, it } from 'vitest'
import { Held } from '../../../../src/server/db/postgres/held.ts'
import type { Seen } from '../../../../src/server/db/postgres/look.ts'

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
const seen = (...waiting: [label: string, ...tables: string[]][]): Map<string, Seen> =>
  new Map(waiting.map(([label, ...tables]) => [label, { pid: 1, isAtWork: true, isWaiting: true, tables }]))

describe('a table that somebody holds', () => {
  it('has two who wait for it; those who came later make room, work of the server itself never', () => {
    const held = new Held(5)
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
    expect(
      new Held(5).tooMany(all, seen(...all.map(one => [one.client.label] as [string]))).map(one => one.client.label),
    ).toEqual(['5', '6', '7'])
  })
})
