import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { begin } from '../../../src/server/jobs/jobs.ts'
import type { Api } from '../support/api.ts'
import { ended } from './wait.ts'

const BATCHES = '/api-console/batches'
const SELECTIONS = '/api-console/selections'
const SITES = '/api-im/website/websiteList'
interface Started { id: string; total: number }

export function batchContract(api: () => Api): void {
  const own = (): Promise<string> => api().token('huainan_fengtai')
  const run = async (token: string, body: object): Promise<{ status: number; data: Started; msg: string | undefined }> => {
    const answer = await api().ask<Started>('POST', BATCHES, token, body)
    return { status: answer.status, data: answer.body.data as Started, msg: answer.body.resultMsg }
  }

  describe('a selection of all that match', () => {
    it('is frozen as keys, in one’s own scope, whatever comes later', async () => {
      const token = await own()
      const { totalRecord } = await api().list(SITES, token, { marked: '1' })
      const frozen = await api().ask('POST', SELECTIONS, token, { call: 'website.list', args: { marked: '1', pageNo: 1, pageRowNo: 20, pageFlag: 1 } })
      expect(frozen.body.data).toMatchObject({ count: totalRecord, capped: false })
      expect((await api().ask('POST', SELECTIONS, token, { call: 'website.list', args: { nothing: 1 } })).status).toBe(400)
      expect((await api().ask('POST', SELECTIONS, token, { call: 'website.save', args: {} })).status).toBe(400)
      expect((await api().ask('POST', SELECTIONS, await api().token('huainan_shangyao'), { call: 'user.list', args: {} })).status).toBe(403)
    })
  })

  describe('a batch', () => {
    it('R8.04 makes the same call for each key, with all its rights, and names those that failed', async () => {
      const token = await own()
      const mine = (await api().list(SITES, token, { pageRowNo: 3 })).list.map(row => String(row['uniqueId']))
      const foreign = String((await api().first(SITES, await api().token('huainan_tianjiaan')))['uniqueId'])
      const { data } = await run(token, { call: 'website.save', args: { payMode: '货到付款' }, keys: [...mine, foreign, mine[0]] })
      expect(data.total).toBe(4)
      const state = await ended(api(), token, BATCHES, data.id)
      expect(state).toMatchObject({ total: 4, done: 4, ok: 3, finished: true, cancelled: false, results: [{ key: foreign, code: '0', msg: '记录不存在或不在您的管辖范围内' }] })
      const { rows } = await sql<{ n: number }>`select count(*) as n from website where "payMode" = '货到付款' and "uniqueId" in (${sql.join(mine)})`.execute(api().db)
      expect(Number(rows[0]?.n)).toBe(3)
      const trail = await api().db.selectFrom('sys_audit').select('action').where('objectId', 'in', [...mine, data.id]).where('username', '=', 'huainan_fengtai').execute()
      expect(trail.map(entry => entry['action']).sort()).toEqual(['batch.run', 'website.save', 'website.save', 'website.save'])
    })

    it('takes a frozen selection, one’s own alone', async () => {
      const token = await own()
      const selection = (await api().ask<{ id: string; count: number }>('POST', SELECTIONS, token, { call: 'website.list', args: { pageRowNo: 1 } })).body.data
      const body = { call: 'website.save', args: { remark: '批量备注' }, selectionId: selection?.id }
      expect((await run(await api().token('huainan_tianjiaan'), body)).status).toBe(404)
      const { data } = await run(token, body)
      expect(data.total).toBe(selection?.count)
      expect(await ended(api(), token, BATCHES, data.id)).toMatchObject({ ok: data.total, results: [] })
    })

    it('is refused where one may not make the call, for calls that change nothing, and without keys', async () => {
      const token = await own()
      expect((await run(token, { call: 'user.delete', keys: ['user-admin'] })).status).toBe(200)
      expect((await run(await api().token('huainan_shangyao'), { call: 'user.delete', keys: ['user-admin'] })).status).toBe(403)
      expect(await run(token, { call: 'website.list', keys: ['a'] })).toMatchObject({ status: 400, msg: '网站列表不能批量执行' })
      expect(await run(token, { call: 'website.save', args: {} })).toMatchObject({ status: 400, msg: '请选择要操作的记录' })
      expect((await run(token, { call: 'no.call', keys: ['a'] })).status).toBe(400)
      expect((await run(token, { call: 'website.save', keys: [{ a: 1 }] })).status).toBe(400)
      expect((await run(token, { call: 'website.save', keys: Array.from({ length: 10_001 }, (_, n) => String(n)) })).status).toBe(400)
      const admin = await api().db.selectFrom('user').select('delFlag').where('id', '=', 'user-admin').executeTakeFirst()
      expect(admin).toEqual({ delFlag: 0 })
    })

    it('is seen and cancelled by its owner alone, lets others through, and no more than two run at once', async () => {
      const token = await own()
      const keys = Array.from({ length: 3000 }, (_, n) => `missing-${n}`)
      const first = await run(token, { call: 'website.save', args: {}, keys })
      const second = await run(token, { call: 'website.save', args: {}, keys })
      expect((await run(token, { call: 'website.save', args: {}, keys })).msg).toBe('已有 2 个任务正在运行，请等它们完成后再试')
      const other = await api().token('huainan_tianjiaan')
      const began = Date.now()
      expect((await api().list(SITES, other)).list.length).toBeGreaterThan(0)
      expect(Date.now() - began).toBeLessThan(1500)
      expect((await api().ask('GET', `${BATCHES}?id=${first.data.id}`, other)).status).toBe(404)
      expect((await api().ask('POST', `${BATCHES}/cancel`, other, { id: first.data.id })).status).toBe(404)
      for (const { data } of [first, second]) {
        expect((await api().ask('POST', `${BATCHES}/cancel`, token, { id: data.id })).status).toBe(200)
        const state = await ended(api(), token, BATCHES, data.id)
        expect(state).toMatchObject({ cancelled: true, ok: 0 })
        expect(state.done).toBeLessThan(3000)
        expect(state.results.length).toBeLessThanOrEqual(200)
      }
    })

    it('ends with its person: whoever is disabled does no more', async () => {
      const token = await api().token('huainan_bagongshan')
      const { data } = await run(token, { call: 'website.save', args: {}, keys: Array.from({ length: 500 }, (_, n) => `missing-${n}`) })
      await api().db.updateTable('user').set({ enabled: 0 }).where('id', '=', 'user-huainan_bagongshan').execute()
      for (let tries = 0; tries < 400; tries++) {
        const job = await api().db.selectFrom('sys_job').select(['finished', 'error']).where('id', '=', data.id).executeTakeFirst()
        if (job?.['finished'] === 1) return expect(job['error']).toBe('账号已停用，任务已中断')
        await new Promise(resolve => setTimeout(resolve, 25))
      }
      throw new Error('it went on')
    })

    it('does not begin where it cannot be told who began it', async () => {
      const unwritten = begin(api().db, { userId: 'nobody', kind: 'batch', total: 1 }, () => Promise.reject(new Error('no entry')))
      await expect(unwritten).rejects.toThrow('no entry')
      expect(await api().db.selectFrom('sys_job').select('id').where('userId', '=', 'nobody').execute()).toEqual([])
    })
    it('that has lost its process says so', async () => {
      const token = await own()
      const old = Date.now() - 120_000
      await api().db.insertInto('sys_job').values({ id: 'lost', userId: 'user-huainan_fengtai', kind: 'batch', total: 5, done: 2, createdAt: old, beatAt: old }).execute()
      expect((await api().ask('GET', `${BATCHES}?id=lost`, token)).body.data).toMatchObject({ finished: true, error: '服务曾经重启，任务已中断，请重新操作' })
    })
  })
}
