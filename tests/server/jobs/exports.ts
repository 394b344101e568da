import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { asOfNow } from '../../../src/server/dispatch/person.ts'
import { workExport } from '../../../src/server/jobs/export.ts'
import type { Api } from '../support/api.ts'
import { ended } from '../support/wait.ts'

const EXPORTS = '/api-console/exports'
const SHOPS = '/api-im/eshop/eshopList'
const COLUMNS = ['shopName', 'platformName', 'areaCode', 'signsLicenses', 'illegalCount', 'updateTime'].map(name => ({
  name,
  label: name === 'shopName' ? '店名' : '',
  kind: 'text',
  width: 120,
}))
const BIG = 12_000

export function exportContract(api: () => Api): void {
  const body = (more: object = {}): object => ({
    call: 'eshop.list',
    args: {},
    route: 'dataCenter/onlineShop',
    columns: COLUMNS,
    title: '网店',
    filterSummary: '所属地区：大通区',
    ...more,
  })
  const run = (token: string, more: object = {}): ReturnType<Api['ask']> =>
    api().ask('POST', EXPORTS, token, body(more))
  const file = (token: string, id: string): Promise<LightMyRequestResponse> =>
    api().app.inject({
      method: 'POST',
      url: `/prod-api${EXPORTS}/file`,
      payload: { id },
      headers: { authorization: `Bearer ${token}` },
    })
  const sheetOf = async (content: Buffer): Promise<unknown[][]> =>
    (await readXlsx(content)).sheets[0]?.rows as unknown[][]

  describe('an export', () => {
    it('is what the screen shows: its columns, order, labels and masks, under the filters, who and when', async () => {
      const token = await api().token('huainan_datong')
      const args = { orderBy: 'shopName desc', platformName: '1,2', pageNo: 1, pageRowNo: 10, pageFlag: 1 }
      const shown = await api().list(SHOPS, token, { ...args, pageRowNo: 1000 })
      const started = (await run(token, { args })).body.data as { id: string; total: number }
      expect(started.total).toBe(shown.totalRecord)
      expect(await ended(api(), token, EXPORTS, started.id)).toMatchObject({
        total: started.total,
        done: started.total,
        cancelled: false,
      })
      const answer = await file(token, started.id)
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename\*=UTF-8''%E7%BD%91%E5%BA%97_\d{14}\.xlsx$/,
      )
      const rows = await sheetOf(answer.rawPayload)
      expect(rows[0]?.[0]).toBe('网店')
      expect(rows[1]?.[0]).toBe('筛选条件：所属地区：大通区')
      expect(rows[2]?.[0]).toMatch(new RegExp(`^导出人：大通区局演示　导出时间：\\d{4}-.*　共 ${started.total} 条$`))
      expect(rows[3]).toEqual(['店名', '所属平台', '所属地区', '是否亮照', '涉嫌违法数（条）', '更新时间'])
      expect(rows).toHaveLength(started.total + 4)
      const labels: Record<string, string> = { 1: '淘宝', 2: '天猫' }
      shown.list.forEach((row, at) => {
        const wanted = [
          row['shopName'],
          labels[String(row['platformName'])],
          row['areaName'],
          row['signsLicenses'] === 1 ? '是' : '否',
          row['illegalCount'],
          row['updateTime'],
        ]
        expect(rows[at + 4]?.slice(0, 6)).toEqual(wanted)
      })
      expect((await file(token, started.id)).statusCode).toBe(404)
      const entry = await api()
        .db.selectFrom('sys_audit')
        .selectAll()
        .where('action', '=', 'export.run')
        .where('objectId', '=', started.id)
        .executeTakeFirst()
      expect(entry).toMatchObject({
        username: 'huainan_datong',
        entity: 'eshop',
        after: { total: started.total, route: 'dataCenter/onlineShop', filterSummary: '所属地区：大通区' },
      })
    })

    it('takes chosen keys, those in one’s scope, and speaks English when asked', async () => {
      const token = await api().token('huainan_datong')
      const mine = (await api().list(SHOPS, token, { pageRowNo: 2 })).list
      const foreign = await api().first(SHOPS, await api().token('huainan_tianjiaan'))
      const started = (await run(token, { keys: [...mine, foreign].map(row => row['uniqueId']), lang: 'en' })).body
        .data as { id: string }
      await ended(api(), token, EXPORTS, started.id)
      const rows = await sheetOf((await file(token, started.id)).rawPayload)
      expect(rows.slice(4).map(row => row[0])).toEqual(mine.map(row => row['shopName']))
      expect(['Yes', 'No']).toContain(rows[4]?.[3])
    })

    it('gives nobody a column, a page or a file of somebody else’s', async () => {
      const token = await api().token('huainan_datong')
      const refused: [object, number][] = [
        [{ columns: [{ name: 'contactPhone' }] }, 403],
        [{ columns: [{ name: 'goodsList' }] }, 403],
        [{ columns: [{ name: 'constructor' }] }, 403],
        [{ route: 'caseClues/nowhere' }, 403],
        [{ call: 'website.list' }, 400],
        [{ columns: [] }, 400],
        [{ columns: 'shopName' }, 400],
        [{ args: { nothing: 1 } }, 400],
      ]
      for (const [more, status] of refused) expect((await run(token, more)).status, JSON.stringify(more)).toBe(status)
      const town = await api().token('huainan_shangyao')
      expect(
        (await run(town, { call: 'user.list', route: 'caseClues/user', columns: [{ name: 'username' }] })).status,
      ).toBe(403)
      const started = (await run(token)).body.data as { id: string }
      await ended(api(), token, EXPORTS, started.id)
      const other = await api().token('huainan_admin')
      expect((await api().ask('GET', `${EXPORTS}?id=${started.id}`, other)).status).toBe(404)
      expect((await file(other, started.id)).statusCode).toBe(404)
      expect((await api().ask('POST', `${EXPORTS}/cancel`, other, { id: started.id })).status).toBe(404)
      expect((await file(token, started.id)).statusCode).toBe(200)
    })

    it('that another one took over and ended keeps its file, whatever becomes of the first; one that was cancelled does not', async () => {
      const token = await api().token('huainan_datong')
      const { id } = (await run(token)).body.data as { id: string }
      await ended(api(), token, EXPORTS, id)
      const { services } = api()
      const row = await api().db.selectFrom('sys_job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const claim = {
        id,
        worker: 'slow',
        kind: 'export' as const,
        userId: String(row['userId']),
        ip: '',
        request: JSON.parse(String(row['request'])) as Record<string, unknown>,
        keys: [],
      }
      const late = (): Promise<void> =>
        workExport({
          services,
          claim,
          stop: new AbortController().signal,
          person: () => asOfNow(services, claim, () => {}),
          fault: () => {},
        })
      await late()
      await api().db.updateTable('sys_job').set({ cancelled: 1 }).where('id', '=', id).execute()
      expect(await services.files.size(id)).toBeDefined()
      await late()
      expect(await services.files.size(id)).toBeUndefined()
    })

    it('of many rows lets everybody else through, and can be cancelled', async () => {
      await sql`insert into eshop ("uniqueId", "shopName", "shopUrl", "areaCode", "provinceCode", "delFlag", "updateTime")
       
        select 'big-' || n, '=1+' || n, 'https://big.example/' || n, '640105', '64', 0, timestamp '2025-01-01'
        from generate_series(1, ${BIG}) n`.execute(api().db)
      await api()
        .db.insertInto('user')
        .values({
          id: 'user-big',
          username: 'big',
          nickName: '大导出',
          areaCode: '640105',
          customerId: '200064',
          orgId: '',
          roleIds: 'role-county_admin',
          enabled: 1,
          delFlag: 0,
        })
        .execute()
      const token = await api().token('big')
      const started = (await run(token, { title: '很多网店' })).body.data as { id: string; total: number }
      expect(started.total).toBeGreaterThanOrEqual(BIG)
      const other = await api().token('huainan_datong')
      let answered = 0
      for (;;) {
        await api().list(SHOPS, other, { pageRowNo: 10 })
        answered++
        if ((await api().ask<{ finished: boolean }>('GET', `${EXPORTS}?id=${started.id}`, token)).body.data?.finished)
          break
      }
      // whoever had to wait for all of it would have been answered once, or twice
      expect(answered).toBeGreaterThan(2)
      const rows = await sheetOf((await file(token, started.id)).rawPayload)
      expect(rows).toHaveLength(started.total + 4)
      expect(rows.some(row => row[0] === '=1+7')).toBe(true)
      const again = (await run(token)).body.data as { id: string }
      await api().ask('POST', `${EXPORTS}/cancel`, token, { id: again.id })
      expect(await ended(api(), token, EXPORTS, again.id)).toMatchObject({ cancelled: true })
      expect((await file(token, again.id)).statusCode).toBe(404)
      await sql`delete from eshop where "uniqueId" like 'big-%'`.execute(api().db)
    })
  })
}
