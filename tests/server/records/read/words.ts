import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { EMPTY, exactly, noneOfThese, NOT, oneOfThese, ONLY } from '../../../../src/core/contract/filter-words.ts'
import type { ListAnswer } from '../../../../src/core/contract/api.ts'
import { COUNT_CAP } from '../../../../src/server/records/read/plan-list.ts'
import type { Database } from '../../../../src/server/db/database.ts'
import type { Api } from '../../support/api.ts'
import { listOn, withRowsUndone } from './many.ts'

const CASES = 900
const MANY = COUNT_CAP + 600
const LIST = '/api/wjCase/list'

/** Cases of a city, its counties and their towns, in which each field is null, empty or one of a few values. */
async function plantCases(db: Database, rows: number): Promise<void> {
  await sql`insert into "case" (id, "caseNo", "caseName", "areaCode", "provinceCode", "delFlag", "partyType",
      "illegalCategory", "punishKinds", "partyAddress", fine, "leadOfficer", party)
    select 'word-' || lpad(i::text, 6, '0'), 'W' || i, '案件' || i,
      (array['990100', '990102', '990102003', '990103', '990200', '990202'])[1 + i * 7 % 6], '99', (i % 50 = 0)::int,
      (array['1', '2', '', null])[1 + i * 3 % 4], (array['01', '02', '03', null, ''])[1 + i * 11 % 5],
      (array['1', '1,2', '2,3', '3', '', null])[1 + i * 5 % 6],
      (array['甲路1号', '甲路1号,乙室', '', null, '$其他'])[1 + i % 5],
      case when i % 9 = 0 then null else i % 4 * 0.5 end,
      (array['u1', 'u2', '', null])[1 + i % 4], '赵虚构' || i % 7
    from generate_series(1, ${sql.lit(rows)}) as i`.execute(db)
}

/** Answers the total of a list of cases. */
type Count = (args: Record<string, unknown>) => Promise<number>
const counterOn =
  (api: Api, db: Database, own?: string): Count =>
  async args =>
    (await listOn(api, db, { ...args, pageRowNo: 1 }, own, 'case.list')).totalRecord

const sumOf = async (count: Count, field: string, values: unknown[]): Promise<number> => {
  let sum = 0
  for (const value of values) sum += await count({ [field]: value })
  return sum
}

/** What leads from a number to its rows: groups share no row and lose none. */
export function wordsContract(api: () => Api): void {
  describe('the words of a filter', () => {
    it.each([
      ['a choice', 'illegalCategory', ['01', '02', '03']],
      ['a reference', 'leadOfficer', ['u1', 'u2']],
      ['a text as a whole', 'partyAddress', ['甲路1号', '甲路1号,乙室', '$其他']],
      ['another choice, of which not all values are named', 'partyType', ['1']],
    ])('part all rows by %s: each value, those without one, and the rest', async (_what, field, values) => {
      await withRowsUndone(api(), async db => {
        await plantCases(db, CASES)
        for (const own of ['99', '9901', '990102']) {
          const count = counterOn(api(), db, own)
          const all = await count({})
          const groups = values.map(value => oneOfThese(value))
          const empty = await count({ [field]: EMPTY })
          expect(empty).toBeGreaterThan(0)
          expect(await count({ [field]: oneOfThese('') })).toBe(empty)
          expect(
            (await sumOf(count, field, groups)) + empty + (await count({ [field]: noneOfThese('', ...values) })),
          ).toBe(all)
          // without those of the first group, whatever else there is: the rows without a value too
          const [first = ''] = values
          expect((await count({ [field]: oneOfThese(first) })) + (await count({ [field]: noneOfThese(first) }))).toBe(
            all,
          )
          expect(await count({ [field]: oneOfThese(first, '') })).toBe(empty + (await count({ [field]: [first] })))
          expect(await count({ [field]: [NOT, EMPTY] })).toBe(all - empty)
        }
      })
    })

    it('part rows by an area: its own, those of each area below, and the rest', async () => {
      await withRowsUndone(api(), async db => {
        await plantCases(db, CASES)
        const count = counterOn(api(), db)
        const [all, city] = [await count({}), await count({ areaCode: '990100' })]
        const own = await count({ areaCode: exactly('990100') })
        expect(own).toBeGreaterThan(0)
        expect(own + (await sumOf(count, 'areaCode', ['990102', '990103']))).toBe(city)
        expect(city + (await count({ areaCode: [NOT, '990100'] }))).toBe(all)
        // what `top` leaves of a city: neither a county that is named nor the city itself
        expect(await count({ areaCode: ['990100', NOT, '990102', ONLY, '990100'] })).toBe(
          await count({ areaCode: '990103' }),
        )
        expect(await count({ areaCode: exactly('990102') })).toBeLessThan(await count({ areaCode: '990102' }))
        expect(await counterOn(api(), db, '990102')({ areaCode: exactly('990100') })).toBe(0)
      })
    })

    it('of a field with several values leave out whoever holds one of them', async () => {
      await withRowsUndone(api(), async db => {
        await plantCases(db, CASES)
        const count = counterOn(api(), db)
        const all = await count({})
        for (const kinds of [['1'], ['2', '3'], ['1', '2', '3']])
          expect(
            (await count({ punishKinds: oneOfThese(...kinds) }))
              + (await count({ punishKinds: noneOfThese(...kinds) })),
          ).toBe(all)
        expect(await count({ punishKinds: noneOfThese('1', '2', '3') })).toBe(await count({ punishKinds: EMPTY }))
        // comma-joined, as an address carries it
        expect(await count({ punishKinds: `${NOT},2,${EMPTY}` })).toBe(
          await count({ punishKinds: noneOfThese('2', '') }),
        )
      })
    })

    it('say of numbers and days whether there is one; bands that end below share no row and lose none', async () => {
      await withRowsUndone(api(), async db => {
        await sql`insert into eshop ("uniqueId", "shopName", "areaCode", "provinceCode", "delFlag", "isDead", score,
            "openTime")
          select 'band-' || i, '店', '990101', '99', 0, 0,
            (array[null, 0, 1.999, 2, 2.9995, 3, 3.0000, 4.995, 5])[i], case when i > 4 then date '2025-01-31' + i end
          from generate_series(1, 9) as i`.execute(db)
        const count = async (args: object): Promise<number> =>
          (await listOn(api(), db, { ...args, pageRowNo: 1 })).totalRecord
        const bands = [
          { scoreBelow: 2 },
          { scoreStart: 2, scoreBelow: '3' },
          { scoreStart: 3, scoreBelow: 5 },
          { scoreStart: 5 },
          { score: EMPTY },
        ]
        expect(await Promise.all(bands.map(count))).toEqual([2, 2, 3, 1, 1])
        expect(await count({ score: [NOT, EMPTY] })).toBe(8)
        expect(await count({ openTime: EMPTY })).toBe(4)
        expect(
          await Promise.all([{ openTimeBelow: '2025-02-08' }, { openTimeStart: '2025-02-08' }].map(count)),
        ).toEqual([3, 2])
        expect(await count({ lastUpdateBelow: '2025-02-08' })).toBe(0)
      })
    })

    it('R8.03 are refused where they say nothing, and tell of what a mask hides only whether it is there', async () => {
      const token = await api().token('huainan_shouxian')
      const said = async (args: object): Promise<string> => {
        const { status, body } = await api().ask('POST', LIST, token, args)
        return `${status} ${body.resultMsg ?? ''}`
      }
      const refused: [object, string][] = [
        [{ partyType: '$emtpy' }, '400 参数 partyType：没有筛选用词 $emtpy'],
        [{ partyType: [ONLY, '1'] }, '400 参数 partyType：不能用 $only 筛选'],
        [{ partyType: NOT }, '400 参数 partyType：$not 后面要有值'],
        [{ areaCode: [ONLY] }, '400 参数 areaCode：$only 后面要有值'],
        [{ fine: [NOT, '1'] }, '400 参数 fine：不能用 $not 筛选'],
        [{ files: EMPTY }, '400 未知的筛选条件：files'],
        [{ party: [NOT, '赵虚构'] }, '400 参数 party：当事人已脱敏，只能按是否有内容筛选'],
        [{ party: ['赵虚构', EMPTY] }, '400 参数 party：当事人已脱敏，只能按是否有内容筛选'],
        [{ fineBelow: 'x' }, '400 参数 fineBelow：罚款格式不正确'],
        [{ exactTotal: 'all' }, '400 参数 exactTotal 应为 0 或 1'],
      ]
      for (const [args, message] of refused) expect(await said(args)).toBe(message)
      for (const args of [{ party: EMPTY }, { party: [NOT, EMPTY] }, { exactTotal: 1 }, { exactTotal: '0' }])
        expect((await said(args)).slice(0, 3)).toBe('200')
      expect((await api().list(LIST, await api().token('huainan_admin'), { party: [NOT, '没有'] })).totalRecord).toBe(
        (await api().list(LIST, await api().token('huainan_admin'))).totalRecord,
      )
    })

    it(`do not stop at ${COUNT_CAP} where the total is asked for exactly; sums neither`, async () => {
      await withRowsUndone(api(), async db => {
        await plantCases(db, MANY)
        const ask = (args: object): Promise<ListAnswer> => listOn(api(), db, args as never, '99', 'case.list')
        const { rows } = await sql<{ n: number; fine: string }>`select count(*) as n, sum(fine) as fine from "case"
          where "delFlag" = 0 and left("areaCode", 2) = '99'`.execute(db)
        const all = Number(rows[0]?.n)
        expect(all).toBeGreaterThan(COUNT_CAP)
        expect(await ask({})).toMatchObject({ totalRecord: COUNT_CAP, capped: true })
        const exact = await ask({ exactTotal: 1, pageNo: 2 })
        expect([exact.totalRecord, exact.capped, exact.totals?.['fine']]).toEqual([
          all,
          undefined,
          Number(rows[0]?.fine),
        ])
        expect(exact.list.map(row => row['id'])).toEqual((await ask({ pageNo: 2 })).list.map(row => row['id']))
        // a list without sums counts beside its rows
        await sql`insert into eshop ("uniqueId", "shopName", "areaCode", "provinceCode", "delFlag", "isDead")
          select 'many-' || i, '店', '990101', '99', 0, 0 from generate_series(1, ${sql.lit(MANY)}) as i`.execute(db)
        for (const args of [{}, { shopName: '店' }])
          expect([
            (await listOn(api(), db, args)).totalRecord,
            (await listOn(api(), db, { ...args, exactTotal: '1' })).totalRecord,
          ]).toEqual([COUNT_CAP, MANY])
      })
    })
  })
}
