import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../../server/support/api.ts'

const CITY = 'fj_fuzhou'
const PROVINCE = 'fj_province'

export function suggestionContract(api: () => Api): void {
  const ask = async (method: 'GET' | 'POST', path: string, body: object, user = CITY) =>
    api().ask<string>(method, path, await api().token(user), body)
  const suggest = async (labelName: string): Promise<string> =>
    (await ask('POST', '/api/tagSuggestion/save', { labelName, labelKind: '2', reason: '需要单独管理' })).body.data
    ?? ''
  const act = (id: string, action: string, more: object = {}, user = CITY) =>
    ask('POST', '/api/tagSuggestion/act', { id, action, ...more }, user)
  const found = async (id: string, user = CITY): Promise<Row | undefined> =>
    (await api().list('/api/tagSuggestion/list', await api().token(user), { id })).list[0]
  const label = async (labelName: string): Promise<Row | undefined> =>
    (await api().list('/api/wjLabelManage/list', await api().token(CITY), { labelName })).list[0]

  describe('a suggested label', () => {
    it('R6.01 is submitted by its city and becomes a label when the province adopts it', async () => {
      const id = await suggest('样例建议')
      expect(await found(id)).toMatchObject({ state: '0', suggestUser: `user-${CITY}`, areaCode: '350100' })
      expect((await act(id, 'adopt', { scope: '4' }, PROVINCE)).status).toBe(409)
      expect((await act(id, 'submit')).status).toBe(200)
      const own = await act(id, 'adopt', { labelName: '样例建议', labelKind: '2', scope: '4' })
      expect([own.status, await label('样例建议')]).toEqual([403, undefined])
      expect((await ask('POST', '/api/tagSuggestion/save', { id, reason: '改了' })).status).toBe(409)
      const adopted = await act(id, 'adopt', { labelName: '样例建议', labelKind: '2', scope: '4' }, PROVINCE)
      expect(adopted.body).toMatchObject({ resultCode: '0' })
      const row = await found(id)
      expect(row).toMatchObject({ state: '2', replyBy: `user-${PROVINCE}`, adoptedAsName: '样例建议' })
      expect(await label('样例建议')).toMatchObject({ id: row?.['adoptedAs'], enabled: 1, useCount: 0, labelKind: '2' })
    })

    it('is refused with a word, not adopted under a name that is taken, and withdrawn by who suggested it', async () => {
      const [taken, refused, back] = [await suggest('新开业'), await suggest('样例二'), await suggest('样例三')]
      for (const id of [taken, refused, back]) expect((await act(id, 'submit')).status).toBe(200)
      const asked = { labelName: '新开业', labelKind: '2', scope: '4' }
      const adopted = await act(taken, 'adopt', asked, PROVINCE)
      expect([adopted.status, adopted.body.resultMsg]).toEqual([400, '已有标签“新开业”，请改名或不采纳'])
      expect((await act(refused, 'refuse', {}, PROVINCE)).status).toBe(400)
      expect((await act(refused, 'refuse', { replyOpinion: '已有同类' }, PROVINCE)).status).toBe(200)
      expect((await act(back, 'withdraw', {}, PROVINCE)).status).not.toBe(200)
      expect((await act(back, 'withdraw')).status).toBe(200)
      expect([(await found(refused))?.['state'], (await found(back))?.['state']]).toEqual(['3', '4'])
    })
  })

  describe('wjLabelManage', () => {
    it('is seen and given by those alone whom its label is shared with', async () => {
      const ids: string[] = []
      for (const scope of ['1', '2', '3', '4']) {
        const made = { labelName: `共享样例${scope}`, labelKind: '6', scope }
        ids.push((await ask('POST', '/api/wjLabelManage/save', made)).body.data ?? '')
      }
      const seen = async (user: string): Promise<string> => {
        const found = await api().list('/api/wjLabelManage/list', await api().token(user), { labelName: '共享样例' })
        return found.list
          .map(row => String(row['scope']))
          .sort()
          .join('')
      }
      const chosen = async (user: string): Promise<number> => {
        const wanted = { ref: 'label', text: '共享样例', usable: 1 }
        const asked = api().ask<{ list: Row[] }>('POST', '/api-console/choices', await api().token(user), wanted)
        return (await asked).body.data?.list.length ?? -1
      }
      const people = [CITY, 'fj_gulou', PROVINCE, 'gz_province', 'admin']
      expect(await Promise.all(people.map(seen))).toEqual(['1234', '34', '4', '', '1234'])
      expect(await Promise.all(people.map(chosen))).toEqual([4, 2, 1, 0, 4])
      const { uniqueId } = await api().first('/api/eshop/eshopList', await api().token('fj_gulou'))
      const give = (labelIds: string, user: string) => ask('POST', '/api/eshop/label', { uniqueId, labelIds }, user)
      for (const id of ids) expect((await give(id, CITY)).status).toBe(200)
      const refused = await give(ids[0] ?? '', 'fj_gulou')
      expect([refused.status, refused.body.resultMsg]).toEqual([400, '有标签不存在，请重新选择'])
      const records = async (user: string): Promise<number[]> =>
        Promise.all(
          ids.map(async labelId => {
            const all = await api().list('/api/wjLabelRelation/list', await api().token(user), { labelId })
            return all.totalRecord
          }),
        )
      expect([await records(CITY), await records('fj_gulou')]).toEqual([
        [1, 1, 1, 1],
        [0, 0, 1, 1],
      ])
      // what somebody else of the unit has made
      const others = { createBy: 'user-fj_gulou' }
      await api().db.updateTable('label').set(others).where('id', 'in', ids).execute()
      expect([await seen(CITY), await seen('fj_gulou')]).toEqual(['234', '1234'])
      await api().db.updateTable('label').set({ owner: 'org-350102' }).where('id', 'in', ids).execute()
      expect(await seen(CITY)).toBe('34')
    })

    it('saves, renames on all carriers, disables, and deletes what no carrier has', async () => {
      const saved = await ask('POST', '/api/wjLabelManage/save', { labelName: '样例标签', labelKind: '6', scope: '3' })
      const id = saved.body.data ?? ''
      for (const labelName of ['样例,标签', '样例，标签']) {
        const unfit = [await ask('POST', '/api/wjLabelManage/save', { labelName, labelKind: '6', scope: '3' })]
        unfit.push(await ask('POST', '/api/wjLabelManage/save', { id, labelName }))
        unfit.push(await ask('POST', '/api/tagSuggestion/save', { labelName, labelKind: '2', reason: '需要' }))
        for (const { status, body } of unfit)
          expect([status, body.resultMsg]).toEqual([400, expect.stringContaining('标签名称里不能有逗号')])
      }
      expect(await label('样例标签')).toMatchObject({ id, useCount: 0, enabled: 1 })
      const token = await api().token(CITY)
      const shop = await api().first('/api/eshop/eshopList', token)
      const { uniqueId } = shop
      expect((await ask('POST', '/api/eshop/label', { uniqueId, labelIds: id })).status).toBe(200)
      expect((await ask('POST', '/api/wjLabelManage/save', { id, labelName: '样例改名' })).status).toBe(200)
      const named = (await api().list('/api/eshop/eshopList', token, { uniqueId })).list[0]?.['labelNames']
      expect(String(named).split(',')).toContain('样例改名')
      const drop = () => ask('POST', '/api/wjLabelManage/delete', { id })
      const kept = await drop()
      expect([kept.status, kept.body.resultMsg]).toEqual([
        403,
        '不能对“样例改名”进行“删除”：只有所属单位可以删除，还在用的要先去标，或改为停用',
      ])
      const unused = await ask('POST', '/api/wjLabelManage/save', { labelName: '样例空', labelKind: '6', scope: '3' })
      const gone = { id: unused.body.data }
      expect((await ask('POST', '/api/wjLabelManage/delete', gone)).status).toBe(200)
      expect(await label('样例空')).toBeUndefined()
    })
  })
}
