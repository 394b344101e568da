import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { markOverdue } from '../../../../../src/server/workflow/overdue.ts'
import type { ListAnswer } from '../../../../../src/core/contract/api.ts'
import type { Api } from '../../../../server/support/api.ts'
import { clueIn, formOf, take } from '../../../../server/workflow/clues.ts'

/** State → what whoever handles a case may do, and what the head of a unit decides beside (domain.md 4.2). */
const TABLE: Record<string, [handler: string, head: string]> = {
  '00': ['submit change remove', ''],
  '01': ['simple change', 'file notFile moveOut extendFile'],
  '05': ['investigate change', 'withdraw moveOut moveToPolice extend'],
  '06': ['sampled change', 'withdraw extend'],
  '07': ['sample conclude change', 'withdraw noOffence moveOut moveToPolice extend'],
  '08': ['sample discuss change', 'withdraw noOffence moveOut moveToPolice extend'],
  '09': ['change', 'review supplement noPunishment noOffence withdraw moveToPolice extend'],
  '10': ['notify change', 'supplement noPunishment noOffence extend'],
  '11': ['defend hear change', 'deliberate extend'],
  '12': ['change', 'deliberate supplement extend'],
  '13': ['change', 'decide supplement noPunishment noOffence extend'],
  '14': ['change', 'close'],
  '15': ['change', 'deliberate supplement extend'],
  '16': ['', 'publish'],
  '19': ['', ''],
  '20': ['', ''],
  '21': ['', ''],
  '22': ['', ''],
  '23': ['', ''],
  '24': ['', 'publish'],
}
const DECISION = {
  docNo: '淮市监罚〔2026〕1号',
  decideDate: '2026-03-01',
  punishKinds: '2',
  fine: 5000,
  confiscateGain: 300,
  confiscateGoods: '违法广告印刷品 200 份',
}

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
  const sorted = (words: string) => words.split(' ').filter(Boolean).sort()

  describe('cases', () => {
    it.each([
      ['the county bureau that handles it', 'huainan_datong', 'huainan_datong', '340402', 'handler head'],
      ['the city detachment that handles it', 'huainan_zhidui', 'huainan_zhidui', '340400', 'handler head'],
      ['the town office that handles it', 'huainan_shangyao', 'huainan_shangyao', '340402100', 'handler'],
      ['the county bureau of a town that handles it', 'huainan_shangyao', 'huainan_datong', '340402100', 'head'],
      ['the city above', 'huainan_datong', 'huainan_admin', '340402', 'above'],
      ['a brigade of the same county', 'huainan_datong', 'huainan_datong_dadui', '340402', ''],
    ])(
      'R7.01 are moved in each state by whoever handles them and decided on by heads of units: %s',
      async (_what, holder, username, areaCode, parts) => {
        const [token, org] = [await api().token(username), await orgOf(holder)]
        for (const [state, [handler, head]] of Object.entries(TABLE)) {
          const id = await caseIn(state, org, areaCode)
          const urged = parts === 'above' && state !== '00' && handler !== '' ? ['urge'] : []
          const wanted = [
            ...urged,
            ...(parts.includes('handler') ? sorted(handler) : []),
            ...(parts.includes('head') ? sorted(head) : []),
          ].sort()
          const { body } = await one(token, id)
          expect([state, ((body.data?.['$may'] ?? []) as string[]).sort()]).toEqual([state, wanted])
          // what is offered to others is refused, with nothing changed
          for (const action of sorted(`${handler} ${head}`))
            if (!wanted.includes(action))
              expect([
                action,
                [400, 403].includes((await act(token, id, action, { opinion: '情况属实' })).status),
              ]).toEqual([action, true])
          expect(await rowOf(id)).toMatchObject({ caseStatus: state, updateTime: '2026-01-05 09:00:00' })
        }
      },
    )

    it('are changed and deleted by nobody but whoever handles them', async () => {
      const id = await caseIn('00', await orgOf('huainan_datong'), '340402')
      const [own, other] = [await api().token('huainan_datong'), await api().token('huainan_datong_dadui')]
      const save = async (token: string) =>
        (await api().ask('POST', '/api/wjCase/save', token, { id, caseName: '改过的案' })).status
      expect([await save(other), await save(own)]).toEqual([403, 200])
      const remove = async (token: string) => (await api().ask('POST', '/api/wjCase/delete', token, { id })).status
      expect([await remove(other), await remove(own)]).toEqual([403, 200])
    })

    it('are decided within ninety days of their filing, once thirty more, then as many as are decided on together', async () => {
      const token = await api().token('huainan_datong')
      const id = await caseIn('01', await orgOf('huainan_datong'), '340402')
      const limit = async () => (await rowOf(id))['limitTime']
      await act(token, id, 'file', { fileDate: '2026-01-05', leadOfficer: 'user-huainan_datong_dadui' })
      expect(await limit()).toBe('2026-04-05 23:59:59')
      const paper = { opinion: '案情复杂，电话13812345678', files: await api().upload(token) }
      const meeting = await api().upload(token, '会议纪要.pdf')
      expect((await act(token, id, 'extendAgain', { ...paper, extendDays: 10 })).body.resultMsg).toBe(
        '还没有延长过，请先用“延长期限”',
      )
      expect((await act(token, id, 'extend', paper)).status).toBe(200)
      expect(await limit()).toBe('2026-05-05 23:59:59')
      // what was said, by the name of what was done
      const told = await api().ask<Told[]>('GET', `/api-console/history?entity=case&key=${id}`, token)
      expect(told.body.data?.map(({ title }) => title)).toEqual(['延长期限', '立案审批'])
      expect(told.body.data?.[0]).toMatchObject({
        facts: [{ label: '延长理由', value: '案情复杂，电话138****5678' }],
      })
      expect(told.body.data?.[1]?.changes).toContainEqual({ label: '案件状态', before: '案件受理', after: '立案' })
      expect(told.body.data?.[1]?.changes.map(({ label }) => label)).not.toContain('状态时间')
      // between which states it went; what changes none says none
      expect(told.body.data?.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([
        [undefined, undefined],
        ['01', '05'],
      ])
      expect((await act(token, id, 'extend', paper)).body.resultMsg).toBe(
        '已延长过一次，再延长须经集体讨论，请用“继续延期”',
      )
      expect((await act(token, id, 'extendAgain', { ...paper, files: meeting, extendDays: 10 })).status).toBe(200)
      // a paper comes to those that are there
      expect(await rowOf(id)).toMatchObject({
        limitTime: '2026-05-15 23:59:59',
        extendTimes: 2,
        caseStatus: '05',
        files: `${paper.files},${meeting}`,
      })
      await api()
        .db.updateTable('case')
        .set({ caseStatus: '13', limitTime: '2026-01-01 23:59:59', overdue: 1 })
        .where('id', '=', id)
        .execute()
      expect((await act(token, id, 'decide', DECISION)).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ caseStatus: '14', limitTime: null, overdue: 0, totalAmount: 5300 })
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

    it('name who leads and who assists, and neither of them examines', async () => {
      const token = await api().token('huainan_datong')
      const id = await caseIn('01', await orgOf('huainan_datong'), '340402')
      const [self, other] = ['user-huainan_datong', 'user-huainan_datong_dadui']
      const file = (officers: object) => act(token, id, 'file', { fileDate: '2026-01-05', ...officers })
      expect((await file({})).body.errors).toMatchObject({ leadOfficer: expect.any(String) as string })
      expect((await file({ leadOfficer: self, assistOfficer: self })).body.errors).toEqual({
        assistOfficer: '协办人不能是主办人自己',
      })
      expect((await file({ leadOfficer: other, assistOfficer: self })).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ caseStatus: '05', leadOfficer: other, assistOfficer: self })
      await api().db.updateTable('case').set({ caseStatus: '09' }).where('id', '=', id).execute()
      const examined = () => act(token, id, 'review', { opinion: '同意' })
      expect((await examined()).body.resultMsg).toBe('办案人员不能审核自己办理的案件')
      await api().db.updateTable('case').set({ assistOfficer: null }).where('id', '=', id).execute()
      expect((await examined()).status).toBe(200)
    })

    it('go back where facts are wanting, end without a punishment, and are published once', async () => {
      const token = await api().token('huainan_datong')
      const id = await caseIn('13', await orgOf('huainan_datong'), '340402', { limitTime: '2099-01-10 23:59:59' })
      expect((await act(token, id, 'supplement')).status).toBe(400)
      expect((await act(token, id, 'supplement', { opinion: '缺进货票据' })).body.data?.to).toBe('07')
      await api().db.updateTable('case').set({ caseStatus: '11' }).where('id', '=', id).execute()
      expect((await act(token, id, 'hear')).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ hearing: 1 })
      await api().db.updateTable('case').set({ caseStatus: '13' }).where('id', '=', id).execute()
      const paper = { opinion: '首次违法，已改正', files: await api().upload(token) }
      const days = { decideDate: '2026-03-01', closeDate: '2026-03-02' }
      expect(
        (await act(token, id, 'noPunishment', { docNo: '不罚〔2026〕1号', ...days, ...paper })).body.data?.to,
      ).toBe('16')
      expect(await rowOf(id)).toMatchObject({ totalAmount: 0, limitTime: null, finishState: 1, ...days })
      expect((await act(token, id, 'publish', { publishDate: '2026-03-05' })).status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ caseStatus: '16', publicFlag: 1, publishDate: '2026-03-05' })
      expect((await act(token, id, 'publish', { publishDate: '2026-03-06' })).body.resultMsg).toBe('已经公示')
    })

    it('are filed within fifteen working days, which the head may put off once by fifteen more', async () => {
      const token = await api().token('huainan_datong')
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

    it('stand still while there is a hearing, and are late when their ninety days are over', async () => {
      const token = await api().token('huainan_datong')
      const org = await orgOf('huainan_datong')
      const past = { limitTime: '2026-01-10 23:59:59', stateTime: '2026-01-05 09:00:00' }
      const [heard, open] = [await caseIn('15', org, '340402', past), await caseIn('07', org, '340402', past)]
      const faults: unknown[] = []
      await markOverdue(api().services, '2026-01-20 00:00:00', error => faults.push(error))
      expect([(await rowOf(heard))['overdue'], (await rowOf(open))['overdue'], faults]).toEqual([0, 1, []])
      const before = Date.now()
      expect((await act(token, heard, 'deliberate')).status).toBe(200)
      const { limitTime, stateTime } = await rowOf(heard)
      // as many days later as the hearing took
      const days = (time: unknown): number => Date.parse(String(time).slice(0, 10)) / 86_400_000
      expect(String(limitTime)).toMatch(/ 23:59:59$/)
      expect(days(limitTime) - days('2026-01-10')).toBe(days(stateTime) - days('2026-01-05'))
      expect(Date.parse(`${String(stateTime).replace(' ', 'T')}+08:00`)).toBeGreaterThanOrEqual(before - 1000)
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
