import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { takeDue } from '../../../../src/server/workflow/automatic.ts'
import type { Api } from '../../../server/support/api.ts'

const BASE = '/api-im/wjTaskSpecial'
const ACT = '/api-console/workflow/taskSpecial'
const DRAFT = {
  taskName: '甲专项',
  background: '逐户核查',
  startDate: '2026-01-05',
  endDate: '2030-02-05',
  objectKinds: '1',
  areaScope: '350102',
  assignOrgs: 'org-350102',
}
const YXZ = { ...DRAFT, areaScope: '340400', assignOrgs: 'org-340402,org-340403', productField: '1', section: '1' }

const fail = (error: unknown): void => {
  throw error
}

export function specialContract(api: () => Api): void {
  const ask = async (user: string, method: 'GET' | 'POST', path: string, body?: object) =>
    api().ask<unknown>(method, path, await api().token(user), body)
  const one = async (user: string, taskId: unknown): Promise<Row> =>
    (await ask(user, 'GET', `${BASE}/getByTaskId?taskId=${String(taskId)}`)).body.data as Row
  const act = (user: string, taskId: unknown, action: string, form: object = {}) =>
    ask(user, 'POST', ACT, { taskId, action, ...form })
  const drafted = async (user: string, save: string, values: object): Promise<string> => {
    const { status, body } = await ask(user, 'POST', `${BASE}/${save}`, values)
    expect([status, body.resultMsg, body.resultCode]).toEqual([200, expect.anything(), '0'])
    return String(body.data)
  }

  describe('special tasks', () => {
    it('R7.01 are numbered, changed and deleted by their publisher as long as they are drafts', async () => {
      const taskId = await drafted('fj_fuzhou', 'save', DRAFT)
      expect(await one('fj_fuzhou', taskId)).toMatchObject({
        taskNo: expect.stringMatching(/^ZX350100\d{10}$/),
        taskStatus: '0',
        publishOrg: 'org-350100',
        taskKind: '1',
      })
      expect((await ask('fj_fuzhou', 'POST', `${BASE}/updateByTaskId`, { taskId, taskName: '乙专项' })).status).toBe(
        200,
      )
      expect((await ask('fj_fuzhou', 'POST', `${BASE}/updateByTaskId`, { taskName: '乙专项' })).status).toBe(400)
      expect((await ask('fj_fuzhou', 'POST', `${BASE}/save`, { ...DRAFT, endDate: '2025-01-01' })).body.errors).toEqual(
        { endDate: '截止日期不能早于2026-01-05' },
      )
      expect((await ask('fj_province', 'POST', `${BASE}/save`, { taskId, taskName: '丙专项' })).status).toBe(403)
      expect((await act('fj_fuzhou', taskId, 'change')).status).toBe(400)
      expect((await ask('fj_fuzhou', 'POST', `${BASE}/deleteByTaskId`, { taskId })).status).toBe(200)
      expect((await ask('fj_fuzhou', 'GET', `${BASE}/getByTaskId?taskId=${taskId}`)).status).toBe(404)
    })

    it('go from city to county and back, and know their objects from the moment of publishing', async () => {
      const taskId = await drafted('fj_fuzhou', 'save', DRAFT)
      // a draft is nobody else's yet
      expect((await ask('fj_gulou', 'GET', `${BASE}/getByTaskId?taskId=${taskId}`)).status).toBe(404)
      expect((await act('fj_gulou', taskId, 'publish')).status).toBe(404)
      expect((await act('fj_fuzhou', taskId, 'publish')).body.data).toMatchObject({ from: '0', to: '1' })
      const published = await one('fj_fuzhou', taskId)
      const county = await api().token('fj_gulou')
      const { list, totalRecord: objects } = await api().list('/api-console/specialRecords', county, { taskId })
      expect(published['monitorTotal']).toBe(objects)
      // a record leads to its carrier
      const uniqueId = list[0]?.['objectId']
      expect(await api().first('/api-im/eshop/eshopList', county, { uniqueId })).toMatchObject({ uniqueId })
      expect(objects).toBeGreaterThan(0)
      expect((await ask('fj_fuzhou', 'POST', `${BASE}/save`, { taskId, taskName: '改名' })).status).toBe(409)
      expect((await ask('fj_fuzhou', 'POST', `${BASE}/delete`, { taskId })).status).toBe(409)
      expect((await act('fj_fuzhou', taskId, 'receive')).status).toBe(403)
      expect((await act('fj_gulou', taskId, 'receive')).body.data).toMatchObject({ to: '2' })
      expect((await act('fj_gulou', taskId, 'receive')).status).toBe(403)
      expect((await act('fj_gulou', taskId, 'submit', {})).body.errors).toEqual({ summary: '总结不能为空' })
      const files = await api().upload(county, '核查照片.pdf')
      const report = { summary: '已核查', files }
      expect((await act('fj_gulou', taskId, 'submit', report)).body.data).toMatchObject({ to: '3' })
      expect(
        (await act('fj_fuzhou', taskId, 'reject', { opinion: '请补充，电话13812345678' })).body.data,
      ).toMatchObject({
        to: '2',
      })
      expect((await act('fj_gulou', taskId, 'submit', { summary: '已补充' })).body.data).toMatchObject({ to: '3' })
      expect((await act('fj_fuzhou', taskId, 'accept')).body.data).toMatchObject({ to: '4' })
      expect(await one('fj_gulou', taskId)).toMatchObject({
        taskStatus: '4',
        summary: expect.stringMatching(/已核查；.*已补充/),
        $may: [],
      })
      const { body } = await ask('fj_gulou', 'GET', `/api-console/tasks/special/route?taskId=${taskId}`)
      expect((body.data as Row[]).map(step => step['actionName']).sort()).toEqual(
        ['发布', '接收', '提交总结', '提交总结', '验收', '驳回'].sort(),
      )
      expect((body.data as Row[]).map(step => step['text'])).toContain('→ 进行中：请补充，电话138****5678')
      // what was handed in is there for whoever accepts it
      expect((body.data as Row[]).map(step => step['files']).filter(Boolean)).toEqual([files])
      const seenBy = async (username: string): Promise<number> => {
        const headers = { authorization: `Bearer ${await api().token(username)}` }
        return (await api().app.inject({ url: files, headers })).statusCode
      }
      expect(await seenBy('fj_fuzhou')).toBe(200)
      // another customer's city, and a city beside it: not even that there is one
      expect([await seenBy('huainan_admin'), await seenBy('gz_guiyang')]).toEqual([404, 404])
      const messages = await api()
        .db.selectFrom('message')
        .select(['title', 'toOrgs', 'areaCode'])
        .where('bizId', '=', taskId)
        .execute()
      expect(messages).toContainEqual({ title: '发布：甲专项', toOrgs: 'org-350102', areaCode: '350102' })
    })

    it('wait for every unit: each receives and reports for itself, and sees nothing of tasks of others', async () => {
      expect(
        (await ask('huainan_admin', 'POST', `${BASE}/yxzSave`, { ...YXZ, section: undefined })).body.errors,
      ).toEqual({ section: '牵头科室不能为空' })
      const taskId = await drafted('huainan_admin', 'yxzSave', YXZ)
      await act('huainan_admin', taskId, 'publish')
      expect((await act('huainan_datong', taskId, 'submit', { summary: '无' })).status).toBe(409)
      for (const unit of ['huainan_datong', 'huainan_tianjiaan'])
        expect((await act(unit, taskId, 'receive')).body.data).toMatchObject({ to: '2' })
      expect((await act('huainan_datong', taskId, 'submit', { summary: '大通已查' })).body.data).toMatchObject({
        to: '2',
      })
      expect((await act('huainan_datong', taskId, 'submit', { summary: '再交' })).status).toBe(403)
      expect((await act('huainan_tianjiaan', taskId, 'submit', { summary: '田区已查' })).body.data).toMatchObject({
        to: '3',
      })
      expect(await one('huainan_tianjiaan', taskId)).toMatchObject({
        receivedOrgs: 'org-340402,org-340403',
        submittedOrgs: 'org-340402,org-340403',
        taskKind: '5',
      })
      expect((await ask('huainan_panji', 'GET', `${BASE}/getByTaskId?taskId=${taskId}`)).status).toBe(404)
      expect((await act('huainan_panji', taskId, 'receive')).status).toBe(404)
    })

    it('split into assignments of the units below, which lie where these see them', async () => {
      const taskId = await drafted('huainan_admin', 'yxzSave', { ...YXZ, assignOrgs: 'org-340402' })
      await act('huainan_admin', taskId, 'publish')
      await act('huainan_datong', taskId, 'receive')
      expect((await act('huainan_datong', taskId, 'split', { toOrgs: 'org-340403' })).body.errors).toEqual({
        toOrgs: '下级单位不存在，或不在您的管辖范围内',
      })
      expect(
        (await act('huainan_datong', taskId, 'split', { toOrgs: 'org-340402-执法大队', requirement: '三日内核查' }))
          .status,
      ).toBe(200)
      const [assign] = (
        await api().list('/api-im/assign/assignList', await api().token('huainan_datong_dadui'), { taskId })
      ).list
      expect(assign).toMatchObject({
        toOrg: 'org-340402-执法大队',
        fromOrg: 'org-340402',
        state: '0',
        areaCode: '340402',
        title: '甲专项',
        limitDate: '2030-02-05',
      })
      expect(assign?.['$may']).toEqual(['receive'])
    })

    it('are overdue by themselves the day after their end, and can be reported nevertheless', async () => {
      const taskId = await drafted('fj_fuzhou', 'save', { ...DRAFT, startDate: '2025-12-01', endDate: '2026-01-10' })
      await act('fj_fuzhou', taskId, 'publish')
      await act('fj_gulou', taskId, 'receive')
      await takeDue(api().services, '2026-01-10 23:00:00', fail)
      expect(await one('fj_fuzhou', taskId)).toMatchObject({ taskStatus: '2' })
      await takeDue(api().services, '2026-01-11 09:00:00', fail)
      expect(await one('fj_fuzhou', taskId)).toMatchObject({ taskStatus: '5', endDate: '2026-01-10' })
      expect((await act('fj_gulou', taskId, 'submit', { summary: '迟到的总结' })).body.data).toMatchObject({ to: '3' })
    })

    it('R7.01 are listed, yxz ones apart, and copied as a draft', async () => {
      const admin = await api().token('huainan_admin')
      const all = await api().list(`${BASE}/yxzList`, admin, { pageRowNo: 100 })
      expect(new Set(all.list.map(row => row['taskKind']))).toEqual(new Set(['5']))
      expect(new Set(all.list.map(row => row['taskStatus']))).toEqual(new Set(['0', '1', '2', '3', '4', '5', '6']))
      const { body } = await api().ask('POST', '/api-console/tasks/special/copy', admin, {
        taskId: all.list.find(row => row['taskStatus'] === '4')?.['taskId'],
      })
      expect(await one('huainan_admin', body.data)).toMatchObject({
        taskStatus: '0',
        taskName: expect.stringContaining('（复制）'),
        publishOrg: 'org-340400',
      })
    })
  })
}
