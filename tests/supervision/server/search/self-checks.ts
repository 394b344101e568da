import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { ownEngine } from '../../../../src/supervision/server/search/own-engine.ts'
import { callOf } from '../../../server/openapi/planted.ts'
import type { Answer, Api } from '../../../server/support/api.ts'
import { searchEngineContract } from './contract.ts'

const [OFFICER, OTHERS] = ['fj_gulou', 'huainan_admin']
interface Held {
  result: Row[]
  clueCount: number
}

export function selfCheckContract(api: () => Api): void {
  const ask = async <T>(path: string, body: object, user = OFFICER): Promise<Answer<T>> =>
    api().ask<T>('POST', `/api/selfCheck/${path}`, await api().token(user), body)
  const shop = async (): Promise<Row> => api().first('/api-im/eshop/eshopList', await api().token(OFFICER))

  describe('the own library as a search engine', () => {
    searchEngineContract(async () => {
      const endpoint = { name: 'x', label: 'x', method: 'POST', path: '/x', in: 'body' } as const
      const call = await callOf(api(), await api().token(OFFICER), endpoint, {})
      return { engine: ownEngine, ground: { call, file: [] }, keyword: '店' }
    })
  })

  describe('a self check', () => {
    it('finds what is held about a subject by its code, in the own area alone', async () => {
      const { uscc_dim: keyword, shopName } = await shop()
      const held = (await ask<Held>('search', { keyword })).body.data
      expect(held?.result).toContainEqual(expect.objectContaining({ objectName: shopName, uscc_dim: keyword }))
      const codes = held?.result.map(row => row['uscc_dim'])
      expect(new Set(codes)).toEqual(new Set([keyword]))
      const clues = await api().list('/api-im/ivIdIllegalResult/queryListNew', await api().token(OFFICER), {
        uscc_dim: keyword,
      })
      expect(held?.clueCount).toBe(clues.totalRecord)
      expect((await ask<Held>('search', { keyword }, OTHERS)).body.data).toMatchObject({ result: [], clueCount: 0 })
      expect((await ask('search', {})).status).toBe(400)
    })

    it('keeps what was found and how it was judged, and nothing else that a form says', async () => {
      const { shopName, shopUrl } = await shop()
      const found = (await ask<Held>('search', { keyword: shopName, scope: '1' })).body.data?.result ?? []
      const told = found.map(row => ({ ...row, illegalCount: 99, verdict: row['url'] === shopUrl ? '1' : '2' }))
      const foreign = { objectKind: '1', objectName: '别人的店', url: 'https://nobody.example/', verdict: '1' }
      const saved = await ask<string>('save', { keyword: shopName, scope: '1', result: [...told, foreign] })
      const token = await api().token(OFFICER)
      const row = await api().first('/api/selfCheck/list', token, { id: saved.body.data })
      expect(row).toMatchObject({ hitCount: found.length, illegalCount: 1, by: 'user-fj_gulou', areaCode: '350102' })
      const one = await api().ask<Row>('GET', `/api/selfCheck/one?id=${String(saved.body.data)}`, token)
      expect(one.body.data?.['result']).toEqual(found.map((one, i) => ({ ...one, verdict: told[i]?.verdict })))
      const others = await api().list('/api/selfCheck/list', await api().token(OTHERS), { id: saved.body.data })
      expect(others.totalRecord).toBe(0)
      const change = (user: string) => ask('save', { id: saved.body.data, result: told, conclusion: '改' }, user)
      const foreigner = await change('fj_fuzhou')
      expect([foreigner.status, foreigner.body.resultMsg]).toEqual([
        403,
        expect.stringContaining('只能修改自己的自查记录'),
      ])
      expect((await change(OFFICER)).status).toBe(200)
    })
  })
}
