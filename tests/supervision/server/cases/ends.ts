import { describe, expect, it } from 'vitest'
import type { Api } from '../../../server/support/api.ts'
import { clueIn, clueRow, formOf, take } from '../../../server/workflow/clues.ts'
import { CaseFile, day, idOf } from './ground.ts'

const OFFICERS = { leadOfficer: idOf('officer'), assistOfficer: idOf('second') }
const SPOT = {
  ...OFFICERS,
  illegalFact: '未亮照',
  lawBasis: '《电子商务法》',
  docNo: '淮市监当罚〔2026〕1号',
  decideDate: day(0),
  punishKinds: '3',
}

export function caseEndContract(api: () => Api): void {
  const at = (state: string, more: object = {}) => CaseFile.at(api(), state, more)
  const paper = async () => ({ files: await api().upload(await api().token('huainan_datong_1')) })

  describe('how a case ends', () => {
    it('handling 6.9: is served, paid and closed by its leader, and not before', async () => {
      const file = await at('14')
      expect(await file.refused('close')).toMatch('记录已是“送达执行”')
      await file.done('serve')
      expect(await file.row()).toMatchObject({ decisionServed: day(0), serveUntil: expect.any(String) as string })
      expect(await file.refused('proposeClose', { paidAmount: 4000 })).toBe('与处理结果不符，或罚没款没有缴清')
      expect(await file.refused('proposeClose', { paidAmount: 6000 })).toMatch('已缴罚没款不能超过决定的罚没金额')
      await file.done('perform', { paidAmount: 2000 })
      expect(await file.done('proposeClose', { paidAmount: 2000, closeGround: '2' })).toBe('18')
      expect(await file.done('returnClose', { opinion: '没有裁定书' }, 'head')).toBe('27')
      await file.done('proposeClose')
      await file.done('endorseClose')
      expect(await file.refused('close', {}, 'head')).toMatch('您的角色不能批准结案')
      expect(await file.done('close')).toBe('16')
    })

    it.each([
      ['the last day of payment', 0, false],
      ['the day after', -1, true],
    ])(
      'handling 6.9: is reminded of after the last day of payment, then brought to court: %s',
      async (_day, left, may) => {
        const file = await at('27')
        await file.set({ payUntil: day(left) })
        expect((await file.refused('remind')) === '').toBe(may)
        if (!may) return
        expect(await file.refused('applyCourt')).toMatch(/^催告期限到.+，期满之后可以申请$/)
        await file.set({ remindUntil: day(-1) })
        await file.done('applyCourt')
        expect(await file.row()).toMatchObject({ courtDate: day(0), caseStatus: '27' })
      },
    )

    it('handling 6.4: is published from the decision on, within twenty working days of it, once', async () => {
      const file = await at('13')
      await file.set({ fileDate: '2026-01-05' })
      await file.done('decide', { decideDate: '2026-03-02' })
      expect(await file.row()).toMatchObject({ serveUntil: '2026-03-11', publishUntil: '2026-03-30' })
      await file.done('publish')
      expect(await file.row()).toMatchObject({ caseStatus: '14', publicFlag: 1, publishEnd: day(365) })
      expect(await file.refused('publish')).toBe('已经公示，或依法不公示')
    })

    it('handling 6.4: is not published where it is a mere warning, no punishment or one on the spot', async () => {
      const warned = await at('17')
      await warned.set({ intendedKinds: '1' })
      await warned.done('notify')
      await warned.done('deliberate')
      await warned.done('decide', { punishKinds: '1', fine: undefined })
      expect(await warned.refused('publish')).toBe('仅给予警告的处罚决定不公示')
      const spared = await at('10')
      await spared.done('noPunishment', { decideDate: day(0) })
      expect(await spared.refused('publish')).toBe('已经公示，或依法不公示')
    })

    it('handling 6.13: spares after the review alone, with ground, education and service', async () => {
      const early = await at('08')
      expect(await early.refused('noPunishment')).toMatch('记录已是“调查终结”')
      const file = await at('10')
      const { body } = await file.act('noPunishment', { exemptGround: '', education: '', decideDate: day(0) })
      expect(Object.keys(body.errors ?? {}).sort()).toEqual(['education', 'exemptGround'])
      expect(await file.done('noPunishment', { decideDate: day(0) })).toBe('14')
      await file.done('serve')
      const close = { paidDate: undefined, paidAmount: undefined, performance: undefined }
      expect(await file.refused('proposeClose', close)).toBe('与处理结果不符，或罚没款没有缴清')
      await file.done('proposeClose', { ...close, closeGround: '4' })
      await file.done('endorseClose')
      expect(await file.done('close')).toBe('16')
      expect(await file.row()).toMatchObject({ outcome: '2', totalAmount: 0, exemptGround: '1', payUntil: null })
    })

    it('handling 6.12: says by a decision that facts are not proved, and ends an investigation by its ground', async () => {
      const file = await at('10')
      await file.done('noOffence', { decideDate: day(0) })
      await file.done('serve')
      const close = { paidDate: undefined, paidAmount: undefined, performance: undefined, closeGround: '5' }
      await file.done('proposeClose', close)
      await file.done('endorseClose')
      expect(await file.done('close')).toBe('21')
      const ended = await at('07')
      expect(await ended.refused('terminate', { terminateGround: '' })).toMatch('终止调查理由')
      expect(await ended.done('terminate')).toBe('18')
      await ended.done('endorseClose')
      expect(await ended.done('close')).toBe('20')
      const kept = await at('07')
      await kept.done('terminate')
      expect(await kept.done('returnClose', { opinion: '有权利义务承受者' }, 'leader')).toBe('07')
    })

    it.each([
      ['an organisation', '1', 3000],
      ['a person', '2', 200],
      ['a trader', '3', 200],
    ])(
      'handling 6.14: punishes on the spot no more than the law has for %s, and closes when it is paid',
      async (_who, partyType, most) => {
        const file = await CaseFile.begun(api(), { procedure: '2', partyType })
        const form = { ...SPOT, partyType, ...(await paper()) }
        expect(await file.refused('simple', { ...form, fine: most + 1 })).toMatch('当场罚款')
        expect(await file.refused('simple', { ...form, fine: most, punishKinds: '3,8' })).toBe('当场只能给予警告或罚款')
        expect(await file.refused('submit')).toMatch('简易程序的案件不用立案')
        expect(await file.done('simple', { ...form, fine: most })).toBe('04')
        expect(await file.row()).toMatchObject({ totalAmount: most, limitTime: null, fileDate: null })
        expect(await file.done('fileSimple')).toBe('31')
        expect(await file.refused('closeSimple', { paidAmount: most - 1 })).toMatch('罚款没有缴清')
        expect(await file.done('closeSimple', { paidAmount: most })).toBe('24')
        expect(await file.refused('publish')).toMatch('记录已是“简易程序”')
      },
    )

    it('handling 6.14: closes a warning on the spot when its papers are filed; an ordinary case has none', async () => {
      const file = await CaseFile.begun(api(), { procedure: '2' })
      const form = { ...SPOT, partyType: '1', punishKinds: '1', ...(await paper()) }
      await file.done('simple', form)
      expect(await file.done('fileSimple', { closeDate: day(0) })).toBe('24')
      const ordinary = await CaseFile.begun(api())
      expect(await ordinary.refused('simple', form)).toMatch('按普通程序登记的案件不能当场处罚')
    })

    it('handling 6.19: hands a case to the bureau it belongs to, which does not hand it on', async () => {
      const file = await at('07')
      const form = { moveReason: '1', moveArticle: '《程序规定》第十四条', toOrg: 'org-340403', ...(await paper()) }
      const moved = await file.act(
        'moveOut',
        { ...form, files: await api().upload(await api().token('huainan_datong_5')) },
        'leader',
      )
      expect([moved.body.resultMsg, moved.body.data?.to]).toEqual([expect.anything(), '22'])
      const id = String(moved.body.data?.created['case'])
      const got = await api().db.selectFrom('case').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(got).toMatchObject({ caseStatus: '00', handleOrg: 'org-340403', fromCase: file.id, caseSource: '4' })
      const token = await api().token('huainan_tianjiaan')
      const { body } = await api().ask<{ id: string }>('POST', `/api/wjCase/queryOne?id=${id}`, token)
      expect(body.data?.id).toBe(id)
      await api().db.updateTable('case').set({ caseStatus: '01' }).where('id', '=', id).execute()
      const leader = await api().token('huainan_tianjiaan_5')
      const again = await api().ask('POST', '/api-console/workflow/case', leader, { id, action: 'moveOut', ...form })
      expect(again.body.resultMsg).toMatch('别的单位移送来的案件不能再移送')
    })

    it('handling 6.19: goes to the police with a copy to the procuratorate, and comes back when they refuse', async () => {
      const file = await at('11')
      await file.done('proposePolice')
      expect(await file.refused('moveToPolice', { procuratorCopied: 0 })).toBe('移送书须同时抄送同级人民检察院')
      await file.done('moveToPolice')
      expect(await file.done('policeRefused')).toBe('07')
      await file.done('proposePolice')
      await file.done('moveToPolice')
      expect(await file.done('policeFiled')).toBe('23')
      expect(await file.row()).toMatchObject({ finishState: 1, policeAnswer: day(0) })
    })
  })

  describe('the clue of a case', () => {
    const ofClue = async (): Promise<{ key: string; file: CaseFile }> => {
      const key = await clueIn(api(), '30', { curOrg: 'org-340402', sendOrg: 'org-340400', areaCode: '340402' })
      const form = { ...formOf('cl', ''), processMode: '4', rectifyLimit: undefined }
      await take(api(), await api().token('huainan_datong'), key, 'cl', form)
      return { key, file: await CaseFile.at(api(), '03', { resultId: key }) }
    }

    it('handling 6.3: waits for its filing, and is filed with it', async () => {
      const { key, file } = await ofClue()
      expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '55', finishState: 0 })
      await file.done('file')
      expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '65', finishState: 1 })
    })

    it('handling 6.3: comes back with the ground where its case is not filed', async () => {
      const { key, file } = await ofClue()
      expect(await file.done('notFile')).toBe('19')
      expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '60', notFileGround: '5' })
      const other = await clueIn(api(), '55', {
        customerId: '200035',
        curOrg: 'org-350102',
        sendOrg: 'org-350100',
        areaCode: '350102',
      })
      const place = { handleOrg: 'org-350102', areaCode: '350102', provinceCode: '35', customerId: '200035' }
      const draft = await CaseFile.begun(api(), { resultId: other, caseStatus: '03', ...place })
      await draft.done('notFile', {}, 'fj_gulou_5')
      expect(await clueRow(api(), other)).toMatchObject({
        resultStatus: '50',
        curOrg: 'org-350100',
        notFileGround: '5',
      })
    })

    it('handling 6.3: keeps its draft from being deleted', async () => {
      const { file } = await ofClue()
      await file.set({ caseStatus: '00' })
      const token = await api().token('huainan_datong_1')
      const { body } = await api().ask('POST', '/api/wjCase/delete', token, { id: file.id })
      expect(body.resultMsg).toMatch('线索查办的案件不能删除')
    })
  })
}
