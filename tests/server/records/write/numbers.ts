import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/server/db/database.ts'
import type { Entity, FieldModel } from '../../../../src/server/db/tables/models.ts'
import { chinaTime } from '../../../../src/server/db/time.ts'
import { runningNumber } from '../../../../src/server/records/write/running-number.ts'
import type { Api } from '../../support/api.ts'

const TABLE = 'number_sample'
const field = (name: string, kind: string): [string, FieldModel] => [name, { name, label: name, kind } as FieldModel]
const ENTITY = {
  name: TABLE,
  byName: new Map([field('no', 'text'), field('areaCode', 'area'), field('kind', 'text')]),
} as unknown as Entity
const YEAR = chinaTime().slice(0, 4)

export function numberContract(api: () => Api): void {
  const within = (work: (tx: Database) => Promise<void>): Promise<void> =>
    api()
      .db.transaction()
      .execute(async tx => {
        await sql`create temporary table ${sql.table(TABLE)} (no text) on commit drop`.execute(tx)
        await work(tx)
      })
  const keep = (tx: Database, ...all: string[]): Promise<unknown> =>
    tx
      .insertInto(TABLE)
      .values(all.map(no => ({ no })))
      .execute()
  const next = (tx: Database, number: string, row = {}): Promise<string> =>
    runningNumber(tx, ENTITY, { name: 'no', number }, row)

  describe('a running number', () => {
    it('goes on from the highest of its beginning and its end, also beyond its digits', () =>
      within(async tx => {
        expect(await next(tx, 'A{000}')).toBe('A001')
        await keep(tx, 'A009', 'A010', 'B500', 'A')
        expect(await next(tx, 'A{000}')).toBe('A011')
        await keep(tx, 'A999', 'A1000')
        expect(await next(tx, 'A{000}')).toBe('A1001')
        await keep(tx, `罚〔${YEAR}〕9号`, `罚〔${YEAR}〕12号`, `罚〔${YEAR}〕90`)
        expect(await next(tx, '罚〔{year}〕{0}号')).toBe(`罚〔${YEAR}〕13号`)
      }))

    it('passes over what somebody has entered by hand, and takes no sign for a placeholder', () =>
      within(async tx => {
        await keep(tx, 'A00x', 'A-12', 'A007补', 'A%9', 'A003')
        expect(await next(tx, 'A{000}')).toBe('A004')
        expect(await next(tx, 'A%{0}')).toBe('A%10')
        expect(await next(tx, 'A_{0}')).toBe('A_1')
      }))

    it('says the six digits of the record’s area, the moment and other fields', () =>
      within(async tx => {
        const row = { areaCode: '340402105', kind: '食' }
        const day = chinaTime().slice(0, 10).replaceAll('-', '')
        expect(await next(tx, '{kind}{areaCode}{date}{00}', row)).toBe(`食340402${day}01`)
        expect(await next(tx, '{month}-{000}', row)).toBe(`${day.slice(0, 6)}-001`)
      }))
  })
}
