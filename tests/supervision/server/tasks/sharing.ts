import { describe, expect, it } from 'vitest'
import type { ChoiceAnswer, Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../../server/support/api.ts'

const [CITY, COUNTY, ABROAD] = ['fj_fuzhou', 'fj_gulou', 'huainan_datong']
const SHOPS = '/api-im/eshop/eshopList'
const LIBRARIES = '/api-im/subLibrary/list'
const MEMBERS = '/api-im/subLibrary/members'

/** Labels and libraries say themselves who sees them: 1 the maker, 2 the unit, 3 the area and those below, 4 all. */
export function sharingContract(api: () => Api): void {
  const ask = async <T = string>(user: string, path: string, body: object) =>
    api().ask<T>('POST', path, await api().token(user), body)
  const list = async (user: string, path: string, args: object): Promise<Row[]> =>
    (await api().list(path, await api().token(user), args)).list
  const made = async (path: string, record: object): Promise<string> => {
    const { body } = await ask(CITY, path, record)
    expect(body.resultMsg).toBe('操作成功')
    return String(body.data)
  }
  /** One whose subject is a business. */
  const shopOf = async (user: string): Promise<Row> =>
    (await list(user, SHOPS, { subjectType: '1', pageRowNo: 50 })).find(row => row['uscc_dim']) ?? {}

  describe('a label that is not shared', () => {
    const label = async (labelName: string, scope: string): Promise<string> =>
      made('/api/wjLabelManage/save', { labelName, labelKind: '6', scope })

    it('has no name for whoever does not see it: in lists, in the record, in what was given, in figures', async () => {
      const [own, shared] = [await label('只给自己', '1'), await label('给下级', '3')]
      const { uniqueId, uscc_dim: record } = await shopOf(COUNTY)
      const given = await ask(CITY, '/api/eshop/label', { uniqueId, labelIds: `${own},${shared}` })
      expect(given.body.resultMsg).toBe('操作成功')
      const seen = async (user: string) => {
        const [listed] = await list(user, SHOPS, { uniqueId })
        const { data } = (await ask<Row>(user, '/api/eshop/queryOne', { uniqueId })).body
        return [listed, data].map(row => String(row?.['labelNames']).split(','))
      }
      for (const names of await seen(CITY)) expect(names).toEqual(expect.arrayContaining(['只给自己', '给下级']))
      for (const names of await seen(COUNTY)) {
        expect(names).toContain('给下级')
        expect(names).not.toContain('只给自己')
      }
      const relations = async (user: string): Promise<unknown[]> =>
        (await list(user, '/api-im/wjLabelRelation/list', { objectId: uniqueId })).map(row => row['labelId'])
      expect(await relations(CITY)).toEqual(expect.arrayContaining([own, shared]))
      expect(await relations(COUNTY)).not.toContain(own)
      const figures = async (user: string): Promise<string> => {
        const page = { page: 'generateReports/subjectReport', record, period: '2020-01-01..2030-12-31' }
        return JSON.stringify((await ask<object>(user, '/api-console/figures', page)).body.data)
      }
      for (const name of ['只给自己', '给下级']) expect(await figures(CITY)).toContain(name)
      expect(await figures(COUNTY)).toContain('给下级')
      expect(await figures(COUNTY)).not.toContain('只给自己')
      expect(await figures(COUNTY)).not.toContain(own)
    })

    it('is found by nobody else, by its name or among other names', async () => {
      await label('无人可查', '1')
      const { uniqueId } = await shopOf(COUNTY)
      const [row] = await list(CITY, '/api/wjLabelManage/list', { labelName: '无人可查' })
      await ask(CITY, '/api/eshop/label', { uniqueId, labelIds: row?.['id'] })
      const found = async (user: string, labelNames: unknown): Promise<number> =>
        (await list(user, SHOPS, { labelNames, uniqueId })).length
      expect([await found(CITY, '无人可查'), await found(COUNTY, '无人可查')]).toEqual([1, 0])
      expect(await found(COUNTY, ['无人可查', '没有这个'])).toBe(0)
      expect([await found(CITY, ['$not', '无人可查']), await found(COUNTY, ['$not', '无人可查'])]).toEqual([0, 1])
    })
  })

  describe('a library', () => {
    const library = (shareScope: string): Promise<string> =>
      made('/api-im/subLibrary/save', { name: `共享${shareScope}`, kind: '1', areaCode: '350100', shareScope })

    it('is seen with its members as far as it is shared, and changed by no unit below', async () => {
      const { uniqueId } = await shopOf(COUNTY)
      const all = ['1', '2', '3', '4']
      const keys = new Map<string, string>()
      for (const scope of all) {
        const subLibraryId = await library(scope)
        keys.set(subLibraryId, scope)
        const { body } = await ask(CITY, '/api/eshop/shelve', { uniqueId, subLibraryId })
        expect(body.resultMsg).toBe('操作成功')
      }
      const seen = async (user: string, path: string, args: object = {}): Promise<unknown[]> =>
        (await list(user, path, { ...args, pageRowNo: 100 }))
          .flatMap(row => keys.get(String(row['subLibraryId'])) ?? [])
          .sort()
      const chosen = async (user: string): Promise<unknown[]> =>
        ((await ask<ChoiceAnswer>(user, '/api-console/choices', { ref: 'subLibrary' })).body.data?.list ?? [])
          .flatMap(({ key }) => keys.get(key) ?? [])
          .sort()
      expect([await seen(CITY, LIBRARIES), await seen(CITY, MEMBERS, { uniqueId })]).toEqual([all, all])
      expect([await seen(COUNTY, LIBRARIES), await seen(COUNTY, MEMBERS, { uniqueId })]).toEqual([
        ['3', '4'],
        ['3', '4'],
      ])
      expect(await chosen(COUNTY)).toEqual(['3', '4'])
      expect(await seen(ABROAD, LIBRARIES)).toEqual([])
      for (const [subLibraryId, scope] of keys) {
        const isShared = scope > '2'
        expect((await ask(COUNTY, '/api-im/subLibrary/queryOne', { subLibraryId })).status).toBe(isShared ? 200 : 404)
        const changed = await ask(COUNTY, '/api-im/subLibrary/save', { subLibraryId, name: '改名' })
        expect(changed.status).toBe(isShared ? 403 : 404)
        expect((await ask(COUNTY, '/api/eshop/shelve', { uniqueId, subLibraryId })).status).toBe(isShared ? 400 : 404)
      }
      for (const subLibraryId of keys.keys())
        await ask(CITY, '/api-im/subLibrary/delete', { subLibraryId, del_content: '试过了' })
    })

    it('says with whom it is shared', async () => {
      const { status, body } = await ask(CITY, '/api-im/subLibrary/save', {
        name: '不说',
        kind: '1',
        areaCode: '350100',
        shareScope: '',
      })
      expect([status, body.resultMsg]).toEqual([400, expect.stringContaining('共享范围')])
    })
  })
}
