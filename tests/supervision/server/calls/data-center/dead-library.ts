import { expect, it } from 'vitest'
import type { Row } from '../../../../../src/core/contract/api.ts'
import type { Probe } from '../../../../../src/supervision/server/probe/probe.ts'
import type { Api } from '../../../../server/support/api.ts'
import { CARRIERS } from './kinds.ts'

const LIBRARY = '/api-im/deadku'

export function deadLibraryContract(api: () => Api): void {
  const county = (): Promise<string> => api().token('huainan_datong')
  const post = async (path: string, body: object, token?: string) => {
    const { status, body: answer } = await api().ask<Row>('POST', path, token ?? (await county()), body)
    return { status, data: answer.data }
  }
  const entries = async (uniqueId: unknown): Promise<Row[]> =>
    (await api().list(`${LIBRARY}/deadkuList`, await county(), { uniqueId })).list
  const answering = (probe: Probe): void => {
    api().services.probe = probe
  }

  it.each(CARRIERS)('$entity: moves into the dead library and back', async ({ kind, list, one, bury, title }) => {
    const alive = await api().first(list, await county(), { isDead: '0', auditStatus: '0' })
    const key = alive['uniqueId']
    const entry = `${kind}-${String(key)}`
    expect(await entries(entry)).toHaveLength(0)
    expect((await post(bury, { uniqueId: key })).status).toBe(400)
    expect((await post(bury, { uniqueId: key, deadReason: '2' })).status).toBe(200)
    expect((await entries(entry))[0]).toMatchObject({
      objectKind: kind,
      objectName: alive[title],
      deadReason: '2',
      operator: 'user-huainan_datong',
    })
    expect((await post(one, { uniqueId: key })).data).toMatchObject({ auditStatus: '1' })
    const among = async (request: object): Promise<boolean> =>
      (await api().list(list, await county(), { pageRowNo: 1000, ...request })).list.some(
        row => row['uniqueId'] === key,
      )
    expect([
      await among({}),
      await among({ isDead: 0 }),
      await among({ auditStatus: ['1', '9'] }),
      await among({ uniqueId: key }),
    ]).toEqual([false, false, true, true])
    expect((await post(`${LIBRARY}/restore`, { uniqueId: entry }, await api().token('huainan_xiejiaji'))).status).toBe(
      404,
    )
    expect((await post(`${LIBRARY}/restore`, { uniqueId: entry })).status).toBe(200)
    expect(await entries(entry)).toHaveLength(0)
    expect((await post(one, { uniqueId: key })).data).toMatchObject({ auditStatus: '9', isDead: 0 })
    expect((await post(`${LIBRARY}/restore`, { uniqueId: entry })).status).toBe(404)
  })

  it('counts a link that still fails, and lets one go that answers', async () => {
    const [dead] = (await api().list(`${LIBRARY}/deadkuList`, await county(), { objectKind: '5', deadReason: '1' }))
      .list
    const uniqueId = dead?.['uniqueId']
    answering(async () => ({ ok: false, status: 503 }))
    const failed = await post(`${LIBRARY}/recheck`, { uniqueId })
    expect(failed.data).toEqual([{ code: '0', msg: '仍然无法打开（状态码 503）' }])
    expect((await entries(uniqueId))[0]).toMatchObject({ failCount: Number(dead?.['failCount']) + 1, httpStatus: 503 })
    const asked: string[] = []
    answering(async url => {
      asked.push(url)
      return { ok: true, status: 200 }
    })
    expect((await post(`${LIBRARY}/recheck`, { uniqueId })).data).toEqual([{ code: '1', msg: '' }])
    expect(asked).toEqual([dead?.['url']])
    const rest = (await entries(uniqueId))[0]
    expect(rest?.['deadReason']).not.toBe('1')
  })

  it('deletes for good only with a reason, and says so in the audit trail', async () => {
    const [dead] = (await api().list(`${LIBRARY}/deadkuList`, await county(), { objectKind: '1' })).list
    const uniqueId = dead?.['uniqueId']
    expect((await post(`${LIBRARY}/purge`, { uniqueId, del_content: 'x' })).status).toBe(400)
    expect((await post(`${LIBRARY}/purge`, { uniqueId, del_content: '网店早已关闭' })).status).toBe(200)
    expect(await entries(uniqueId)).toHaveLength(0)
    const last = await api()
      .db.selectFrom('sys_audit')
      .select(['entity', 'after'])
      .where('action', '=', 'deadku.purge')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    expect(last).toMatchObject({ entity: 'eshop', after: { delFlag: 1, del_content: '网店早已关闭' } })
  })
}
