import { describe, expect, it } from 'vitest'
import type { Row } from '../../../../src/core/contract/api.ts'
import { claim, enqueueDue, LOST_MS, sweepLost } from '../../../../src/supervision/server/collect/queue.ts'
import { work } from '../../../../src/supervision/server/collect/run.ts'
import { Signs } from '../../../../src/server/queue/signs.ts'
import type { Api } from '../../../server/support/api.ts'

/** Collecting is asked for, or due, and worked off in the background: here whenever a test says so. */
export function collectContract(api: () => Api): void {
  const ask = async (user: string, method: 'GET' | 'POST', path: string, body?: object) =>
    api().ask<unknown>(method, path, await api().token(user), body)

  describe('collecting', () => {
    const faults: unknown[] = []
    /** Everything that waits, one after the other; answers how many runs there were. */
    async function off(): Promise<number> {
      const { services } = api()
      const { signal } = new AbortController()
      let done = 0
      for (let run = await claim(services.db); run; run = await claim(services.db), done++)
        await work(services, run, signal, error => faults.push(error))
      return done
    }
    const ofTask = async (taskId: string) =>
      api().db.selectFrom('collectTask').selectAll().where('taskId', '=', taskId).executeTakeFirstOrThrow()
    const task = { taskName: '甲采集', source: '1', objectKind: '1', seeds: '店', freq: '2', areaCode: '350102' }
    const saved = async (more: object = {}) =>
      String((await ask('fj_gulou', 'POST', '/api-console/collectTasks/save', { ...task, ...more })).body.data)
    const start = (taskId: string) =>
      ask('fj_gulou', 'POST', '/api-console/workflow/collect', { taskId, action: 'start' })
    const run = (taskId: string) => ask('fj_gulou', 'POST', '/api-console/collectTasks/run', { taskId })
    const logsOf = async (taskId: string) =>
      (await api().ask<Row[]>('GET', `/api-console/collectTasks/logs?taskId=${taskId}`, await api().token('fj_gulou')))
        .body.data ?? []
    const uploaded = async (csv: string): Promise<string> => {
      const upload = await api().app.inject({
        method: 'POST',
        url: '/prod-api/api-im/file/uploads',
        headers: {
          authorization: `Bearer ${await api().token('fj_gulou')}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        payload: `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${csv}\r\n--b--\r\n`,
      })
      return (upload.json() as { data: { url: string } }).data.url
    }

    it('is asked for and goes on by itself, with a log, one run at a time, and only while the task runs', async () => {
      await off()
      const id = await saved()
      expect((await run(id)).body.resultMsg).toBe('记录已是“未启动”，不能立即执行')
      await start(id)
      expect((await run(id)).status).toBe(200)
      expect((await run(id)).body.resultMsg).toBe('任务已在排队或正在执行，进度见日志')
      expect(await logsOf(id)).toMatchObject([{ title: '等待执行', by: '鼓楼区级演示' }])
      expect(await off()).toBe(1)
      const [first] = await logsOf(id)
      expect(first).toMatchObject({ title: '执行完成', ok: 1 })
      expect(first?.['total']).toBeGreaterThan(0)
      await run(id)
      await off()
      expect(await logsOf(id)).toEqual(
        expect.arrayContaining([expect.objectContaining({ newCount: 0, total: first?.['total'] })]),
      )
      const after = await ofTask(id)
      expect([after['runState'], after['total']]).toEqual(['3', 2 * Number(first?.['total'])])
      expect(String(after['nextRun']) > String(after['lastRun'])).toBe(true)
    })

    it('takes what is new of a file, names its bad lines, and ends when it was to run once', async () => {
      const lines = Array.from({ length: 700 }, (_, i) => `新店${i},https://new-shop-${i}.example/,某主体,`)
      const file = await uploaded(
        [
          '名称,网址,主体名称,统一社会信用代码',
          ...lines,
          '坏店,ftp://x,,',
          '新店0,https://new-shop-0.example/,某主体,',
        ].join('\n'),
      )
      const id = await saved({ file, freq: '5' })
      await start(id)
      expect(await enqueueDue(api().services)).toBeGreaterThan(0)
      await off()
      expect(await logsOf(id)).toMatchObject([
        { total: 702, newCount: 700, failCount: 1, message: '第702行：网址应以 http:// 或 https:// 开头' },
      ])
      expect(await ofTask(id)).toMatchObject({ state: '3', nextRun: null, newCount: 700 })
      const [shop] = (
        await api().list('/api-im/eshop/eshopList', await api().token('fj_gulou'), { shopName: '新店699' })
      ).list
      expect(shop).toMatchObject({
        shopUrl: 'https://new-shop-699.example/',
        auditStatus: '9',
        dataSource: '1',
        areaCode: '350102',
        subjectName: '某主体',
      })
    })

    it('takes scores of a file: the carrier has them with their level, and the month its point', async () => {
      const collect = async (...lines: string[]) => {
        const id = await saved({ file: await uploaded(['名称,网址,活跃分', ...lines].join('\n')) })
        await start(id)
        await run(id)
        await off()
        const [shop] = (
          await api().list('/api-im/eshop/eshopList', await api().token('fj_gulou'), { shopName: '有分店' })
        ).list
        const points = (
          await api().list('/api-im/dataCenter/livenessList', await api().token('fj_gulou'), {
            objectId: shop?.['uniqueId'],
            orderBy: 'month desc',
          })
        ).list
        return { shop, points, log: (await logsOf(id))[0] }
      }
      const first = await collect(
        '有分店,https://scored-shop.example/,81',
        '无分店,https://unscored-shop.example/,',
        '错分店,https://wrong-score.example/,101',
      )
      expect(first).toMatchObject({
        shop: { livenessScore: 81, livenessLevel: '1' },
        points: [{ score: 81, level: '1', objectName: '有分店' }],
      })
      expect(first.log).toMatchObject({ newCount: 2, message: '第4行：活跃分应为 0 到 100 的整数' })
      const again = await collect('有分店,https://scored-shop.example/,35')
      expect(again.shop).toMatchObject({ uniqueId: first.shop?.['uniqueId'], livenessScore: 35, livenessLevel: '4' })
      expect(again.points.filter(({ month }) => month === again.points[0]?.['month'])).toMatchObject([
        { score: 35, level: '4' },
      ])
    })

    it('fails for what stays wrong, says why, and begins again when it was changed', async () => {
      const id = await saved({ file: await uploaded('甲,乙\n1,2\n') })
      await start(id)
      await enqueueDue(api().services)
      await off()
      expect(await logsOf(id)).toMatchObject([
        { title: '执行失败', message: '数据文件的首行应为：名称,网址,主体名称,统一社会信用代码' },
      ])
      expect(await ofTask(id)).toMatchObject({ state: '4', runState: '4' })
      expect((await ask('fj_gulou', 'POST', '/api-console/collectTasks/save', { taskId: id, file: null })).status).toBe(
        200,
      )
      expect((await start(id)).status).toBe(200)
      expect(await ofTask(id)).toMatchObject({ state: '1' })
      await api().db.updateTable('collectTask').set({ state: '2' }).where('taskId', '=', id).execute()
    })

    it('begins when it is due, once, however many instances look and work, and anew where one was lost', async () => {
      await off()
      const id = await saved()
      await start(id)
      const begun = await Promise.all([1, 2, 3].map(() => enqueueDue(api().services)))
      expect(begun.reduce((sum, n) => sum + n, 0)).toBe(1)
      expect((await Promise.all([off(), off(), off()])).reduce((sum, n) => sum + n, 0)).toBe(1)
      expect(await logsOf(id)).toHaveLength(1)
      expect(await enqueueDue(api().services)).toBe(0)
      await api()
        .db.updateTable('collectTask')
        .set({ nextRun: '2026-01-01 00:00:00' })
        .where('taskId', '=', id)
        .execute()
      expect(await enqueueDue(api().services)).toBe(1)
      await api()
        .db.updateTable('sys_collect')
        .set({ status: 'running', beatAt: Date.now() + 3600_000 })
        .where('taskId', '=', id)
        .execute()
      // whatever time it bears, it is the same after a minute
      const signs = new Signs(LOST_MS)
      expect([
        await sweepLost(api().services, signs, 0),
        await sweepLost(api().services, signs, LOST_MS - 1),
        await sweepLost(api().services, signs, LOST_MS),
      ]).toEqual([0, 0, 1])
      expect((await logsOf(id)).map(log => log['title']).sort()).toEqual(['执行完成', '执行失败', '等待执行'].sort())
      await off()
      expect((await logsOf(id)).filter(log => log['title'] === '执行完成')).toHaveLength(2)
      expect(faults).toEqual([])
    })
  })
}
