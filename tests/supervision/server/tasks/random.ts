import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { DATA_CHANGES } from '../../../../src/supervision/server/tables/data-changes.ts'
import type { Api } from '../../../server/support/api.ts'

const ACT = '/api-console/workflow/taskRandom'
const SAMPLE = '/api-console/workflow/randomSample'
const DRAFT = {
  taskName: '甲抽查',
  randomKind: '1',
  pool: '1',
  areaScope: '340402,340403',
  ratio: 8,
  inspectorPool: 'org-340402,org-340402-执法大队,org-340403',
  inspectorsPer: 2,
  checkItems: '亮照',
  startDate: '2026-01-05',
  endDate: '2030-01-05',
}

/** Drawn in words of the test's own: the lowest SHA-256 of seed and key. */
const drawn = (seed: string, keys: string[], count: number): string[] =>
  keys
    .map(key => [createHash('sha256').update(`${seed}:${key}`).digest('hex'), key] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, count)
    .map(([, key]) => key)

export function randomContract(api: () => Api): void {
  const ask = async (user: string, method: 'GET' | 'POST', path: string, body?: object) =>
    api().ask<unknown>(method, path, await api().token(user), body)
  const act = (user: string, id: string, action: string, form: object = {}) =>
    ask(user, 'POST', ACT, { id, action, ...form })
  const one = async (id: string): Promise<Row> =>
    (await ask('huainan_admin', 'GET', `/api-console/tasks/random/one?id=${id}`)).body.data as Row
  const samplesOf = (id: string) =>
    api().db.selectFrom('randomSample').selectAll().where('taskId', '=', id).orderBy('place').execute()
  const drafted = async (more: object = {}): Promise<string> => {
    const { status, body } = await ask('huainan_admin', 'POST', '/api-im/wjTaskRandom/save', { ...DRAFT, ...more })
    expect([status, body.resultMsg]).toEqual([200, expect.anything()])
    return String(body.data)
  }
  const verified = async (id: string) =>
    (await ask('huainan_admin', 'GET', `/api-console/tasks/random/verify?id=${id}`)).body.data

  describe('random tasks', () => {
    it('draw the same sample from the same seed and list, and another one from another seed', async () => {
      const [a, b, c] = [await drafted(), await drafted(), await drafted()]
      for (const [id, seed] of [
        [a, 'seed-one'],
        [b, 'seed-one'],
        [c, 'seed-two'],
      ] as const)
        expect((await act('huainan_admin', id, 'draw', { seed })).body.data).toMatchObject({ to: '1' })
      const [one1, one2, two] = [await samplesOf(a), await samplesOf(b), await samplesOf(c)].map(rows =>
        rows.map(row => String(row['objectId'])),
      )
      expect(one1?.length).toBeGreaterThan(2)
      expect(one1).toEqual(one2)
      expect(one1).not.toEqual(two)
      const task = await one(a)
      const pool = (
        await api()
          .db.selectFrom('eshop')
          .select('uniqueId')
          .where('areaCode', 'like', '3404%')
          .where('isDead', '=', 0)
          .where('delFlag', '=', 0)
          .where(eb => eb.or([eb('areaCode', 'like', '340402%'), eb('areaCode', 'like', '340403%')]))
          .where(eb => eb.or([eb('customerId', '=', '87190'), eb('customerId', 'is', null)]))
          .execute()
      ).map(row => `1-${String(row['uniqueId'])}`)
      const keys = drawn('seed-one', pool, Math.ceil(pool.length * 0.08))
      expect(task).toMatchObject({
        seed: 'seed-one',
        poolSize: pool.length,
        sampleCount: Math.ceil(pool.length * 0.08),
        drawBy: 'user-huainan_admin',
      })
      // the list tells kinds of carriers apart, a sample has its kind beside its key
      expect(one1).toEqual(keys.map(key => key.slice('1-'.length)))
    })

    it('freeze seed and lists with the draw: nobody changes them, and anybody can draw again', async () => {
      const id = await drafted()
      expect((await ask('huainan_admin', 'GET', `/api-console/tasks/random/verify?id=${id}`)).status).toBe(400)
      await act('huainan_admin', id, 'draw')
      const [task, samples] = [await one(id), await samplesOf(id)]
      expect(String(task['seed'])).toMatch(/^[0-9a-f]{32}$/)
      expect(await verified(id)).toMatchObject({
        samePool: true,
        same: true,
        seed: task['seed'],
        sampleCount: samples.length,
      })
      expect(
        (await ask('huainan_admin', 'POST', '/api-im/wjTaskRandom/save', { id, seed: 'another', ratio: 50 })).status,
      ).toBe(409)
      expect((await act('huainan_admin', id, 'draw', { seed: 'another' })).status).toBe(409)
      expect((await ask('huainan_admin', 'POST', '/api-console/tasks/random/delete', { id })).status).toBe(409)
      expect(
        api()
          .services.configuration()
          .endpoints()
          .filter(call => call.entity === 'randomSample' && call.changes)
          .map(call => call.name),
      ).toEqual(['randomSample.act'])
      expect([await one(id), await samplesOf(id)]).toEqual([task, samples])
      // who gets at the database is found out
      await api()
        .db.updateTable('randomSample')
        .set({ objectId: 'somebody-else' })
        .where('id', '=', String(samples[0]?.['id']))
        .execute()
      expect(await verified(id)).toMatchObject({ samePool: true, same: false })
      await api()
        .db.updateTable('taskRandom')
        .set({ poolKeys: JSON.stringify(['1-only']) })
        .where('id', '=', id)
        .execute()
      expect(await verified(id)).toMatchObject({ samePool: false, same: false })
    })

    it('of an older version hold the carrier’s own key after the next start, and are drawn as they were', async () => {
      const id = await drafted()
      await act('huainan_admin', id, 'draw', { seed: 'seed-old' })
      const now = await samplesOf(id)
      await sql`update "randomSample" set "objectId" = "objectKind" || '-' || "objectId" where "taskId" = ${id}`.execute(
        api().db,
      )
      expect(await verified(id)).toMatchObject({ same: false })
      const apply = async () => {
        for (const { statement } of DATA_CHANGES) await sql.raw(statement).execute(api().db)
      }
      await apply()
      expect(await samplesOf(id)).toEqual(now)
      expect(await verified(id)).toMatchObject({ samePool: true, same: true })
      // after a restore it runs again
      await apply()
      expect(await samplesOf(id)).toEqual(now)
    })

    it('take results from the paired inspectors alone, publish what was reviewed, and end when all is published', async () => {
      const id = await drafted({ ratio: 1 })
      await act('huainan_admin', id, 'draw', { seed: 'pairs' })
      expect((await act('huainan_admin', id, 'dispatch')).body.data).toMatchObject({ to: '2' })
      const samples = await samplesOf(id)
      const names = (row: Row | undefined): string[] =>
        String(row?.['inspectors'] ?? '')
          .split(',')
          .map(user => user.replace('user-', ''))
      for (const row of samples) expect(new Set(names(row)).size).toBe(2)
      const all = ['huainan_datong', 'huainan_datong_dadui', 'huainan_tianjiaan']
      for (const row of samples) {
        const key = String(row['id'])
        const [paired = ''] = names(row)
        const other = all.find(user => !names(row).includes(user)) ?? ''
        const enter = (user: string) =>
          ask(user, 'POST', SAMPLE, { id: key, action: 'enter', checkResults: '2', disposal: '3' })
        expect([403, 404]).toContain((await enter(other)).status)
        expect((await enter('huainan_admin')).status).toBe(403)
        expect((await enter(paired)).body.data).toMatchObject({ to: '1' })
        expect((await ask(paired, 'POST', SAMPLE, { id: key, action: 'pass' })).status).toBe(403)
        expect((await act('huainan_admin', id, 'finish')).body.resultMsg).toMatch(/没有公示结果/)
        expect((await ask('huainan_admin', 'POST', SAMPLE, { id: key, action: 'pass' })).body.data).toMatchObject({
          to: '3',
        })
      }
      expect(await one(id)).toMatchObject({ doneCount: samples.length, problemCount: samples.length })
      expect((await act('huainan_admin', id, 'finish')).body.data).toMatchObject({ to: '4' })
    })

    it('refuse a pool without objects, and too few inspectors', async () => {
      expect((await act('huainan_admin', await drafted({ pool: '11' }), 'draw')).body.resultMsg).toBe(
        '抽查库里没有对象，请换一个抽查库或实施地区',
      )
      const id = await drafted({ inspectorPool: 'org-340404', ratio: 1, inspectorsPer: 8 })
      await act('huainan_admin', id, 'draw')
      expect((await act('huainan_admin', id, 'dispatch')).body.resultMsg).toBe('检查人员库只有 6 人，每组需要 8 人')
      expect(await one(id)).toMatchObject({ taskStatus: '1' })
    })

    it('of the demonstration can be drawn again, too', async () => {
      const { list } = await api().list('/api-im/wjTaskRandom/list', await api().token('fj_fuzhou'), {
        taskStatus: '1,2,4',
        taskName: '双随机',
      })
      const mine = list.filter(row => String(row['id']).startsWith('demo-'))
      expect(mine.length).toBeGreaterThan(0)
      for (const row of mine)
        expect(
          (await ask('fj_fuzhou', 'GET', `/api-console/tasks/random/verify?id=${String(row['id'])}`)).body.data,
        ).toMatchObject({ same: true, samePool: true })
    })
  })
}
