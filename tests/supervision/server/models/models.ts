import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import type { Figures } from '../../../../src/core/contract/statistics.ts'
import { hitsIn, isSuspect, placesOfFeature, scoreOf } from '../../../../src/supervision/server/models/match.ts'
import type { Answer, Api } from '../../../server/support/api.ts'

const [CITY, COUNTY] = ['fj_fuzhou', 'fj_gulou']
const feature = (featureKind: string, more: object): Record<string, string | number> => ({
  featureKind,
  weight: 10,
  ...more,
})

function matching(): void {
  const text = '根治高血压，无效退款。根治！'
  it.each([
    ['any word', feature('1', { words: '根治,药到病除' }), [0, 11]],
    ['all words together', feature('2', { words: '根治,退款' }), [0, 8, 11]],
    ['words of which one is missing', feature('2', { words: '根治,药到病除' }), []],
    ['a pattern', feature('3', { regex: '无效.{0,2}款' }), [6]],
    ['no pattern at all', feature('3', { regex: '(' }), []],
    ['speech as text', feature('8', { words: '退款' }), [8]],
    ['what a word excludes', feature('1', { words: '根治', excludeWords: '无效' }), []],
    ['a picture, which no text shows', feature('4', { words: '根治' }), []],
  ] as const)('hits by %s', (_what, one, from) => {
    const places = placesOfFeature(one, text)
    expect(places.map(place => place.from)).toEqual(from)
    for (const place of places) expect(text.slice(place.from, place.to)).toBe(place.word)
  })

  it.each(['(a+)+$', '^a*a*a*a*a*a*$', '(?=(a+)+$)'])('ends a pattern that would take for ever: %s', regex => {
    expect(placesOfFeature(feature('3', { regex }), `${'a'.repeat(60)}!`)).toEqual([])
  })

  it('has one time for all patterns of a text', () => {
    const slow = feature('3', { regex: '(?=(a+)+$)' })
    const late = feature('3', { regex: '!(?!b)' })
    const all = [...Array<typeof slow>(3).fill(slow), late, feature('3', { regex: '!' }), feature('1', { words: '!' })]
    const bad = `${'a'.repeat(60)}!`
    const left = { ms: 300 }
    // words, and patterns that take no longer than the text is, are always told
    expect(hitsIn(all, bad, left).map(hit => hit.feature)).toEqual(all.slice(4))
    expect(left.ms).toBeLessThanOrEqual(0)
    expect(hitsIn(all.slice(3), bad)).toHaveLength(3)
  })

  it('is suspect by any feature, by all, or by weight', () => {
    const features = [
      feature('1', { words: '根治' }),
      feature('1', { words: '退款', weight: 5 }),
      feature('1', { words: '无' }),
    ]
    const hits = hitsIn(features.slice(0, 2), text)
    expect(scoreOf(hits)).toBe(15)
    const suspect = (logic: string, threshold = 0) => isSuspect({ logic, threshold }, features.slice(0, 2), hits)
    expect([suspect('1'), suspect('2'), suspect('3', 15), suspect('3', 16)]).toEqual([true, true, true, false])
    expect(isSuspect({ logic: '2' }, [...features, feature('1', { words: '没有' })], hits)).toBe(false)
    expect(isSuspect({ logic: '1' }, features, [])).toBe(false)
  })
}

export function modelContract(api: () => Api): void {
  const ask = async <T>(path: string, body: object, user = CITY): Promise<Answer<T>> =>
    api().ask<T>('POST', path, await api().token(user), body)
  const runAt = async (url: string, user = CITY): Promise<Row | null> =>
    (await api().ask<Row>('GET', `/api/modelRun/one?runId=${url.split('=')[1] ?? ''}`, await api().token(user))).body
      .data ?? null
  const made = async (): Promise<{ id: string; featureIds: string[] }> => {
    const token = await api().token(CITY)
    const { illegalId } = await api().first('/api/wjIllegalItem/list', token)
    const featureIds: string[] = []
    for (const words of ['稀有词甲', '稀有词乙']) {
      const body = { illegalId, featureName: words, featureKind: '1', words, weight: 20, enabled: 1 }
      featureIds.push((await ask<string>('/api/wjIllegalFeatures/save', body)).body.data ?? '')
    }
    const model = { modelName: '样例模型', illegalId, features: featureIds, logic: '3', threshold: 30, state: 1 }
    return { id: (await ask<string>('/api/model/save', model)).body.data ?? '', featureIds }
  }

  describe('a feature', matching)

  describe('a model', () => {
    it('is tried on a text, and what it hit is kept', async () => {
      const { id, featureIds } = await made()
      const run = async (text: string) =>
        (await ask<{ url: string }>('/api/model/run', { modelId: id, text })).body.data?.url ?? ''
      expect(await runAt(await run('只有稀有词甲'))).toMatchObject({
        suspect: 0,
        score: 20,
        hitCount: 1,
        triedCount: 2,
      })
      const both = await run('稀有词乙和稀有词甲')
      expect(await runAt(both)).toMatchObject({ suspect: 1, score: 40, hitWords: '稀有词乙、稀有词甲', modelId: id })
      expect(await runAt(both, 'huainan_admin')).toBeNull()
      await api()
        .db.updateTable('illegalFeature')
        .set({ enabled: 0 })
        .where('featureId', '=', featureIds[0] ?? '')
        .execute()
      expect(await runAt(await run('稀有词乙和稀有词甲'))).toMatchObject({ hitCount: 1, triedCount: 1 })
      const test = await ask<{ url: string }>('/api/wjIllegalFeatures/test', { text: '稀有词乙' }, COUNTY)
      expect(await runAt(test.body.data?.url ?? '', COUNTY)).toMatchObject({ hitWords: '稀有词乙', suspect: 1 })
      expect((await ask('/api/model/run', { modelId: id })).status).toBe(400)
    })

    it('gets a new version when it finds something else, and a name is none', async () => {
      const { id } = await made()
      const versions = async (): Promise<unknown[]> =>
        (await api().list('/api/modelVersion/list', await api().token(CITY), { modelId: id })).list
          .map(row => row['version'])
          .sort()
      expect(await versions()).toEqual(['v1'])
      expect((await ask('/api/model/save', { modelId: id, modelName: '改了名的模型' })).status).toBe(200)
      expect((await ask('/api/model/save', { modelId: id, threshold: 40 })).status).toBe(200)
      expect(await versions()).toEqual(['v1', 'v2'])
      expect((await ask('/api/model/save', { modelId: id, threshold: 50 }, COUNTY)).status).toBe(403)
    })

    it('is as precise as its judged hits were confirmed, as far as one sees them', async () => {
      const { id } = await made()
      const shown = async (user: string): Promise<Row> =>
        api().first('/api/model/list', await api().token(user), { modelId: id })
      expect(await shown(CITY)).not.toHaveProperty('precision')
      const today = new Date().toISOString().slice(0, 10)
      const hit = (judge: string, n: number) => ({
        id: `${id}-${n}`,
        modelId: id,
        judge,
        areaCode: '350102',
        customerId: '200035',
        provinceCode: '35',
        objectName: '店',
        hitTime: n === 0 ? '2020-01-01 00:00:00' : today,
        judgeTime: today,
        delFlag: 0,
      })
      await api().db.insertInto('suspectedHistory').values(['1', '1', '2', '3', '4'].map(hit)).execute()
      expect(await shown(CITY)).toMatchObject({ judgedCount: 3, precision: 66.7, hits30: 4 })
      expect(await shown('gz_province').catch(() => 'unseen')).toBe('unseen')
      // the board of a model says the same, and its numbers lead to the judgements
      const board = { page: 'modelManagement/modelPrecision', record: id, period: today.slice(0, 7) }
      const { body } = await api().ask<{ widgets: Record<string, Figures> }>(
        'POST',
        '/api-console/figures',
        await api().token(CITY),
        { ...board, widgets: ['precision', 'judged', 'models'] },
      )
      const { precision, judged, models } = body.data?.widgets ?? {}
      expect([precision?.total.values, judged?.total.values]).toEqual([[expect.closeTo(0.667, 2)], [3]])
      expect(models?.rows).toMatchObject([{ keys: [id], values: [3, 2, 1, expect.closeTo(0.667, 2)] }])
      expect(judged?.list?.page).toBe('illegalClues/suspectedHistory')
    })
  })
}
