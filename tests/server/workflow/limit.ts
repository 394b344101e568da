import { randomUUID } from 'node:crypto'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { LIMIT_SOON } from '../../../src/core/model/field/parts.ts'
import { nearUntil } from '../../../src/core/workflow/due.ts'
import { calendarFrom } from '../../../src/core/workflow/working-days.ts'
import { chinaTime, momentOf } from '../../../src/server/db/time.ts'
import type { Api } from '../support/api.ts'
import { ended } from '../support/wait.ts'
import { clueIn, clueRow, take } from './clues.ts'

const COUNTY = { customerId: '200035', areaCode: '350102', curOrg: 'org-350102', sendOrg: 'org-350100' }
const LIST = '/api/ivIdIllegalResult/queryListNew'
const [EARLY, LATE] = ['2098-01-10 09:00:00', '2099-01-10 09:00:00']

export function limitContract(api: () => Api): void {
  const limitOf = async (key: string): Promise<unknown> => (await clueRow(api(), key))['limit']

  describe('the limit that binds next', () => {
    it('R7.01 is that of the state, then that of the record, and none once it is closed', async () => {
      const key = await clueIn(api(), '20', { ...COUNTY, stepTime: EARLY, limitTime: LATE })
      expect(await limitOf(key)).toBe(EARLY)
      expect((await take(api(), await api().token('fj_gulou'), key, 'sl')).status).toBe(200)
      expect(await limitOf(key)).toBe(LATE)
      await api().db.updateTable('illegalResult').set({ finishState: 1 }).where('resultId', '=', key).execute()
      expect(await limitOf(key)).toBeNull()
    })

    it('is the earlier of the two, whoever writes it, and not what anybody says of it', async () => {
      const both = { ...COUNTY, stepTime: LATE, limitTime: EARLY }
      expect(await limitOf(await clueIn(api(), '20', { ...both, limit: '2001-01-01 00:00:00' }))).toBe(EARLY)
      expect(await limitOf(await clueIn(api(), '20', { ...COUNTY, limitTime: LATE }))).toBe(LATE)
      expect(await limitOf(await clueIn(api(), '20', COUNTY))).toBeNull()
    })

    it('of a day is its end, and of a state in which nothing is due or that pauses it none', async () => {
      const assignId = `t-${randomUUID()}`
      const task = { assignId, assignNo: assignId.slice(0, 20), areaCode: '350102', provinceCode: '35', delFlag: 0 }
      await api()
        .db.insertInto('assign')
        .values({ ...task, title: '巡查', state: '1', limitDate: '2098-01-10' })
        .execute()
      const tasks = () => api().db.selectFrom('assign').select('limit').where('assignId', '=', assignId).execute()
      expect(await tasks()).toEqual([{ limit: '2098-01-10 23:59:59' }])
      await api().db.updateTable('assign').set({ state: '2' }).where('assignId', '=', assignId).execute()
      expect(await tasks()).toEqual([{ limit: null }])
      const id = `t-${randomUUID()}`
      await api()
        .db.insertInto('case')
        .values({ id, areaCode: '350102', provinceCode: '35', delFlag: 0, caseStatus: '07', limitTime: EARLY })
        .execute()
      const cases = () => api().db.selectFrom('case').select('limit').where('id', '=', id).execute()
      expect(await cases()).toEqual([{ limit: EARLY }])
      await api().db.updateTable('case').set({ caseStatus: '15' }).where('id', '=', id).execute()
      expect(await cases()).toEqual([{ limit: null }])
    })

    it('R4.05 sorts, filters by what is late and what is near, and is exported in words', async () => {
      const token = await api().token('fj_gulou')
      const name = `期限${randomUUID().slice(0, 8)}`
      const now = chinaTime()
      const calendar = calendarFrom(days => api().services.configuration().scope({}).dictionary(days))
      const far = nearUntil(now, LIMIT_SOON, calendar)
      const near = chinaTime(momentOf(far) - 1000)
      const past = chinaTime(momentOf(now) - 3 * 86_400_000)
      const clue = (limitTime: string | null, more: object = {}): Promise<string> =>
        clueIn(api(), '30', { ...COUNTY, objectName: name, limitTime, ...more })
      const none = await clue(null)
      const [soon, late, later] = [await clue(near), await clue(past), await clue(far)]
      const keys = async (more: object): Promise<unknown[]> => {
        const args = { objectName: name, pageNo: 1, pageRowNo: 20, pageFlag: 1, orderBy: 'limit', ...more }
        return (await api().list(LIST, token, args)).list.map(row => row['resultId'])
      }
      expect(await keys({})).toEqual([late, soon, later, none])
      expect(await keys({ limit: 'late' })).toEqual([late])
      expect(await keys({ limit: ['soon'] })).toEqual([soon])
      expect(await keys({ limit: 'late,soon', orderBy: 'limit desc' })).toEqual([soon, late])
      expect(await keys({ limit: ['$empty'] })).toEqual([none])
      const refused = await api().ask('POST', LIST, token, { limit: '2026-01-01', pageNo: 1, pageRowNo: 20 })
      expect(refused.body.resultMsg).toContain('期限不能按“2026-01-01”筛选')

      const started = await api().ask<{ id: string }>('POST', '/api-console/exports', token, {
        call: 'illegalResult.list',
        args: { objectName: name, orderBy: 'limit' },
        route: 'illegalClues/Case',
        columns: [
          { name: 'limit', label: '', kind: 'limit', width: 110 },
          { name: 'objectName', label: '', kind: 'text', width: 110 },
        ],
        title: '线索',
        filterSummary: '',
      })
      const id = started.body.data?.id ?? ''
      await ended(api(), token, '/api-console/exports', id)
      const file = await api().app.inject({
        method: 'POST',
        url: '/prod-api/api-console/exports/file',
        payload: { id },
        headers: { authorization: `Bearer ${token}` },
      })
      const rows = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
      expect(rows.slice(4, 8).map(row => [row[0] ?? '', row[1]])).toEqual(
        ['超期 3 天', '剩 3 个工作日', '剩 4 个工作日', ''].map(words => [words, name]),
      )
    })
  })
}
