import { describe, expect, it } from 'vitest'
import type { Api } from '../../../server/support/api.ts'
import { CaseFile, idOf, type Part } from './ground.ts'

/** State → what each may do with a case of their own bureau, by their part in it. */
const MAY: Record<string, Partial<Record<Part, string>>> = {
  '00': { officer: 'submit change remove' },
  '01': { officer: 'proposeFile change', leader: 'extendFile moveOut' },
  '02': { head: 'endorseFile returnFile', leader: 'returnFile' },
  '03': { head: 'returnFile', leader: 'file notFile returnFile' },
  '05': { officer: 'investigate change proposePolice pause terminate', leader: 'moveOut extend suspend' },
  '07': { officer: 'sample conclude change proposePolice pause terminate', leader: 'moveOut extend suspend' },
  '08': {
    officer: 'sample proposePolice pause',
    head: 'sendReview supplement',
    leader: 'moveOut extend suspend supplement',
  },
  '09': { officer: 'proposePolice pause', reviewer: 'review', leader: 'extend' },
  '10': {
    officer: 'proposePolice pause',
    leader: 'approve noPunishment noOffence moveOut extend supplement',
  },
  '11': { officer: 'defend waive proposePolice pause deliberate', leader: 'extend' },
  '13': { officer: 'proposePolice pause', leader: 'decide noPunishment noOffence moveOut extend supplement' },
  '14': { officer: 'serve publish' },
  '27': { officer: 'perform proposeClose publish' },
  '18': { officer: 'publish', head: 'endorseClose returnClose', leader: 'returnClose' },
  '30': { officer: 'publish', head: 'returnClose', leader: 'close returnClose' },
  '16': { officer: 'publish' },
}
/** What those with a duty may do beside it, as anybody of the unit who investigates. */
const INVESTIGATES = new Set(Object.values(MAY).flatMap(({ officer = '' }) => officer.split(' ')))
const ALSO = new Set(['hear', 'resume', 'defendAgain', 'sampled'])

export function apartContract(api: () => Api): void {
  const may = async (file: CaseFile, who: Part | string): Promise<string[]> =>
    ((await file.seenBy(who))['$may'] as string[] | undefined) ?? []

  describe('the parts of a case', () => {
    it.each(Object.keys(MAY))('handling 6.7: are kept apart, each with its own steps, in the state %s', async state => {
      const file = await CaseFile.at(api(), state === '00' ? '01' : state)
      if (state === '00') await file.set({ caseStatus: '00' })
      for (const part of ['head', 'reviewer', 'leader'] as const) {
        const own = (await may(file, part)).filter(code => !INVESTIGATES.has(code) && !ALSO.has(code))
        expect([part, own.sort()]).toEqual([part, (MAY[state]?.[part] ?? '').split(' ').filter(Boolean).sort()])
      }
      const officers = (MAY[state]?.officer ?? '').split(' ').filter(Boolean)
      expect((await may(file, 'officer')).sort()).toEqual(officers.sort())
    })

    it('handling 6.7: leave nobody who investigates a part in deciding, whatever duties they have', async () => {
      // the leader investigates this one
      const officers = { leadOfficer: idOf('leader'), assistOfficer: idOf('head') }
      const file = await CaseFile.begun(api())
      await file.done('submit')
      await file.done('proposeFile', officers)
      expect(await file.refused('endorseFile')).toBe('办案人员不能审批自己办理的案件')
      await file.set({ caseStatus: '03' })
      expect(await file.refused('file')).toBe('办案人员、办案机构负责人不能审批自己办理、自己签报的案件')
      const table: [state: string, action: string, words: RegExp][] = [
        ['08', 'sendReview', /办案人员不能签报/],
        ['10', 'approve', /办案人员、审核人员不能审批/],
        ['13', 'decide', /办案人员、审核人员、听证主持人不能决定/],
        ['26', 'discuss', /办案人员、审核人员不能主持/],
        ['30', 'close', /办案人员、办案机构负责人不能批准/],
        ['07', 'suspend', /您是本案办案人员/],
      ]
      for (const [caseStatus, action, words] of table) {
        await file.set({ caseStatus, reviewResult: '1', noticeServed: '2026-01-05', defenceUntil: '2026-01-12' })
        expect([action, await file.refused(action)]).toEqual([action, expect.stringMatching(words)])
      }
    })

    it('handling 6.7: keep who has examined a case from deciding it, and who has proposed it from approving', async () => {
      const file = await CaseFile.at(api(), '09')
      // a reviewer who is a leader as well
      const both = { roleIds: 'role-quxianjuji,role-caseReviewer,role-caseLeader' }
      const set = (roles: object) =>
        api().db.updateTable('user').set(roles).where('id', '=', idOf('reviewer')).execute()
      const [before] = await api().db.selectFrom('user').select('roleIds').where('id', '=', idOf('reviewer')).execute()
      await set(both)
      try {
        await file.done('review')
        expect(await file.refused('approve', {}, 'reviewer')).toBe('办案人员、审核人员不能审批自己办理、自己审核的案件')
        expect(await file.done('approve')).toBe('17')
      } finally {
        await set(before ?? {})
      }
    })

    it('handling 6.7: belong to the bureau: another county, the city above and a brigade decide nothing of it', async () => {
      const file = await CaseFile.at(api(), '03')
      for (const who of ['huainan_tianjiaan_5', 'huainan_admin_5', 'huainan_datong_dadui_1'])
        expect([who, await file.refused('file', {}, who)]).not.toEqual([who, ''])
      expect((await may(file, 'huainan_admin')).sort()).toEqual(['urge'])
      // the leader of the county decides for its brigade and its town
      for (const [handleOrg, areaCode] of [
        ['org-340402-执法大队', '340402'],
        ['org-340402100', '340402100'],
      ] as const) {
        await file.set({ handleOrg, areaCode, handleLevel: handleOrg.length > 12 ? 3 : 4 })
        expect([handleOrg, await may(file, 'leader')]).toEqual([handleOrg, expect.arrayContaining(['file'])])
      }
    })

    it('handling 6.7: are asked for one case at a time where something is decided', () => {
      const page = api().services.configuration().scope({}).page('management/supervisionAnjianList')
      const together = page?.kind === 'list' ? page.actions.filter(({ on }) => on.includes('selection')) : []
      expect(together.map(({ name }) => name).sort()).toEqual(['investigate', 'submit', 'urge'])
    })

    it('handling 6.8: two officers with certificates propose a case, all four conditions ticked', async () => {
      const file = await CaseFile.begun(api())
      await file.done('submit')
      const { body } = await file.act('proposeFile', { assistOfficer: '', fileConditions: '1,2,3' })
      expect(Object.keys(body.errors ?? {}).sort()).toEqual(['assistOfficer', 'fileConditions'])
      expect(await file.refused('proposeFile', { assistOfficer: idOf('officer') })).toBe('协办人不能是主办人自己')
      const second = api().db.updateTable('user').where('id', '=', idOf('second'))
      await second.set({ certNo: null }).execute()
      try {
        const refused = await file.act('proposeFile')
        expect(refused.body.errors).toEqual({
          assistOfficer: expect.stringMatching(/没有登记执法证号，不能办案/) as string,
        })
        expect(await file.row()).toMatchObject({ caseStatus: '01', leadOfficer: null })
      } finally {
        await second.set({ certNo: '34040220002' }).execute()
      }
      expect(await file.done('proposeFile')).toBe('02')
    })

    it('handling 6.20: leave facts, party and basis as they are from the report on', async () => {
      const file = await CaseFile.at(api(), '07')
      const token = await api().token('huainan_datong_1')
      const save = async () =>
        (await api().ask('POST', '/api/wjCase/save', token, { id: file.id, party: '别的公司' })).status
      expect(await save()).toBe(200)
      for (const action of ['conclude', 'sendReview', 'review', 'approve', 'notify']) {
        await file.done(action)
        expect([action, await save()]).toEqual([action, 409])
      }
      expect((await file.row())['party']).toBe('别的公司')
    })
  })
}
