import { describe, expect, it } from 'vitest'
import { NOT } from '../../../../src/core/contract/filter-words.ts'
import type { Api } from '../../support/api.ts'

interface Found {
  entity: string
  title: string
  note?: string
  url: string
}

export function findingContract(api: () => Api): void {
  const find = async (user: string, text: string): Promise<Found[]> => {
    const { status, body } = await api().ask<Found[]>('POST', '/api-console/find', await api().token(user), { text })
    expect([status, body.resultMsg]).toEqual([200, expect.anything()])
    return body.data ?? []
  }
  const shop = async () =>
    api().first('/api-im/eshop/eshopList', await api().token('huainan_datong'), { areaCode: '340402' })

  describe('the palette finds records', () => {
    it('by name, number and code, each with the page that shows it', async () => {
      const row = await shop()
      const [name, code] = [String(row['shopName']), String(row['uscc_dim'])]
      for (const text of [name, name.slice(1, -1)]) {
        const found = (await find('huainan_datong', text)).find(one => one.entity === 'eshop' && one.title === name)
        expect(found?.url, text).toBe(`/dataCenter/shopDetails?uniqueId=${String(row['uniqueId'])}`)
      }
      expect((await find('huainan_datong', code)).some(({ note }) => note === code)).toBe(true)
      expect(await find('huainan_datong', '店')).toEqual([])
    })

    it('with no key of another record beside a name, unless it was looked for', async () => {
      const hit = await api()
        .db.selectFrom('directionalHit')
        .selectAll()
        .where('areaCode', 'like', '3501%')
        .executeTakeFirst()
      const [name, key] = [String(hit?.['objectName']), String(hit?.['objectId'])]
      const hits = async (text: string) =>
        (await find('fj_fuzhou', text)).filter(one => one.entity === 'directionalHit' && one.title === name)
      expect((await hits(name)).length).toBeGreaterThan(0)
      expect((await hits(name)).filter(({ note }) => note === key)).toEqual([])
      expect((await hits(key)).map(({ note }) => note)).toContain(key)
    })

    it('within the area, and of pages that one may open only', async () => {
      const name = String((await shop())['shopName'])
      expect((await find('huainan_datong', name)).length).toBeGreaterThan(0)
      for (const stranger of ['fj_gulou', 'huainan_fengtai'])
        expect(
          (await find(stranger, name)).filter(({ title }) => title === name),
          stranger,
        ).toEqual([])
      const people = async (user: string) => (await find(user, '演示')).filter(({ entity }) => entity === 'message')
      expect(await people('huainan_datong')).toEqual([])
    })
  })

  describe('what a list does not have of many values', () => {
    const missing = async (body: object, user = 'huainan_datong') => {
      const token = await api().token(user)
      return api().ask<string[]>('POST', '/api-console/missing', token, { call: 'eshop.list', ...body })
    }

    it('is told in the order in which they were pasted, however a code was written', async () => {
      const code = String((await shop())['uscc_dim'])
      const values = ['91340400MA00000X1X', `${code.slice(0, 8)} ${code.slice(8).toLowerCase()}`, '91340400MA00000X2Y']
      const { body } = await missing({ field: 'uscc_dim', args: { uscc_dim: values } })
      expect(body.data).toEqual([values[0], values[2]])
    })

    it('reads no more than these values, whatever words stand among them', async () => {
      const args = { uscc_dim: [NOT, '91340400MA00000X1X'] }
      const { status, body } = await missing({ field: 'uscc_dim', args })
      expect([status, body.data]).toEqual([200, args.uscc_dim])
    })

    it('of records of others, too', async () => {
      const token = await api().token('fj_gulou')
      const other = await api().first('/api-im/eshop/eshopList', token, {})
      const code = String(other['uscc_dim'])
      expect((await missing({ field: 'uscc_dim', args: { uscc_dim: [code, 'x'] } })).body.data).toEqual([code, 'x'])
    })

    it('is asked of a list that one may call, by several values of a text', async () => {
      const asked = [
        { field: 'uscc_dim', args: { uscc_dim: 'one' } },
        { field: 'uscc_dim', args: {} },
        { field: 'areaCode', args: { areaCode: ['340402'] } },
        { field: 'nothing', args: { nothing: ['a'] } },
      ]
      const statuses = await Promise.all(asked.map(async body => (await missing(body)).status))
      expect(statuses).toEqual([400, 400, 400, 400])
      // a town manages nobody
      const people = { call: 'user.list', field: 'username', args: { username: ['a', 'b'] } }
      expect((await missing(people, 'fj_gudong')).status).toBe(403)
    })
  })
}
