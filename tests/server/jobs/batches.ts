import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { begin } from '../../../src/server/jobs/jobs.ts'
import { enterRow, entered, ClaimLost } from '../../../src/server/jobs/rows.ts'
import type { Api } from '../support/api.ts'
import { ended, type Progress } from '../support/wait.ts'

const BATCHES = '/api-console/batches'
const SELECTIONS = '/api-console/selections'
const SITES = '/api-im/website/websiteList'
const HOUR = 3_600_000
interface Started {
  id: string
  total: number
}

export function batchContract(api: () => Api): void {
  const own = (): Promise<string> => api().token('huainan_fengtai')
  const run = async (
    token: string,
    body: object,
  ): Promise<{ status: number; data: Started; msg: string | undefined }> => {
    const answer = await api().ask<Started>('POST', BATCHES, token, body)
    return { status: answer.status, data: answer.body.data as Started, msg: answer.body.resultMsg }
  }

  const progress = async (token: string, id: string): Promise<Progress> => {
    // of a server that has just lost its database nothing is heard for a moment
    const { status, body } = await api().ask<Progress>('GET', `${BATCHES}?id=${id}`, token)
    return status === 503 ? progress(token, id) : (body.data as Progress)
  }

  describe('a selection of all that match', () => {
    it('is frozen as keys, in one’s own scope, whatever comes later', async () => {
      const token = await own()
      const { totalRecord } = await api().list(SITES, token, { marked: '1' })
      const frozen = await api().ask('POST', SELECTIONS, token, {
        call: 'website.list',
        args: { marked: '1', pageNo: 1, pageRowNo: 20, pageFlag: 1 },
      })
      expect(frozen.body.data).toMatchObject({ count: totalRecord, capped: false })
      expect((await api().ask('POST', SELECTIONS, token, { call: 'website.list', args: { nothing: 1 } })).status).toBe(
        400,
      )
      expect((await api().ask('POST', SELECTIONS, token, { call: 'website.save', args: {} })).status).toBe(400)
      expect(
        (await api().ask('POST', SELECTIONS, await api().token('huainan_shangyao'), { call: 'user.list', args: {} }))
          .status,
      ).toBe(403)
    })
  })

  describe('a batch', () => {
    it('R8.04 makes the same call for each key, with all its rights, and names those that failed', async () => {
      const token = await own()
      const mine = (await api().list(SITES, token, { pageRowNo: 3 })).list.map(row => String(row['uniqueId']))
      const foreign = String((await api().first(SITES, await api().token('huainan_tianjiaan')))['uniqueId'])
      const { data } = await run(token, {
        call: 'website.save',
        args: { regAddress: '货到付款' },
        keys: [...mine, foreign, mine[0]],
      })
      expect(data.total).toBe(4)
      const state = await ended(api(), token, BATCHES, data.id)
      expect(state).toMatchObject({
        total: 4,
        done: 4,
        ok: 3,
        finished: true,
        cancelled: false,
        results: [{ key: foreign, code: '0', msg: '记录不存在或不在您的管辖范围内' }],
      })
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from website where "regAddress" = '货到付款' and "uniqueId" in (${sql.join(mine)})`.execute(
        api().db,
      )
      expect(Number(rows[0]?.n)).toBe(3)
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select('action')
        .where('objectId', 'in', [...mine, data.id])
        .where('username', '=', 'huainan_fengtai')
        // the demonstration has a past of its own
        .where('action', '!=', 'website.verify')
        .execute()
      expect(trail.map(entry => entry['action']).sort()).toEqual([
        'batch.run',
        'website.save',
        'website.save',
        'website.save',
      ])
    })

    it('takes a frozen selection, one’s own alone', async () => {
      const token = await own()
      const selection = (
        await api().ask<{ id: string; count: number }>('POST', SELECTIONS, token, {
          call: 'website.list',
          args: { pageRowNo: 1 },
        })
      ).body.data
      const body = { call: 'website.save', args: { remark: '批量备注' }, selectionId: selection?.id }
      expect((await run(await api().token('huainan_tianjiaan'), body)).status).toBe(404)
      const { data } = await run(token, body)
      expect(data.total).toBe(selection?.count)
      expect(await ended(api(), token, BATCHES, data.id)).toMatchObject({ ok: data.total, results: [] })
    })

    it('is refused where one may not make the call, for calls that change nothing, and without keys', async () => {
      const token = await own()
      expect((await run(token, { call: 'user.delete', keys: ['user-admin'] })).status).toBe(200)
      expect(
        (await run(await api().token('huainan_shangyao'), { call: 'user.delete', keys: ['user-admin'] })).status,
      ).toBe(403)
      expect(await run(token, { call: 'website.list', keys: ['a'] })).toMatchObject({
        status: 400,
        msg: '网站列表不能批量执行',
      })
      expect(await run(token, { call: 'website.save', args: {} })).toMatchObject({
        status: 400,
        msg: '请选择要操作的记录',
      })
      expect((await run(token, { call: 'no.call', keys: ['a'] })).status).toBe(400)
      expect((await run(token, { call: 'website.save', keys: [{ a: 1 }] })).status).toBe(400)
      expect(
        (await run(token, { call: 'website.save', keys: Array.from({ length: 10_001 }, (_, n) => String(n)) })).status,
      ).toBe(400)
      const admin = await api()
        .db.selectFrom('user')
        .select('delFlag')
        .where('id', '=', 'user-admin')
        .executeTakeFirst()
      expect(admin).toEqual({ delFlag: 0 })
    })

    it('is seen and cancelled by its owner alone, lets others through, and no more than two run at once', async () => {
      const token = await own()
      const keys = Array.from({ length: 3000 }, (_, n) => `missing-${n}`)
      const first = await run(token, { call: 'website.save', args: {}, keys })
      const second = await run(token, { call: 'website.save', args: {}, keys })
      expect((await run(token, { call: 'website.save', args: {}, keys })).msg).toBe(
        '已有 2 个任务正在运行，请等它们完成后再试',
      )
      const other = await api().token('huainan_tianjiaan')
      // whoever had to wait for either of them would be answered when it is over
      expect((await api().list(SITES, other)).list.length).toBeGreaterThan(0)
      for (const { data } of [first, second]) expect((await progress(token, data.id)).finished).toBe(false)
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
      const { data } = await run(token, {
        call: 'website.save',
        args: {},
        keys: Array.from({ length: 3000 }, (_, n) => `missing-${n}`),
      })
      await api().db.updateTable('user').set({ enabled: 0 }).where('id', '=', 'user-huainan_bagongshan').execute()
      const job = (): Promise<unknown> =>
        api().db.selectFrom('sys_job').select(['finished', 'error']).where('id', '=', data.id).executeTakeFirst()
      await expect.poll(job).toEqual({ finished: 1, error: '账号已停用，任务已中断' })
    })

    it('does not begin where it cannot be told who began it', async () => {
      const unwritten = begin(api().db, { userId: 'nobody', kind: 'batch', ip: '', request: {}, keys: ['a'] }, () =>
        Promise.reject(new Error('no entry')),
      )
      await expect(unwritten).rejects.toThrow('no entry')
      expect(await api().db.selectFrom('sys_job').select('id').where('userId', '=', 'nobody').execute()).toEqual([])
    })
  })

  /** A batch as an instance leaves it: somebody was at it, and was last heard of so long ago. */
  describe('a batch whose process is gone', () => {
    const keysOf = async (token: string, count: number): Promise<string[]> =>
      (await api().list(SITES, token, { pageRowNo: count })).list.map(row => String(row['uniqueId']))
    async function left(id: string, keys: string[], heard: number, more: object = {}): Promise<string> {
      const request = JSON.stringify({ call: 'website.save', args: { remark: id } })
      const row = {
        id,
        userId: 'user-huainan_fengtai',
        kind: 'batch',
        total: keys.length,
        ip: '10.0.0.1',
        keys: JSON.stringify(keys),
        request,
        worker: 'gone',
        createdAt: Date.now(),
        beatAt: Date.now() + heard,
        ...more,
      }
      await api().services.db.insertInto('sys_job').values(row).execute()
      return id
    }
    const changes = async (id: string): Promise<string[]> =>
      (
        await api()
          .db.selectFrom('sys_audit')
          .select(['objectId', 'after'])
          .where('action', '=', 'website.save')
          .execute()
      )
        .filter(({ after }) => (after as Record<string, unknown> | null)?.['remark'] === id)
        .map(row => String(row['objectId']))
        .sort()

    it.each([
      ['before', -HOUR],
      ['after', HOUR],
    ])(
      'is gone on with where it was, each row once, also when the clock was set an hour %s meanwhile',
      async (_, heard) => {
        const token = await own()
        const keys = await keysOf(token, 5)
        const id = await left(`left ${heard}`, keys, heard, { done: 2, ok: 1 })
        await api()
          .services.db.insertInto('sys_job_row')
          .values({ jobId: id, key: keys[0], attempt: 'then', code: '1', msg: '' })
          .execute()
        await api()
          .services.db.insertInto('sys_job_row')
          .values({ jobId: id, key: keys[1], attempt: 'then', code: '0', msg: '那时的原因' })
          .execute()
        expect(await ended(api(), token, BATCHES, id)).toMatchObject({
          total: 5,
          done: 5,
          ok: 4,
          results: [{ key: keys[1], code: '0', msg: '那时的原因' }],
        })
        expect(await changes(id)).toEqual(keys.slice(2).sort())
        expect(
          await api()
            .db.selectFrom('sys_audit')
            .select('ip')
            .where('objectId', '=', String(keys[4]))
            .where('action', '=', 'website.save')
            .orderBy('id', 'desc')
            .limit(1)
            .execute(),
        ).toEqual([{ ip: '10.0.0.1' }])
      },
    )

    it('and comes back finds that it is another one’s: what it does then is undone', async () => {
      const token = await own()
      const [key = ''] = await keysOf(token, 1)
      const id = await left('back', [key], 0)
      const [late, now] = [
        { id, worker: 'slow' },
        { id, worker: 'gone' },
      ]
      const change = (mine: typeof late, attempt: string): Promise<unknown> =>
        api()
          .services.db.transaction()
          .execute(async tx => {
            await tx.updateTable('website').set({ remark: attempt }).where('uniqueId', '=', key).execute()
            await enterRow(tx, mine, attempt, { key, code: '1', msg: '' })
          })
      await expect(change(late, 'too late')).rejects.toThrow(ClaimLost)
      await change(now, 'first')
      await expect(change(now, 'whose answer was lost')).rejects.toThrow(ClaimLost)
      await api().ask('POST', `${BATCHES}/cancel`, token, { id })
      await expect(change(now, 'cancelled')).rejects.toThrow(ClaimLost)
      expect(await api().db.selectFrom('website').select('remark').where('uniqueId', '=', key).execute()).toEqual([
        { remark: 'first' },
      ])
    })

    it('is ended in words where nobody can go on with it, or it ends every process', async () => {
      const token = await own()
      await left('old', ['a'], -HOUR, { request: null })
      await left('poison', ['a'], -HOUR, { tries: 5 })
      // of a file that somebody has sent it is known sooner
      await left('poisoned file', [], -HOUR, { kind: 'import', tries: 2 })
      expect(await ended(api(), token, BATCHES, 'old')).toMatchObject({ error: '服务曾经重启，任务已中断，请重新操作' })
      for (const [path, id] of [
        [BATCHES, 'poison'],
        ['/api-console/imports', 'poisoned file'],
      ] as const)
        expect(await ended(api(), token, path, id)).toMatchObject({
          done: 0,
          error: expect.stringMatching('任务多次中断') as string,
        })
    })
  })

  describe('a batch', () => {
    it('loses its connections again and again and does each row once all the same', async test => {
      if (api().kind !== 'PostgreSQL') return test.skip('the embedded database has no connections to lose')
      const token = await api().token('huainan_admin')
      const keys = (await api().list(SITES, token, { pageRowNo: 60 })).list.map(row => String(row['uniqueId']))
      const { data } = await run(token, { call: 'website.save', args: { remark: '断线' }, keys })
      for (let cuts = 0; cuts < 6; cuts++) {
        const { done } = await progress(token, data.id)
        if (done < keys.length)
          await expect.poll(async () => (await progress(token, data.id)).done, { interval: 10 }).not.toBe(done)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
          and backend_type = 'client backend'`
          .execute(api().services.db)
          .catch(() => undefined)
      }
      await expect.poll(async () => (await progress(token, data.id)).finished).toBe(true)
      expect(await progress(token, data.id)).toMatchObject({
        total: keys.length,
        done: keys.length,
        ok: keys.length,
        results: [],
      })
      const trail = await api()
        .db.selectFrom('sys_audit')
        .select('objectId')
        .where('action', '=', 'website.save')
        .where(sql<string>`after ->> 'remark'`, '=', '断线')
        .execute()
      expect(trail.map(row => String(row['objectId'])).sort()).toEqual(keys.sort())
    })

    it('tells of every row that failed, and at any moment how many are really done', async () => {
      const token = await own()
      const keys = Array.from({ length: 210 }, (_, n) => `missing-${n}`)
      const { data } = await run(token, { call: 'website.save', args: {}, keys })
      for (;;) {
        const before = await entered(api().services.db, data.id)
        const state = await progress(token, data.id)
        const after = await entered(api().services.db, data.id)
        expect(state.done).toBeGreaterThanOrEqual(before.size)
        expect(state.done).toBeLessThanOrEqual(after.size)
        if (state.finished) break
      }
      expect((await ended(api(), token, BATCHES, data.id)).results.map(({ key }) => key).sort()).toEqual(keys.sort())
    })
  })
}
