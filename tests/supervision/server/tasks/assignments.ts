import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../../server/support/api.ts'

const ACT = '/api-console/workflow/assign'
const GIVEN = {
  title: '甲巡查',
  taskKind: '3',
  limitDate: '2030-01-01',
  objects: [{ objectName: '甲店', objectUrl: 'https://a.example/' }],
}

export function assignmentContract(api: () => Api): void {
  const ask = async (user: string, method: 'GET' | 'POST', path: string, body?: object) =>
    api().ask<unknown>(method, path, await api().token(user), body)
  const act = (user: string, assignId: string, action: string, form: object = {}) =>
    ask(user, 'POST', ACT, { assignId, action, ...form })
  const given = async (user: string, toOrg: string, more: object = {}): Promise<string> => {
    const { status, body } = await ask(user, 'POST', '/api-im/assign/insert', { ...GIVEN, toOrg, ...more })
    expect([status, body.resultMsg]).toEqual([200, expect.anything()])
    return String(body.data)
  }

  describe('assignments', () => {
    it('R7.01 are given by nobody else, and with nothing found beforehand', async () => {
      const { status, body } = await ask('huainan_admin', 'POST', '/api-im/assign/insert', {
        ...GIVEN,
        toOrg: 'org-340402',
        inspectResult: '先写好的',
        fromOrg: 'org-340422',
      })
      expect([status, Object.keys(body.errors ?? {}).sort()]).toEqual([400, ['fromOrg', 'inspectResult']])
    })

    it('R7.01 go to a unit and back: received, inspected, submitted, sent back, passed', async () => {
      const key = await given('huainan_admin', 'org-340402')
      const { body } = await ask('huainan_datong', 'GET', `/api-console/assign/one?assignId=${key}`)
      expect(body.data).toMatchObject({
        assignNo: expect.stringMatching(/^RW340402\d{10}$/),
        fromOrg: 'org-340400',
        areaCode: '340402',
        state: '0',
        objectCount: 1,
        $may: ['receive'],
      })
      expect(body.data).not.toHaveProperty('inspectResult')
      expect((await ask('huainan_panji', 'GET', `/api-console/assign/one?assignId=${key}`)).status).toBe(404)
      expect((await act('huainan_datong', key, 'submit')).status).toBe(409)
      expect((await act('huainan_datong', key, 'receive')).status).toBe(200)
      // nothing was looked at yet
      expect((await act('huainan_datong', key, 'submit')).status).toBe(403)
      expect((await ask('huainan_datong', 'POST', '/api-im/assign/inspect', { assignId: key })).body.errors).toEqual({
        inspectResult: '检查结果不能为空',
      })
      expect(
        (await ask('huainan_datong', 'POST', '/api-im/assign/inspect', { assignId: key, inspectResult: '未亮照' })).body
          .data,
      ).toMatchObject({ from: '1', to: '1' })
      expect((await act('huainan_datong', key, 'submit')).status).toBe(200)
      expect((await act('huainan_datong', key, 'pass')).status).toBe(403)
      expect((await act('huainan_admin', key, 'sendBack', { opinion: '请补充截图' })).body.data).toMatchObject({
        to: '4',
      })
      for (const step of ['receive', 'submit']) expect((await act('huainan_datong', key, step)).status).toBe(200)
      expect((await act('huainan_admin', key, 'pass')).body.data).toMatchObject({ to: '3' })
      const route = (await ask('huainan_datong', 'GET', '/api-im/assign/assignRoute')).body.data as Row[]
      expect(
        route
          .filter(step => step['objectId'] === key)
          .map(step => step['actionName'])
          .sort(),
      ).toEqual(['接收', '检查', '提交', '退回', '接收', '提交', '通过'].sort())
      const hidden = (await ask('huainan_panji', 'GET', '/api-im/assign/assignRoute')).body.data as Row[]
      expect(hidden.filter(step => step['objectId'] === key)).toEqual([])
    })

    it('R7.01 are changed and deleted by their giver until they are received', async () => {
      const key = await given('huainan_admin', 'org-340403')
      expect(
        (await ask('huainan_admin', 'POST', '/api-im/assign/insert', { assignId: key, title: '乙巡查' })).status,
      ).toBe(200)
      expect(
        (await ask('huainan_tianjiaan', 'POST', '/api-im/assign/insert', { assignId: key, title: '丙' })).status,
      ).toBe(403)
      expect((await ask('huainan_tianjiaan', 'POST', '/api-im/assign/delete', { assignId: key })).status).toBe(403)
      expect((await act('huainan_tianjiaan', key, 'receive')).status).toBe(200)
      expect((await ask('huainan_admin', 'POST', '/api-im/assign/delete', { assignId: key })).status).toBe(409)
      const other = await given('huainan_admin', 'org-340403')
      expect((await ask('huainan_admin', 'POST', '/api-im/assign/delete', { assignId: other })).status).toBe(200)
      expect(
        (await ask('huainan_admin', 'POST', '/api-im/assign/insert', { ...GIVEN, toOrg: 'org-350102' })).status,
      ).toBe(400)
    })

    it('R7.01 tell what their task found where they lie, and show their pictures', async () => {
      const [task] = (
        await api().list('/api-im/wjTaskSpecial/list', await api().token('fj_fuzhou'), {
          pageRowNo: 100,
          orderBy: 'clueTotal desc',
        })
      ).list
      const taskId = String(task?.['taskId'])
      const key = await given('fj_fuzhou', 'org-350102', { taskId })
      const { body } = await ask('fj_gulou', 'GET', `/api-im/assign/inspectIllegalDetail?assignId=${key}`)
      const { total, list } = body.data as { total: number; list: Row[] }
      const rows = await api()
        .db.selectFrom('illegalResult')
        .select('resultId')
        .where('taskId', '=', taskId)
        .where('areaCode', 'like', '350102%')
        .where('delFlag', '=', 0)
        .execute()
      expect([total, list.map(row => row['resultId']).sort()]).toEqual([
        rows.length,
        rows.map(row => row['resultId']).sort(),
      ])
      await api()
        .db.updateTable('assign')
        .set({ images: '/file/abc/%E7%94%B2.png' })
        .where('assignId', '=', key)
        .execute()
      expect((await ask('fj_gulou', 'POST', '/api-im/assign/imageDetail', { assignId: key })).body.data).toEqual([
        { url: '/file/abc/%E7%94%B2.png', name: '甲.png' },
      ])
      expect((await ask('fj_gulou', 'POST', '/api-im/assign/imageDetail', {})).status).toBe(400)
    })
  })
}
