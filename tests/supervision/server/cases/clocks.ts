import { describe, expect, it } from 'vitest'
import { markOverdue } from '../../../../src/server/workflow/overdue.ts'
import type { Api } from '../../../server/support/api.ts'
import { CaseFile, day } from './ground.ts'

export function caseClockContract(api: () => Api): void {
  const at = (state: string, more: object = {}) => CaseFile.at(api(), state, more)
  const upload = async (who = 'huainan_datong_1') => ({ files: await api().upload(await api().token(who)) })

  describe('the ninety days of a case', () => {
    it('handling 6.17: stand still from day to day for a reason of a kind, in whatever state', async () => {
      const file = await at('07')
      await file.set({ fileDate: '2026-01-05', limitTime: '2026-04-05 23:59:59' })
      const paper = { opinion: '送检', ...(await upload()) }
      expect(await file.refused('pause', { ...paper, pauseKind: '1', pauseFrom: '2026-02-01' })).toMatch(
        '中止调查须由部门负责人批准',
      )
      await file.done('pause', { ...paper, pauseKind: '2', pauseFrom: '2026-02-01' })
      expect(await file.row()).toMatchObject({ limitTime: null, pauseLeft: 63, caseStatus: '07' })
      expect(await file.refused('conclude')).toBe('期限自2026-02-01起暂停计时：请先恢复计时')
      // nobody is late while it stands still
      await markOverdue(api().services, '2026-08-01 00:00:00', () => {})
      expect((await file.row())['overdue']).toBe(0)
      expect(await file.refused('resume', { opinion: '报告已出', pauseTo: '2026-01-31' })).toMatch('不计入期限至')
      await file.done('resume', { opinion: '报告已出', pauseTo: '2026-02-21' })
      expect((await file.row())['limitTime']).toBe('2026-04-25 23:59:59')
      // and once more
      await file.done(
        'suspend',
        { pauseFrom: '2026-03-01', opinion: '当事人下落不明', ...(await upload('huainan_datong_5')) },
        'leader',
      )
      await file.done('resume', { opinion: '已找到', pauseTo: '2026-03-11' })
      expect((await file.row())['limitTime']).toBe('2026-05-05 23:59:59')
    })

    it('handling 6.17: run while a sample is drawn, and stand still during a hearing', async () => {
      const late = { limitTime: '2026-01-10 23:59:59', stateTime: '2026-01-05 09:00:00' }
      const [drawn, heard] = [await at('07'), await at('07')]
      await drawn.done('sample')
      await drawn.set(late)
      await heard.set({ ...late, caseStatus: '15', hearing: 1 })
      await markOverdue(api().services, '2026-01-20 00:00:00', () => {})
      expect([(await drawn.row())['overdue'], (await heard.row())['overdue']]).toEqual([1, 0])
      await heard.done('dropHearing', { opinion: '无故缺席', ...(await upload()) }, 'officer')
      const { limitTime, stateTime } = await heard.row()
      const days = (time: unknown): number => Date.parse(String(time).slice(0, 10)) / 86_400_000
      expect(days(limitTime) - days('2026-01-10')).toBe(days(stateTime) - days('2026-01-05'))
    })

    it.each([
      ['the day before the last', 1, ''],
      ['the last day', 0, ''],
      ['the day after', -1, '办案期限已经届满，不能再延长'],
    ])('handling 6.18: are prolonged before they are over: %s', async (_day, left, words) => {
      const file = await at('07')
      await file.set({ limitTime: `${day(left)} 23:59:59` })
      expect(await file.refused('extend')).toBe(words)
      expect((await file.row())['limitTime']).toBe(`${day(words === '' ? left + 30 : left)} 23:59:59`)
    })

    it('handling 6.18: are prolonged once by the leader, then by as many as are decided on together', async () => {
      const file = await at('07')
      await file.set({ limitTime: `${day(5)} 23:59:59` })
      expect(await file.refused('extend', {}, 'officer')).toMatch('您的角色不能延长期限')
      expect(await file.refused('extendAgain')).toBe('还没有延长过，请先用“延长期限”')
      await file.done('extend')
      expect(await file.refused('extend')).toBe('已延长过一次，再延长须经集体讨论，请用“继续延期”')
      expect(await file.refused('extendAgain', { jointPeople: '甲' })).toMatch('参加集体讨论的负责人')
      await file.done('extendAgain')
      expect(await file.row()).toMatchObject({ limitTime: `${day(155)} 23:59:59`, extendTimes: 2 })
    })

    it('handling 6.15: hold the decision’s amounts against its kinds and against the notice', async () => {
      const file = await at('13')
      const { body } = await file.act('decide', { punishKinds: '3,8', fine: 5001 })
      expect(body.errors).toEqual({
        punishKinds: '告知书里没有这样的处罚：加重处罚须退回，重新告知',
        fine: '罚款不能超过告知书写明的数额：加重处罚须退回，重新告知',
      })
      expect(await file.refused('decide', { punishKinds: '3', fine: '' })).toMatch('罚款')
      expect(await file.refused('decide', { docNo: '一号' })).toMatch('形如“某市监处罚〔2026〕12号”')
      expect(await file.done('decide', { fine: 4000 })).toBe('14')
      expect(await file.row()).toMatchObject({ totalAmount: 4000, confiscateGain: null })
      const warning = await at('10')
      await warning.done('approve', { intendedKinds: '1', intendedFine: undefined })
      expect(await warning.row()).toMatchObject({ intendedFine: null, hearingRight: 0 })
      expect(await warning.refused('approve', { intendedKinds: '13' })).not.toBe('')
    })

    it.each([
      ['1', 99_999, 0],
      ['1', 100_000, 1],
      ['2', 9999, 0],
      ['2', 10_000, 1],
      ['3', 10_000, 1],
    ])(
      'handling 6.15: know the sums from which there is a hearing: party %s, ¥%d',
      async (partyType, intendedFine, right) => {
        const file = await at('10', { partyType })
        await file.done('approve', { intendedKinds: '3', intendedFine })
        expect((await file.row())['hearingRight']).toBe(right)
      },
    )

    it('handling 6.21: keep what the form of filing asks for', async () => {
      const token = await api().token('huainan_datong_1')
      const body = {
        caseName: '甲涉嫌虚假宣传案',
        caseSource: '1',
        procedure: '1',
        partyType: '3',
        party: '甲',
        tradeName: '甲商店',
        partyId: '340402199001011234',
        representative: '甲',
        partyPhone: '13812345678',
        cause: '涉嫌虚假宣传',
        receivedDate: '2026-01-05',
        offenceEnd: '2026-01-04',
        areaCode: '340402',
        handleOrg: 'org-340402',
      }
      const saved = await api().ask('POST', '/api/wjCase/save', token, body)
      expect([saved.status, saved.body.resultMsg]).toEqual([200, expect.anything()])
      const row = await api()
        .db.selectFrom('case')
        .selectAll()
        .where('caseName', '=', body.caseName)
        .executeTakeFirstOrThrow()
      const { caseName: _, ...told } = body
      expect(row).toMatchObject({ ...told, handleLevel: 3, caseStatus: '00' })
      const one = await api().ask<Record<string, unknown>>(
        'POST',
        `/api/wjCase/queryOne?id=${String(row['id'])}`,
        token,
      )
      expect(one.body.data?.['partyPhone']).toBe('138****5678')
    })
  })
}
