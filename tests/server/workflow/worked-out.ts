import { describe, expect, it } from 'vitest'
import type { TransitionDoc } from '../../../src/core/model/workflow.ts'
import type { Api } from '../support/api.ts'
import { withWorkflow } from '../support/with-workflow.ts'
import { clueIn, clueRow, formOf, take } from './clues.ts'

const COUNTY = { customerId: '200035', areaCode: '350102', curOrg: 'org-350102', sendOrg: 'org-350100' }

const REPORT = '/api-im/ivIdIllegalResult/reportAdd'

/** What a transition writes is worked out of the record, of which any field may be empty. */
export function workedOutContract(api: () => Api): void {
  const taken = async (set: TransitionDoc['set'], more: object = {}) => {
    const workflow = withWorkflow(api(), '200035', 'clue', doc => {
      Object.assign(doc.transitions['sl'] as TransitionDoc, { set })
    })
    try {
      const key = await clueIn(api(), '20', { ...COUNTY, ...more })
      return { answer: await take(api(), await api().token('fj_gulou'), key, 'sl'), row: await clueRow(api(), key) }
    } finally {
      workflow.restore()
    }
  }

  describe('whose a new record is', () => {
    const begun = async (start: 'own' | 'able' | undefined) => {
      const workflow = withWorkflow(api(), '200035', 'clue', doc => {
        delete doc.start
        if (start) doc.start = start
      })
      try {
        const clue = {
          objectName: '甲店',
          objectUrl: 'https://a.example/1',
          illegalCategory: '01',
          illegalDesc: '夸大宣传',
        }
        const token = await api().token('fj_gudong')
        const { body } = await api().ask<{ resultId: string }>('POST', REPORT, token, clue)
        expect(body.resultCode).toBe('0')
        return (await clueRow(api(), String(body.data?.resultId)))['curOrg']
      } finally {
        workflow.restore()
      }
    }
    it('its workflow says, too, of what a transition makes', async () => {
      withWorkflow(api(), '200035', 'clue', doc => {
        const made = (doc.transitions['cl'] as TransitionDoc).creates?.['case']
        if (made && made.set) delete made.set['handleOrg']
      })
      const both = withWorkflow(api(), '200035', 'case', doc => {
        doc.start = 'own'
      })
      try {
        const key = await clueIn(api(), '30', COUNTY)
        const form = { ...formOf('cl', ''), processMode: '4', rectifyLimit: undefined, lawBasis: '《广告法》第十六条' }
        const { body } = await take(api(), await api().token('fj_gulou'), key, 'cl', form)
        const made = await api()
          .db.selectFrom('case')
          .select('handleOrg')
          .where('id', '=', body.data?.created['case'] ?? '')
          .executeTakeFirstOrThrow()
        expect(made['handleOrg']).toBe(COUNTY.curOrg)
      } finally {
        both.restore()
      }
    })
    it('its workflow says (start): the maker’s unit, the nearest above that can go on with it, or nobody', async () => {
      const { orgId } = await api()
        .db.selectFrom('user')
        .select('orgId')
        .where('username', '=', 'fj_gudong')
        .executeTakeFirstOrThrow()
      const [own, able, none] = [await begun('own'), await begun('able'), await begun(undefined)]
      expect(own).toBe(orgId)
      expect([able, none]).toEqual(['org-350102', null])
    })
  })

  describe('a value that a transition works out', () => {
    it('of a text and an empty field is the text, of an empty number is none', async () => {
      const set = { illegalDesc: "='见' + row.firstReviewer + row.objectName", riskLevel: '=row.riskLevel' }
      const { answer, row } = await taken(set, { firstReviewer: null })
      expect([answer.status, row['illegalDesc'], row['resultStatus']]).toEqual([200, '见样例网店', '30'])
    })
    it('that cannot be worked out is refused in words, and nothing of the step is written', async () => {
      const { answer, row } = await taken({ illegalDesc: '=row.objectName - 1' })
      expect([answer.status, answer.body.resultMsg]).toEqual([
        400,
        expect.stringContaining('“受理”要写的内容按这条记录算不出来'),
      ])
      expect(row).toMatchObject({ illegalDesc: '涉嫌违法', resultStatus: '20' })
    })
  })
}
