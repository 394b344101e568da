import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Api } from '../../../server/support/api.ts'
import { madeClue } from './made-clue.ts'

const CITY = 'fj_fuzhou'
const REPORT = {
  title: '媒体样例报道',
  mediaType: '2',
  url: 'https://media-sample.example/',
  relatedArea: '350102',
  relatedSubject: '样例商行',
}
const CLUE = {
  objectName: '样例网店',
  objectUrl: 'https://shop-sample.example/',
  illegalCategory: '03',
  illegalDesc: '报道称其虚假宣传',
  riskLevel: '2',
}

export function mediaContract(api: () => Api): void {
  const ask = async (path: string, body: object, user = CITY) =>
    api().ask<string>('POST', path, await api().token(user), body)
  const found = async (id: string): Promise<Row | undefined> =>
    (await api().list('/api/wjMediaFocus/list', await api().token(CITY), { title: REPORT.title })).list.find(
      row => row['id'] === id,
    )

  describe('a report in the media', () => {
    it('becomes a clue of source 10 in the area that it concerns, once', async () => {
      const id = (await ask('/api/mediaFocus/save', REPORT)).body.data ?? ''
      expect(await found(id)).toMatchObject({ handled: '0', relatedArea: '350102' })
      const act = (action: string, more: object) => ask('/api/mediaFocus/act', { id, action, ...more })
      const lacking = await act('toClue', { ...CLUE, illegalDesc: '' })
      expect([lacking.status, lacking.body.resultMsg]).toEqual([400, expect.stringContaining('违法描述')])
      expect((await act('toClue', CLUE)).status).toBe(200)
      const report = await found(id)
      expect(report).toMatchObject({ handled: '1' })
      const clue = await madeClue(api(), report?.['clueId'])
      expect(clue).toMatchObject({
        illegalSource: '10',
        resultStatus: '10',
        areaCode: '350102',
        objectUrl: CLUE.objectUrl,
        subjectName: '样例商行',
      })
      expect((await act('toClue', CLUE)).status).toBe(409)
      expect((await act('ignore', { ignoreReason: '不涉及违法' })).status).toBe(409)
    })

    it('is nobody’s who does not see its area', async () => {
      const id = (await ask('/api/mediaFocus/save', { ...REPORT, title: '另一篇样例' })).body.data ?? ''
      const other = await ask('/api/mediaFocus/act', { id, action: 'ignore', ignoreReason: '试' }, 'huainan_admin')
      expect(other.status).toBe(404)
    })
  })
}
