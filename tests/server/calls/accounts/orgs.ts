import { describe, expect, it } from 'vitest'
import type { ListAnswer, Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../support/api.ts'

const UNITS = '/api-user/sysorg'

export function orgContract(api: () => Api): void {
  const admin = (): Promise<string> => api().token('huainan_admin')
  const save = async (unit: object, user = 'huainan_admin'): ReturnType<Api['ask']> =>
    api().ask('POST', `${UNITS}/saveOrUpdate`, await api().token(user), unit)
  const remove = async (orgId: string): ReturnType<Api['ask']> =>
    api().ask('DELETE', `${UNITS}/delete/${orgId}`, await admin())
  const added = async (unit: object): Promise<string> =>
    String((await save({ orgType: '6', areaCode: '340402', parentId: 'org-340402', ...unit })).body.data)
  const names = async (
    path: string,
    user = 'huainan_admin',
    method: 'GET' | 'POST' = 'GET',
    body?: object,
  ): Promise<unknown[]> =>
    ((await api().ask<Row[]>(method, path, await api().token(user), body)).body.data ?? []).map(row => row['orgName'])

  describe('units', () => {
    it('are added, read, changed and listed within the own area', async () => {
      const orgId = await added({ orgName: '大通第一分局', leader: '某某', sort: 3 })
      const { body } = await api().ask<Row>('GET', `${UNITS}/${orgId}`, await admin())
      expect(body.data).toMatchObject({
        orgName: '大通第一分局',
        parentId: 'org-340402',
        customerId: '87190',
        leader: '某某',
        sort: 3,
      })
      expect((await save({ orgId, orgName: '大通一分局' })).status).toBe(200)
      const list = await api().ask<ListAnswer>('GET', `${UNITS}?orgName=大通一分局`, await admin())
      expect(list.body.data?.list.map(row => row['orgId'])).toEqual([orgId])
      for (const other of ['fj_province', 'huainan_tianjiaan'])
        expect((await api().ask('GET', `${UNITS}/${orgId}`, await api().token(other))).status).toBe(404)
      expect((await save({ orgId, orgName: '别人改的' }, 'fj_province')).status).toBe(404)
      expect(
        (await save({ orgName: '所里加的', orgType: '5', areaCode: '340402100' }, 'huainan_shangyao')).status,
      ).toBe(403)
      expect((await remove(orgId)).status).toBe(200)
      expect((await api().ask('GET', `${UNITS}/${orgId}`, await admin())).status).toBe(404)
    })

    it('stand in a tree: not below themselves, within the area of the unit above, once by name', async () => {
      const upper = await added({ orgName: '上级分局' })
      const lower = await added({ orgName: '下级分局', parentId: upper })
      expect((await save({ orgId: upper, parentId: lower })).body.errors).toEqual({
        parentId: '上级单位不能是本单位或其下级',
      })
      expect((await save({ orgId: upper, parentId: upper })).body.errors).toEqual({
        parentId: '上级单位不能是本单位或其下级',
      })
      expect((await save({ orgId: lower, areaCode: '340403' })).body.errors).toEqual({
        areaCode: '所属地区应在上级单位的地区之内',
      })
      expect(
        (await save({ orgName: '下级分局', orgType: '6', areaCode: '340402', parentId: upper })).body.errors,
      ).toEqual({ orgName: '同一上级下已有单位“下级分局”' })
      expect((await save({ orgId: lower, orgName: '下级分局', leader: '某' })).status).toBe(200)
      expect((await remove(upper)).body.resultMsg).toBe('该单位还有 1 个下级单位，请先调整或删除它们')
      expect([(await remove(lower)).status, (await remove(upper)).status]).toEqual([200, 200])
    })

    it('of two moves at once that would make a circle, one is refused', async () => {
      const [a, b] = [await added({ orgName: '甲分局' }), await added({ orgName: '乙分局' })]
      const both = await Promise.all([save({ orgId: a, parentId: b }), save({ orgId: b, parentId: a })])
      expect(both.map(answer => answer.status).sort()).toEqual([200, 400])
    })

    it('with users are not deleted', async () => {
      expect((await remove('org-340400-药品科')).body.resultMsg).toMatch(
        /^该单位还有 [1-9]\d* 个用户，请先把他们调到其他单位$/,
      )
    })

    it('that the platform adds belong to the customer of the unit above', async () => {
      const { body } = await save(
        { orgName: '平台加的分局', orgType: '6', areaCode: '340402', parentId: 'org-340402' },
        'admin',
      )
      expect(
        (await api().ask<Row>('GET', `${UNITS}/${String(body.data)}`, await admin())).body.data?.['customerId'],
      ).toBe('87190')
    })
  })

  describe('R7.01 looking for units', () => {
    it('finds those below one, and without one the top of what one may read', async () => {
      expect(await names(`${UNITS}/getListByParentOrgId?parentOrgId=org-340400`)).toEqual(
        expect.arrayContaining(['药品科', '大通区市场监管局', '寿县市场监管局']),
      )
      expect(await names(`${UNITS}/getListByParentOrgId`, 'huainan_datong')).toEqual(['大通区市场监管局'])
      expect(await names(`${UNITS}/getListByParentOrgId?parentOrgId=org-350000`)).toEqual([])
    })

    it('finds all of them as a tree from the topmost that one may read, each unit once', async () => {
      interface Node {
        orgId: string
        orgName: string
        parentId: string | null
        children?: Node[]
      }
      const flat = (nodes: Node[]): Node[] => nodes.flatMap(node => [node, ...flat(node.children ?? [])])
      const of = async (user: string): Promise<Node[]> =>
        (await api().ask<Node[]>('GET', `${UNITS}/getTreeData`, await api().token(user))).body.data ?? []
      const [top, ...others] = await of('huainan_admin')
      expect([top?.orgName, others]).toEqual(['淮南市市场监管局', []])
      const all = flat(top ? [top] : [])
      expect(new Set(all.map(({ orgId }) => orgId)).size).toBe(all.length)
      expect(all.every(({ orgId, children = [] }) => children.every(({ parentId }) => parentId === orgId))).toBe(true)
      expect((await of('huainan_datong')).map(({ orgName }) => orgName)).toEqual(['大通区市场监管局'])
    })

    it('finds those that work together with one, in other areas too', async () => {
      expect((await save({ orgId: 'org-340402', coordination: 'org-340403,org-340404' })).status).toBe(200)
      expect((await names(`${UNITS}/getCoordinationByOrgId?orgId=org-340402`, 'huainan_datong')).sort()).toEqual(
        ['田家庵区市场监管局', '谢家集区市场监管局'].sort(),
      )
      expect(await names(`${UNITS}/getCoordinationByOrgId?orgId=org-340403`)).toEqual([])
      const token = await api().token('huainan_datong')
      expect((await api().ask('GET', `${UNITS}/getCoordinationByOrgId?orgId=org-340403`, token)).status).toBe(404)
    })

    it('finds the branches of an area, and the bureaus below it', async () => {
      const id = await added({ orgName: '查得到的分局' })
      expect(await names('/api-im/wal/fjList', 'huainan_admin', 'POST', {})).toEqual(
        expect.arrayContaining(['查得到的分局', '大通区市场监管局']),
      )
      expect(await names('/api-im/wal/fjList', 'huainan_admin', 'POST', {})).not.toContain('淮南市市场监管局')
      const own = await names('/api-im/wal/fjList', 'huainan_datong', 'POST', { areaCode: '340402' })
      expect([own.includes('查得到的分局'), own.includes('大通区市场监管局')]).toEqual([true, false])
      expect(await names('/api-im/wal/fjList', 'huainan_datong', 'POST', { areaCode: '350000' })).toEqual([])
      await remove(id)
    })

    it('finds the one unit a level down that an area is the business of, or none', async () => {
      const ask = async (user: string, areaCode: string): Promise<unknown> =>
        (await api().ask<Row | null>('POST', `${UNITS}/responsible`, await api().token(user), { areaCode })).body
          .data?.['orgName']
      expect(await ask('fj_province', '350102')).toBe('福州市市场监管局')
      expect(await ask('fj_fuzhou', '350102')).toBe('鼓楼区市场监管局')
      expect(await ask('huainan_admin', '340402100')).toBe('大通区市场监管局')
      // nobody below the county, another city, the own area
      expect(await ask('fj_gulou', '350102')).toBeUndefined()
      expect(await ask('huainan_admin', '350102')).toBeUndefined()
      expect(await ask('huainan_admin', '340400')).toBeUndefined()
    })
  })
}
