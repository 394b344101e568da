import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../../src/core/contract/api.ts'
import type { TransitionDoc } from '../../../src/core/model/workflow.ts'
import type { Api } from '../support/api.ts'
import { withWorkflow } from '../support/with-workflow.ts'
import { clueIn, clueRow, formOf, mayOf, ONE, take } from './clues.ts'

const COUNTY = { customerId: '200035', areaCode: '350102', curOrg: 'org-350102', sendOrg: 'org-350100' }
const [FIRST, SECOND] = ['fj_gulou', 'fj_second'] as const

/** Two of the same unit and role: what one of them has done is not done again by the same hand. */
export function apartContract(api: () => Api): void {
  describe('steps that are kept apart (notBy)', () => {
    let workflow: { restore: () => void }
    beforeAll(async () => {
      const like = await api().db.selectFrom('user').selectAll().where('username', '=', FIRST).executeTakeFirstOrThrow()
      const second = { ...like, id: `user-${SECOND}`, username: SECOND }
      await api().db.insertInto('user').values(second).execute()
      workflow = withWorkflow(api(), '200035', 'clue', doc => {
        Object.assign(doc.transitions['cl'] as TransitionDoc, { notBy: ['sl'] })
        Object.assign(doc.transitions['sl'] as TransitionDoc, { assign: { user: `='user-${SECOND}'` } })
      })
    })
    afterAll(async () => {
      workflow.restore()
      await api().db.deleteFrom('user').where('id', '=', `user-${SECOND}`).execute()
    })

    const accepted = async (): Promise<string> => {
      const key = await clueIn(api(), '20', COUNTY)
      expect((await take(api(), await api().token(FIRST), key, 'sl')).status).toBe(200)
      return key
    }

    it('are neither offered to whoever took the other, nor taken, in words, alone or among many', async () => {
      const [first, key] = [await api().token(FIRST), await accepted()]
      const wanted = '受理是您办理的，处理须由其他人办理'
      expect(await mayOf(api(), first, key)).not.toContain('cl')
      const { body } = await api().ask<{ $why: Record<string, string> }>('GET', `${ONE}?illegalId=${key}`, first)
      expect(body.data?.$why['cl']).toBe(wanted)
      const refused = await take(api(), first, key, 'cl', formOf('cl', ''))
      expect([refused.status, refused.body.resultMsg]).toEqual([403, wanted])
      const many = await api().ask<{ code: string; msg: string }[]>(
        'POST',
        '/api-im/ivIdIllegalResult/clubLeadProcess',
        first,
        {
          ids: [key, await accepted()],
          action: 'cl',
          ...formOf('cl', ''),
        },
      )
      expect([many.status, JSON.stringify(many.body)]).toEqual([expect.any(Number), expect.stringContaining(wanted)])
      expect(await clueRow(api(), key)).toMatchObject({ resultStatus: '30' })
    })

    it('are told to the colleague who is handed the record, by name, and to nobody else', async () => {
      const key = await accepted()
      const told = await api()
        .db.selectFrom('message')
        .select(['title', 'toOrgs', 'toUser'])
        .where('bizId', '=', key)
        .execute()
      expect(told).toEqual([{ title: '受理：样例网店', toOrgs: COUNTY.curOrg, toUser: `user-${SECOND}` }])
    })

    it('are another’s, in whose lists the button stands, and of the other records the same one’s', async () => {
      const [second, key] = [await api().token(SECOND), await accepted()]
      const untouched = await clueIn(api(), '30', COUNTY)
      const shown = async (token: string) => {
        const { body } = await api().ask<ListAnswer>('POST', '/api-im/ivIdIllegalResult/queryListNew', token, {
          resultIds: undefined,
          pageRowNo: 200,
          objectName: '样例网店',
        })
        const may = new Map(body.data?.list.map(row => [String(row['resultId']), (row['$may'] ?? []) as string[]]))
        return [key, untouched].map(one => may.get(one)?.includes('cl'))
      }
      expect(await shown(await api().token(FIRST))).toEqual([false, true])
      expect(await shown(second)).toEqual([true, true])
      expect((await take(api(), second, key, 'cl', formOf('cl', ''))).status).toBe(200)
    })
  })
}
