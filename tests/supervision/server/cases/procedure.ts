import { describe, expect, it } from 'vitest'
import type { Api } from '../../../server/support/api.ts'
import { withEntry } from '../../../server/support/with-entry.ts'
import { CaseFile, day, idOf } from './ground.ts'

const HEARD = { intendedKinds: '3,8', intendedFine: 5000 }
const hearing = { reviewKind: '1', ...HEARD }

/** A case whose notice gives a right to be heard, as far as its notice. */
async function grave(api: Api): Promise<CaseFile> {
  const file = await CaseFile.at(api, '07')
  await file.done('conclude', hearing)
  await file.done('sendReview')
  await file.done('review')
  await file.done('approve', HEARD)
  await file.done('notify')
  return file
}

export function procedureContract(api: () => Api): void {
  const at = (state: string, more: object = {}) => CaseFile.at(api(), state, more)

  describe('a case handled by the law', () => {
    it('handling 6.1: is reviewed before its notice, decided after it and closed with its ground', async () => {
      const file = await at('16')
      expect(await file.row()).toMatchObject({
        caseStatus: '16',
        finishState: 1,
        reviewResult: '1',
        reviewer: idOf('reviewer'),
        outcome: '1',
        totalAmount: 5000,
        limitTime: null,
        closeGround: '1',
      })
    })

    it('keeps in a step what has been retired since the record had it, beside another choice, too', async () => {
      const file = await at('10')
      await withEntry(api().services, 'punishKind', ['3', '罚款', 'default', null, true], async () => {
        expect(await file.done('approve', { intendedKinds: '3,8' })).toBe('17')
        await file.set({ caseStatus: '10', intendedKinds: '1' })
        expect(await file.refused('approve', { intendedKinds: '1,3' })).toBe('拟处罚种类“罚款”已停用，请另选')
      })
    })

    it('handling 6.1: goes back from a review that wants more, and is reviewed anew', async () => {
      const file = await at('09')
      expect(await file.done('review', { reviewResult: '3', reviewOpinion: '缺票据' })).toBe('07')
      await file.done('conclude')
      await file.done('sendReview')
      expect(await file.done('review')).toBe('10')
      expect(await file.done('supplement')).toBe('07')
      await file.set({ caseStatus: '10' })
      expect(await file.refused('approve')).toBe('还没有审核意见：请退回，先经案件审核或法制审核')
    })

    it('handling 6.1: after a hearing goes to the legal reviewer again, then to the leaders together', async () => {
      const file = await grave(api())
      expect(await file.row()).toMatchObject({ hearingRight: 1, defenceUntil: expect.any(String) as string })
      expect(await file.done('hear')).toBe('15')
      await file.done('nameChair')
      const called = { hearingNotice: day(-15), hearingDate: day(-1), hearingPlace: '三楼会议室', files: '' }
      const token = await api().token('huainan_datong_1')
      await file.done('callHearing', { ...called, files: await api().upload(token) })
      const report = {
        hearingOpinion: '事实清楚',
        files: await api().upload(await api().token('huainan_datong_dadui_1')),
      }
      expect(await file.done('heard', report, 'huainan_datong_dadui_1')).toBe('25')
      expect(await file.refused('decide')).toMatch('记录已是“听证后法制审核”')
      expect(await file.done('reviewAgain')).toBe('26')
      expect(await file.done('discuss')).toBe('13')
      expect(await file.done('decide', { punishKinds: '3,8' })).toBe('14')
    })

    it('handling 6.1: with a legal review is for the legal reviewer, and the leaders discuss it together', async () => {
      const file = await at('07')
      await file.done('conclude', { reviewKind: '2' })
      await file.done('sendReview')
      expect(await file.refused('review', {}, 'head')).toMatch('您的角色不能审核')
      await file.done('review')
      await file.done('approve')
      await file.done('notify')
      expect(await file.done('deliberate')).toBe('26')
      await file.set({ caseStatus: '13' })
      expect(await file.refused('decide')).toBe('经法制审核的案件须先由负责人集体讨论')
    })

    it('handling 6.2: gives the party five working days from service, over holidays', async () => {
      const file = await at('17')
      // 13 February 2026 is a Friday before the spring festival
      await file.set({ fileDate: '2026-02-01' })
      await file.done('notify', { noticeServed: '2026-02-13' })
      expect((await file.row())['defenceUntil']).toBe('2026-02-27')
      const plain = await at('17')
      await plain.set({ fileDate: '2026-02-01' })
      await plain.done('notify', { noticeServed: '2026-03-02' })
      expect((await plain.row())['defenceUntil']).toBe('2026-03-09')
    })

    it.each([
      ['the day before the last', 1, false],
      ['the last day', 0, false],
      ['the day after', -1, true],
    ])('handling 6.2: is decided after the party had its time, and says from when: %s', async (_day, left, may) => {
      const file = await at('13')
      const until = day(left)
      await file.set({ noticeServed: day(-7), defenceUntil: until })
      const why = `告知书${day(-7)}送达，${until}期满之后可以作出决定，或登记当事人放弃`
      const { $may, $locked } = await file.seenBy('leader')
      expect([($may as string[]).includes('decide'), ($locked as Record<string, string>)['decide']]).toEqual(
        may ? [true, undefined] : [false, why],
      )
      expect(await file.refused('decide')).toBe(may ? '' : why)
    })

    it('handling 6.2: is decided sooner where the party has waived, with its paper', async () => {
      const file = await at('11')
      await file.set({ defenceUntil: day(3) })
      expect(await file.refused('deliberate')).toMatch('期满之后可以作出决定')
      expect(await file.refused('waive', { files: '' })).toMatch('当事人签名的放弃声明')
      await file.done('waive')
      await file.done('deliberate')
      expect(await file.done('decide')).toBe('14')
    })

    it('handling 6.2: is not decided without a notice that was served', async () => {
      const file = await at('13')
      await file.set({ noticeServed: null, defenceUntil: null })
      expect(await file.refused('decide')).toBe('处罚告知书还没有送达')
      const unsent = await at('17')
      const words = await unsent.refused('notify', { noticeNo: '1号', noticeServed: day(1), files: '' })
      for (const part of ['形如“某市监罚告〔2026〕12号”', '告知书送达日期', '告知书和送达回证'])
        expect(words).toMatch(part)
    })

    it('handling 6.16: hears the party’s defence and its request in the same days, and answers each', async () => {
      const file = await grave(api())
      expect(await file.done('defend')).toBe('12')
      expect(await file.refused('deliberate')).toMatch('对陈述申辩的复核意见')
      expect(await file.done('hear')).toBe('15')
      expect(await file.done('defendAgain')).toBe('15')
      const late = await at('11')
      await late.set({ defenceUntil: day(-3) })
      expect(await late.refused('defend', { defendDate: day(-2) })).toBe('已过陈述申辩期限（告知书送达后5个工作日）')
      expect(await late.done('defend', { defendDate: day(-3) })).toBe('12')
      expect(await late.done('deliberate', { recheck: '已经考虑' })).toBe('13')
      expect(await late.row()).toMatchObject({ defence: '请求从轻', recheck: '已经考虑' })
    })

    it('handling 6.16: hears only where there is a right to it, seven working days after the notice of it', async () => {
      expect(await (await at('11')).refused('hear')).toBe('拟作出的处罚不属听证范围')
      const file = await grave(api())
      await file.set({ defenceUntil: day(-19) })
      expect(await file.refused('hear')).toBe('已过申请听证的期限（告知书送达后5个工作日）')
      await file.done('hear', { hearingAsked: day(-19) })
      expect(await file.refused('nameChair', { hearingChair: idOf('officer') })).toMatch('听证主持人不能是本案办案人员')
      const files = await api().upload(await api().token('huainan_datong_1'))
      const call = { hearingNotice: day(-2), hearingDate: day(0), hearingPlace: '三楼', files }
      expect(await file.refused('callHearing', call)).toBe('还没有指定听证主持人')
      await file.done('nameChair')
      await file.done('callHearing', call)
      expect(await file.refused('heard', { hearingOpinion: '属实', files }, 'huainan_datong_dadui_1')).toMatch(
        /^听证通知书.+送达，听证最早在.+举行/,
      )
      expect(await file.refused('heard', { hearingOpinion: '属实' })).toBe('由指定的听证主持人办理')
    })
  })
}
