import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../../server/support/api.ts'
import { clueIn, clueRow, take } from '../../../server/workflow/clues.ts'

const STATISTICS = '/api-im/wjTaskSpecial'
const RETURN = '/api-console/workflow/rollback'
const FUJIAN = { customerId: '200035', areaCode: '350102' }

export function otherTaskContract(api: () => Api): void {
  const ask = async (user: string, method: 'GET' | 'POST', path: string, body?: object) =>
    api().ask<unknown>(method, path, await api().token(user), body)

  describe('figures of tasks', () => {
    it('R7.01 count what the clues of a task are, by area, and agree with them', async () => {
      const taskId = 'figures-of-a-task'
      const states = ['00', '00', '20', '30', '60', '40', '10']
      for (const state of states)
        await clueIn(api(), state, {
          ...FUJIAN,
          taskId,
          curOrg: 'org-350102',
          finishState: state === '60' ? 1 : 0,
          illegalCategory: '03',
          overdue: state === '30' ? 1 : 0,
        })
      await clueIn(api(), '00', {
        ...FUJIAN,
        areaCode: '350103',
        taskId,
        curOrg: 'org-350100',
        finishState: 0,
        illegalCategory: '04',
        overdue: 0,
      })
      const of = async (call: string, body: object = { taskId }, user = 'fj_fuzhou') =>
        (await ask(user, 'POST', `${STATISTICS}/${call}`, body)).body.data
      expect(await of('numberOfUnprocessedEntries')).toEqual([
        { areaCode: '350102', areaName: '鼓楼区', number: 6 },
        { areaCode: '350103', areaName: '台江区', number: 1 },
      ])
      expect(await of('numberOfUnprocessedEntries', { taskId }, 'fj_province')).toEqual([
        { areaCode: '350100', areaName: '福州市', number: 7 },
      ])
      expect(((await of('regionalTreatment')) as Row[])[0]).toEqual({
        areaCode: '350102',
        areaName: '鼓楼区',
        total: 7,
        dispatched: 4,
        accepted: 2,
        processed: 1,
        returned: 1,
        overdue: 1,
        processRate: 25,
      })
      expect(await of('suspectedClueStatistics')).toMatchObject([
        { areaCode: '350102', illegalCategory: '03', number: 2 },
        { areaCode: '350103', illegalCategory: '04', number: 1 },
      ])
      expect(await of('regionalTreatment', { taskId }, 'huainan_admin')).toEqual([])
      const modes = (await ask('fj_fuzhou', 'GET', `${STATISTICS}/getProcessModeList`)).body.data as Row[]
      expect(modes[0]).toEqual({ key: '1', value: '责令限期改正', number: expect.any(Number) })
      expect(
        (await api().list('/api-console/tasks/clues', await api().token('fj_gulou'), { taskId })).totalRecord,
      ).toBe(7)
    })
  })

  describe('hits', () => {
    it('R7.01 are allocated to the units of their areas, all of them or none, and what is judged is kept', async () => {
      const [a, b, judged] = await Promise.all(
        [0, 1, 2].map(() => clueIn(api(), '00', { ...FUJIAN, curOrg: 'org-350100' })),
      )
      const save = (body: object, user = 'fj_fuzhou') =>
        ask(user, 'POST', '/api-im/wjSuspectedAllocations/saveBatch', body)
      expect((await save({ suspectIds: [a, judged, 'missing'], allocMode: '1' })).status).toBe(404)
      expect((await save({ suspectIds: [a], allocMode: '3', toOrg: 'org-340400' })).body.resultMsg).toBe(
        '接收单位不存在，或不在您的管辖范围内',
      )
      expect((await save({ suspectIds: [a], allocMode: '3' })).body.resultMsg).toBe('请选择接收单位')
      for (const toUser of ['user-fj_fuzhou', 'nobody'])
        expect((await save({ suspectIds: [a, b], allocMode: '1', toUser })).body.errors, toUser).toEqual({
          toUser: '接收人不是接收单位的在用人员，请另选，或者留空',
        })
      expect(await clueRow(api(), String(a))).toMatchObject({ curOrg: 'org-350100' })
      const { body } = await save({
        suspectIds: [a, b],
        allocMode: '1',
        limitTime: '2030-01-01 09:00:00',
        toUser: 'user-fj_gulou',
      })
      expect(body.data).toMatchObject({
        batchNo: expect.stringMatching(/^FP\d{12}$/),
        total: 2,
        list: [{ toOrg: 'org-350102', count: 2 }],
      })
      expect(await clueRow(api(), String(b))).toMatchObject({
        curOrg: 'org-350102',
        curUser: 'user-fj_gulou',
        sendOrg: 'org-350100',
        limitTime: '2030-01-01 09:00:00',
      })
      expect(
        (await take(api(), await api().token('fj_fuzhou'), String(judged), 'exclude', { opinion: '误报' })).status,
      ).toBe(200)
      const { list } = await api().list('/api-im/wjSuspectedIllegalDataHistory/list', await api().token('fj_fuzhou'), {
        resultId: judged,
      })
      expect(list).toMatchObject([{ judge: '2', judgeBy: 'user-fj_fuzhou', opinion: '误报', resultId: judged }])
    })
  })

  describe('returned records', () => {
    it('come with a clue that is returned; a corrected subject stands with the carrier and the clue, and the clue goes on', async () => {
      const shop = await api().first('/api-im/eshop/eshopList', await api().token('fj_gulou'))
      const clue = await clueIn(api(), '20', {
        ...FUJIAN,
        curOrg: 'org-350102001',
        sendOrg: 'org-350102',
        objectKind: '1',
        objectId: shop['uniqueId'],
        subjectName: '错的主体',
        areaCode: '350102001',
      })
      expect(
        (await take(api(), await api().token('fj_gudong'), clue, 'th', { returnReason: '2', opinion: '主体不符' }))
          .status,
      ).toBe(200)
      const [back] = (await api().list('/api-console/returns', await api().token('fj_gulou'), { resultId: clue })).list
      expect(back).toMatchObject({
        state: '0',
        returnReason: '2',
        returnOrg: 'org-350102001',
        handleOrg: 'org-350102',
        subjectName: '错的主体',
      })
      const act = (action: string, form: object = {}, user = 'fj_gulou') =>
        ask(user, 'POST', RETURN, { id: back?.['id'], action, ...form })
      expect((await act('correct', {})).body.errors).toEqual({
        newSubjectName: '修正后主体名称不能为空',
        newUscc: '修正后信用代码不能为空',
      })
      expect(
        (await ask('huainan_datong', 'POST', RETURN, { id: back?.['id'], action: 'drop', reason: '无' })).status,
      ).toBe(404)
      expect(
        (await act('correct', { newSubjectName: '对的主体', newUscc: '91340400MA00000X11', newLegalPerson: '周示例' }))
          .body.data,
      ).toMatchObject({ to: '1' })
      const carrier = await api()
        .db.selectFrom('eshop')
        .selectAll()
        .where('uniqueId', '=', String(shop['uniqueId']))
        .executeTakeFirst()
      expect(carrier).toMatchObject({ subjectName: '对的主体', uscc_dim: '91340400MA00000X11', legalPerson: '周示例' })
      expect(await clueRow(api(), clue)).toMatchObject({ subjectName: '对的主体', uscc_dim: '91340400MA00000X11' })
      expect((await act('again', { toOrg: 'org-350102001' })).body.data).toMatchObject({ to: '2' })
      expect(await clueRow(api(), clue)).toMatchObject({ resultStatus: '20', curOrg: 'org-350102001' })
      expect((await act('drop', { reason: '无' })).status).toBe(409)
    })

    it('R6.01 are listed for the levels that the specification names alone', async () => {
      expect((await ask('fj_gulou', 'POST', '/api-console/returns', {})).status).toBe(200)
      expect((await ask('fj_province', 'POST', '/api-console/returns', {})).status).toBe(403)
    })
  })

  describe('searches and patrols', () => {
    it('tell of talks and complaints to those whose area they lie in, with names and phones masked', async () => {
      const platform = await api().first('/api-im/platform/platformList', await api().token('fj_fuzhou'))
      const talk = {
        objectKind: '3',
        objectId: platform['uniqueId'],
        objectName: '甲平台',
        areaCode: '350102',
        interviewDate: '2026-01-05',
        org: 'org-350102',
        interviewers: '甲、乙',
        interviewee: '王一二',
        phone: '13800001234',
        reason: '审核不到位',
        content: '说明责任',
        result: '2',
      }
      const id = (await ask('fj_gulou', 'POST', '/api-console/interviews/save', talk)).body.data
      const seen = async (user: string) =>
        (await api().list('/api-console/interviews', await api().token(user), { objectId: platform['uniqueId'], id }))
          .list
      expect(await seen('fj_fuzhou')).toMatchObject([
        { interviewee: '王某某', phone: '138****1234', orgName: expect.any(String) as string },
      ])
      expect(await seen('gz_guiyang')).toEqual([])
      expect(
        Object.keys(
          (await ask('fj_gulou', 'POST', '/api-console/interviews/save', { ...talk, interviewee: '', content: '' }))
            .body.errors ?? {},
        ).sort(),
      ).toEqual(['content', 'interviewee'])
      const [complaint] = (await api().list('/api-console/complaints', await api().token('fj_gulou'), { pageRowNo: 1 }))
        .list
      expect(complaint).toMatchObject({
        complainant: expect.stringMatching(/^.某{1,2}$/) as string,
        uscc_dim: expect.any(String) as string,
      })
    })

    it('R7.01 keep a search with what of it is in the library', async () => {
      const token = await api().token('fj_gulou')
      const shop = await api().first('/api-im/eshop/eshopList', token)
      const results = [
        { title: '甲', url: shop['shopUrl'] },
        { title: '乙', url: 'https://nobody.example/' },
      ]
      const { body } = await api().ask('POST', '/api-im/cloud/save', token, { keyword: '甲', engines: '1', results })
      const [row] = (await api().list('/api-im/cloud/list', token, { id: body.data })).list
      expect(row).toMatchObject({ resultCount: 2, saveCount: 1, by: 'user-fj_gulou' })
      expect(
        (await api().list('/api-im/cloud/list', await api().token('fj_gudong'), { id: body.data })).totalRecord,
      ).toBe(0)
    })

    it('find in the own library what lies in the own area, beside what was entered by hand', async () => {
      const token = await api().token('fj_gulou')
      const shop = await api().first('/api-im/eshop/eshopList', token)
      const by = { url: 'https://nobody.example/', title: '乙' }
      const { body } = await api().ask<string>('POST', '/api-im/cloud/save', token, {
        keyword: String(shop['shopName']),
        engines: '1,7',
        results: [by],
      })
      const found = async (): Promise<Row[]> =>
        (
          (await api().ask<Row>('GET', `/api-im/cloud/queryOne?id=${String(body.data)}`, token)).body.data as {
            results: Row[]
          }
        ).results
      expect(await found()).toEqual([
        expect.objectContaining({ ...by, inLibrary: 0 }),
        expect.objectContaining({ title: shop['shopName'], url: shop['shopUrl'], inLibrary: 1 }),
      ])
      await api().ask('POST', '/api-im/cloud/save', token, { id: body.data, keyword: '没有这样的店' })
      expect(await found()).toHaveLength(2)
    })

    it('are asked of the own library and an uploaded file before they are kept', async () => {
      const token = await api().token('fj_gulou')
      const shop = await api().first('/api-im/eshop/eshopList', token)
      const file = await api().upload(
        token,
        '结果.csv',
        '标题,网址,主体名称\n云搜样例甲,https://up.example/,甲公司\n乙,bad,',
      )
      const told = { title: '自己找到的', url: shop['shopUrl'] }
      const search = (more: object, user = 'fj_gulou') =>
        api()
          .token(user)
          .then(mine => api().ask<{ results: Row[]; note: string }>('POST', '/api-im/cloud/search', mine, more))
      const byFile = await search({ keyword: '云搜样例', engines: '7,1', file, results: [told] })
      expect(byFile.body.data).toEqual({
        results: [
          told,
          expect.objectContaining({ title: '云搜样例甲', url: 'https://up.example/', subject: '甲公司' }),
        ],
        note: '找到 1 条，百度没有接入',
      })
      // what stands there already is not added again
      const byName = await search({ keyword: shop['shopName'], engines: '7', results: [told] })
      expect(byName.body.data?.results[0]).toEqual(told)
      expect(byName.body.data?.results.filter(({ url }) => url === told.url)).toHaveLength(1)
      const words = async (more: object, user?: string) => (await search(more, user)).body.resultMsg
      expect(await words({ keyword: '甲', engines: '1' })).toContain('没有接入')
      expect(await words({ keyword: '甲', engines: '7', file }, 'gz_province')).toBe('数据文件不存在，请重新上传')
      const odd = await api().upload(token, '别的.csv', '甲,乙\n1,2')
      expect(await words({ keyword: '甲', engines: '7', file: odd })).toContain('首行应为')
    })

    it('show and find natural persons by no part of their names, wherever hits and searches are kept', async () => {
      const token = await api().token('fj_gulou')
      const shop = await api().first('/api-im/eshop/eshopList', token)
      await api()
        .db.updateTable('eshop')
        .set({ subjectType: '4', subjectName: '孙无名氏' })
        .where('uniqueId', '=', String(shop['uniqueId']))
        .execute()
      const found = async (keyword: string): Promise<unknown[]> => {
        const { body } = await api().ask<string>('POST', '/api-im/cloud/save', token, { keyword, engines: '7' })
        return (
          (
            (await api().ask<Row>('GET', `/api-im/cloud/queryOne?id=${String(body.data)}`, token)).body.data as {
              results: Row[] | null
            }
          ).results ?? []
        ).map(one => one['subject'])
      }
      expect([await found('孙无名'), await found('孙无名氏')]).toEqual([[], ['孙某某某']])
      const hit = {
        id: 'hit-of-a-person',
        objectName: '甲店',
        subjectName: '孙无名氏',
        subjectType: '4',
        areaCode: '350102',
        provinceCode: '35',
        customerId: '200035',
        delFlag: 0,
      }
      await api().db.insertInto('suspectedHistory').values(hit).execute()
      const history = (request: object) =>
        api().list('/api-im/wjSuspectedIllegalDataHistory/list', token, { id: hit.id, ...request })
      expect((await history({})).list).toMatchObject([{ subjectName: '孙某某某' }])
      expect((await history({ subjectName: '孙无名' })).totalRecord).toBe(0)
    })

    it('make a clue of a problem that a patrol found, once', async () => {
      const found = {
        objectKind: '1',
        objectName: '甲店',
        url: 'https://a.example/',
        inspectMode: '1',
        items: [{ item: '是否亮照', result: 0 }],
      }
      const save = (body: object) => ask('fj_gulou', 'POST', '/api-console/inspections/save', body)
      expect((await save(found)).body.errors).toEqual({ problemDesc: '发现问题的，请填写问题描述' })
      const id = (await save({ ...found, problemDesc: '没有公示营业执照' })).body.data
      const clue = () => ask('fj_gulou', 'POST', '/api-console/inspections/toClue', { id, illegalCategory: '01' })
      const [one, two] = await Promise.all([clue(), clue()])
      // the other one is told by the call, or by the button's condition where it comes a moment later
      expect([one.status, two.status].toSorted((a, b) => a - b)).toEqual([200, expect.toBeOneOf([400, 403])])
      const { resultId } = (one.status === 200 ? one : two).body.data as { resultId: string }
      expect(await clueRow(api(), resultId)).toMatchObject({
        illegalSource: '5',
        objectName: '甲店',
        illegalDesc: '没有公示营业执照',
        resultStatus: '10',
        createBy: 'user-fj_gulou',
      })
      const [record] = (
        await api().list(`/internet-monitor/api/wjTaskSpecial/inspectRecordList`, await api().token('fj_gulou'), { id })
      ).list
      expect(record).toMatchObject({ problem: 1, toClue: resultId, inspector: 'user-fj_gulou' })
    })
  })
}
