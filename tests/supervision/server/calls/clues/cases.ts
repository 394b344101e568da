import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../../../../src/core/contract/api.ts'
import type { Api } from '../../../../server/support/api.ts'
import { clueIn, formOf, take } from '../../../../server/workflow/clues.ts'

/** An entry of a record's history. */
interface Told {
  title: string
  facts?: { label: string; value: string }[]
  changes: { label: string; before: string; after: string }[]
  fromStatus?: string
  toStatus?: string
}

export function caseContract(api: () => Api): void {
  const orgOf = async (username: string): Promise<string> =>
    String(
      (await api().db.selectFrom('user').select('orgId').where('username', '=', username).executeTakeFirstOrThrow())[
        'orgId'
      ],
    )
  const rowOf = (id: string) => api().db.selectFrom('case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const caseIn = async (state: string, handleOrg: string, areaCode: string, more: object = {}): Promise<string> => {
    const id = `t-${randomUUID()}`
    await api()
      .db.insertInto('case')
      .values({
        id,
        caseNo: id.slice(0, 30),
        caseName: '样例案',
        caseSource: '6',
        partyType: '1',
        party: '样例公司',
        cause: '虚假宣传',
        customerId: '87190',
        areaCode,
        provinceCode: '34',
        delFlag: 0,
        handleOrg,
        caseStatus: state,
        finishState: 0,
        overdue: 0,
        extendTimes: 0,
        updateTime: '2026-01-05 09:00:00',
        ...more,
      })
      .execute()
    return id
  }
  const one = async (token: string, id: string) =>
    api().ask<Record<string, unknown>>('POST', `/api/wjCase/queryOne?id=${id}`, token)
  const act = async (token: string, id: string, action: string, form: object = {}) =>
    api().ask<{ to: string }>('POST', '/api-console/workflow/case', token, { id, action, ...form })

  describe('cases', () => {
    it('are changed and deleted by nobody but whoever handles them', async () => {
      const id = await caseIn('00', await orgOf('huainan_datong'), '340402')
      const [own, other] = [await api().token('huainan_datong'), await api().token('huainan_datong_dadui')]
      const save = async (token: string) =>
        (await api().ask('POST', '/api/wjCase/save', token, { id, caseName: '改过的案' })).status
      expect([await save(other), await save(own)]).toEqual([403, 200])
      const remove = async (token: string) => (await api().ask('POST', '/api/wjCase/delete', token, { id })).status
      expect([await remove(other), await remove(own)]).toEqual([403, 200])
    })

    it('tell what was said and done, between which states, by the name of each step', async () => {
      const token = await api().token('huainan_datong_5')
      const id = await caseIn('03', await orgOf('huainan_datong'), '340402', { fileProposal: '1', handleLevel: 3 })
      await act(token, id, 'file', { fileDate: '2026-01-05' })
      expect((await rowOf(id))['limitTime']).toBe('2026-04-05 23:59:59')
      await api().db.updateTable('case').set({ limitTime: '2099-04-05 23:59:59' }).where('id', '=', id).execute()
      const paper = { opinion: '案情复杂，电话13812345678', files: await api().upload(token) }
      const meeting = await api().upload(token, '会议纪要.pdf')
      await act(token, id, 'extend', paper)
      const told = await api().ask<Told[]>('GET', `/api-console/history?entity=case&key=${id}`, token)
      expect(told.body.data?.map(({ title }) => title)).toEqual(['延长期限', '批准立案'])
      expect(told.body.data?.[0]).toMatchObject({
        facts: [{ label: '延长理由', value: '案情复杂，电话138****5678' }],
      })
      expect(told.body.data?.[1]?.changes).toContainEqual({ label: '案件状态', before: '立案待批', after: '立案' })
      expect(told.body.data?.[1]?.changes.map(({ label }) => label)).not.toContain('状态时间')
      // between which states it went; what changes none says none
      expect(told.body.data?.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([
        [undefined, undefined],
        ['03', '05'],
      ])
      // a paper comes to those that are there
      await act(token, id, 'extendAgain', { ...paper, files: meeting, extendDays: 10, jointPeople: '甲、乙' })
      expect(await rowOf(id)).toMatchObject({ files: `${paper.files},${meeting}` })
    })

    it('R7.01 money that decisions bring in is found by its day and by who pays, within the own area', async () => {
      const unit = await orgOf('huainan_datong')
      const paid = { party: '罚没样例公司', decideDate: '2026-03-01', totalAmount: 5300 }
      const id = await caseIn('14', unit, '340402', paid)
      await caseIn('14', unit, '340402', { ...paid, decideDate: '2025-03-01' })
      await caseIn('13', unit, '340402', { ...paid, totalAmount: null })
      const of = { startTime: '2026-01-01', endTime: '2026-12-31', name: '罚没样例' }
      const found = async (user: string): Promise<unknown[]> => {
        const path = `/money/get?${new URLSearchParams({ ...of, pageNo: '1', pageRowNo: '10' }).toString()}`
        const { body } = await api().ask<ListAnswer>('GET', path, await api().token(user))
        return (body.data?.list ?? []).map(row => row['id'])
      }
      expect(await found('huainan_datong')).toEqual([id])
      expect(await found('fj_fuzhou')).toEqual([])
    })

    it('are filed within fifteen working days, which the head may put off once by fifteen more', async () => {
      const token = await api().token('huainan_datong_5')
      const id = await caseIn('01', await orgOf('huainan_datong'), '340402', {
        stepTime: '2098-01-03 09:00:00',
        overdue: 0,
      })
      const paper = { opinion: '案情复杂', files: await api().upload(token) }
      expect((await act(token, id, 'extendFile', paper)).status).toBe(200)
      // 3 January 2098 is a Friday
      expect(await rowOf(id)).toMatchObject({
        caseStatus: '01',
        stepTime: '2098-01-24 09:00:00',
        fileExtended: 1,
        limitTime: null,
      })
      expect((await act(token, id, 'extendFile', paper)).body.resultMsg).toBe('立案期限已延长过一次')
    })

    it('against a person show no name, in the title neither', async () => {
      const token = await api().token('huainan_datong')
      const org = await orgOf('huainan_datong')
      const clue = await clueIn(api(), '30', {
        curOrg: org,
        sendOrg: 'org-340400',
        areaCode: '340402',
        subjectName: '王小明',
        subjectType: '4',
      })
      const filed = await take(api(), token, clue, 'cl', {
        ...formOf('cl', ''),
        processMode: '4',
        rectifyLimit: undefined,
      })
      const id = String(filed.body.data?.created['case'])
      expect(await rowOf(id)).toMatchObject({ party: '王小明', partyType: '2', caseName: '样例网店涉嫌违法案' })
      expect((await one(token, id)).body.data).toMatchObject({ party: '王某某' })
      expect((await act(token, id, 'submit')).status).toBe(200)
      expect((await rowOf(id))['caseNo']).toMatch(/^AJ340402\d{12}$/)
      const { list } = await api().list('/api/wjCase/list', token, { caseName: '样例网店涉嫌违法案' })
      expect(list.find(row => row['id'] === id)?.['party']).toBe('王某某')
    })
  })
}
