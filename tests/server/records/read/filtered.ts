import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { COUNT_CAP } from '../../../../src/server/records/read/plan-list.ts'
import type { Database } from '../../../../src/server/db/database.ts'
import type { Api } from '../../support/api.ts'
import { repeatedOn } from '../../support/both.ts'
import { listOn, withRowsUndone } from './many.ts'

const ROWS = 12_600
const CASES = 60
const WORDS = ['药房', '食品', '海淀', 'ABC', 'abc', '同仁', '的']

/** The same figures whenever the test runs. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor(state / 65536) % sides
  }
}

/**
 * Shops of two cities of a province that nobody else has: some values frequent, some rare, some absent, a few deleted.
 */
async function plant(db: Database): Promise<void> {
  await sql`insert into eshop ("uniqueId", "shopName", "areaCode", "provinceCode", "delFlag", "platformName", "auditStatus", "mainCategory", "isDead", "signsLicenses", "illegalCount", "createTime", "updateTime")
   
    select 'mix-' || lpad(i::text, 6, '0'), (array['同仁药房', '便利食品ABC', '海淀区的店', '药食房品', '食品药房'])[1 + i * 7 % 5] || i, case
    when i % 3 = 0 then '990201' else '990101' end, '99', case when i % 90 = 0 then 1 else 0 end,
      (case when i % 8 = 0 then 2 else 1 end)::text, case when i % 11 = 0 then null when i % 13 = 0 then '1'
    else (i % 7 % 3 * 2 % 5)::text
    end, (1 + i % 8)::text, (i % 40 = 0)::int, (i % 60 > 0)::int, i % 6, timestamp '2025-01-01' + i % 97 * interval '1 day', timestamp '2025-06-01' + i / 3 * interval '1 minute'
    from generate_series(1, ${sql.lit(ROWS)}) as i`.execute(db)
  await sql`analyze eshop`.execute(db)
}

interface Drawn {
  own: string
  args: Record<string, unknown>
  naive: string
  order: string
}

/**
 * A list that staff might ask for, and beside it the plainest query that says the same; what is dead is listed where it
 * is asked for.
 */
function draw(roll: (sides: number) => number, broad: boolean): Drawn {
  const own = broad ? '99' : ['99', '9901', '990201'][roll(3)]!
  const args: Record<string, unknown> = {}
  const naive = [`left("areaCode", ${own.length}) = '${own}'`, '"delFlag" = 0']
  const add = (often: number, key: string, value: unknown, condition: string): void => {
    if (broad ? often > 1 : roll(often) > 0) return
    args[key] = value
    naive.push(condition)
  }
  const word = WORDS[roll(WORDS.length)]!
  add(3, 'shopName', word, `strpos(lower("shopName"), lower('${word}')) > 0`)
  const [one, two] = [1 + roll(2), 1 + roll(8)]
  add(3, 'platformName', String(one), `"platformName" = '${one}'`)
  add(3, 'auditStatus', '0,2', `("auditStatus" = '0' or "auditStatus" = '2')`)
  add(4, 'mainCategory', `${two},9`, `("mainCategory" = '${two}' or "mainCategory" = '9')`)
  add(4, 'isDead', '1', '"isDead" = 1')
  if (!args['isDead'])
    naive.push('"isDead" <> 1', ...(args['auditStatus'] ? [] : [`coalesce("auditStatus", '') <> '1'`]))
  add(broad ? 1 : 4, 'signsLicenses', '1', '"signsLicenses" = 1')
  add(4, 'createTimeStart', '2025-02-01', `"createTime" >= '2025-02-01'`)
  const order = ['"updateTime" desc', '"illegalCount" desc', '"createTime" asc', '"shopName" asc'][roll(4)]!
  args['orderBy'] = order.replaceAll('"', '')
  if (roll(4) === 0) args['pageNo'] = 2 + roll(30)
  return { own, args, naive: naive.join(' and '), order }
}

/** Lists are put together of indexes in several ways: whichever it is, they say what the rows say. */
export function filteredContract(api: () => Api): void {
  describe('a list with filters', () => {
    it('shows the rows, the order and the count that reading all rows gives, whatever is combined', async () => {
      await withRowsUndone(api(), async db => {
        await plant(db)
        const roll = dice(7)
        let beyond = 0
        const cases = repeatedOn(api(), CASES)
        for (let i = 0; i < cases; i++) {
          const { own, args, naive, order } = draw(roll, i % 6 === 0)
          const answer = await listOn(api(), db, args, own)
          const { rows } = await sql<{
            uniqueId: string
          }>`select "uniqueId" from eshop where ${sql.raw(naive)} order by ${sql.raw(order)}, "uniqueId"`.execute(db)
          const what = JSON.stringify({ own, ...args })
          const from = (Number(args['pageNo'] ?? 1) - 1) * 20
          expect(
            answer.list.map(row => row['uniqueId']),
            what,
          ).toEqual(rows.slice(from, from + 20).map(row => row.uniqueId))
          expect(answer.totalRecord, what).toBe(Math.min(rows.length, COUNT_CAP))
          expect(answer.capped ?? false, what).toBe(rows.length > COUNT_CAP)
          if (rows.length > COUNT_CAP && Object.keys(args).length > 1) beyond++
        }
        expect(beyond).toBeGreaterThan(cases / 20)
      })
    })

    it.each([
      ['eshop', '/api-im/eshop/eshopList', ['area', 'ref', 'dict']],
      ['illegalItem', '/api-im/wjIllegalItem/list', ['dicts']],
    ])('of %s takes a pasted column of codes, and finds by it what a few of them find', async (entity, path, kinds) => {
      const token = await api().token('huainan_admin')
      // the demonstration chooses several of nothing
      const [row] = await api()
        .db.updateTable('illegalItem')
        .set({ objectKinds: '1,2' })
        .where('illegalId', '=', sql<string>`(select min("illegalId") from "illegalItem" where "delFlag" = 0)`)
        .returning('illegalId')
        .execute()
      const count = async (args: object): Promise<number> => (await api().list(path, token, args)).totalRecord
      const all = await api().list(path, token, { pageRowNo: 1000 })
      const valuesOf = (name: string): string[] =>
        [...new Set(all.list.flatMap(row => String(row[name] ?? '').split(',')).filter(Boolean))].slice(0, 3)
      const unknown = Array.from({ length: 2000 }, (_, i) => String(990_000 + i).padEnd(i % 2 === 0 ? 6 : 9, '0'))
      const fields = (api().services.entities().get(entity)?.fields ?? []).map(({ name, kind, multiple }) => ({
        name,
        kind: `${kind}${multiple ? 's' : ''}`,
      }))
      for (const kind of kinds) {
        const name = fields.find(one => one.kind === kind && valuesOf(one.name).length > 0)?.name ?? kind
        const few = valuesOf(name)
        const found = await count({ [name]: few })
        expect(found, name).toBeGreaterThan(0)
        expect(
          [
            await count({ [name]: [...unknown, ...few] }),
            await count({ [name]: unknown }),
            await count({ [name]: ['', ...few, ' '] }),
          ],
          name,
        ).toEqual([found, 0, found])
        for (const nothing of [',', [''], ' ']) expect(await count({ [name]: nothing }), name).toBe(all.totalRecord)
      }
      await api()
        .db.updateTable('illegalItem')
        .set({ objectKinds: null })
        .where('illegalId', '=', String(row?.['illegalId']))
        .execute()
    })
  })
}
