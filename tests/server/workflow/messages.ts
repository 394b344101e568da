import { describe, expect, it } from 'vitest'
import type { Row } from '../../../src/core/contract/api.ts'
import { chinaTime } from '../../../src/server/db/time.ts'
import type { Api } from '../support/api.ts'
import { clueIn, formOf, take } from './clues.ts'

const BASE = '/api-console/messages'
const [CITY, COUNTY] = ['org-350100', 'org-350102']
const DAY = 86_400_000

export function messageContract(api: () => Api): void {
  const post = async <T>(path: string, user: string, body: object = {}) =>
    api().ask<T>('POST', `${BASE}${path}`, await api().token(user), body)
  const list = async (user: string, request: object = {}): Promise<Row[]> =>
    (await api().list(BASE, await api().token(user), { pageRowNo: 50, orderBy: 'sendTime desc', ...request })).list
  const about = async (user: string, bizId: string): Promise<Row | undefined> =>
    (await list(user, { bizId })).find(row => String(row['title']).startsWith('派发'))
  const unread = async (user: string): Promise<number> =>
    Number(
      (await api().ask<{ unread: number }>('GET', `${BASE}/unread`, await api().token(user))).body.data?.unread ?? -1,
    )
  const planted = async (id: string, more: Row): Promise<string> => {
    const row = { customerId: '200035', areaCode: '350102', provinceCode: '35', title: id, content: '内容', ...more }
    await api()
      .db.insertInto('message')
      .values({ id, toOrgs: COUNTY, fromOrg: CITY, sendTime: chinaTime(), readState: '0', ...row })
      .execute()
    return id
  }
  const dispatched = async (): Promise<string> => {
    const key = await clueIn(api(), '10', { customerId: '200035', areaCode: '350100', curOrg: CITY })
    const { body } = await take(api(), await api().token('fj_fuzhou'), key, 'pf', formOf('pf', COUNTY))
    expect(body.data?.to).toBe('20')
    return key
  }

  describe('a message', () => {
    it('counts for the unit that it is sent to, until one opens the record that it is about', async () => {
      await post('/read', 'fj_gulou', { all: 1 })
      const key = await dispatched()
      expect(await unread('fj_gulou')).toBe(1)
      const row = await about('fj_gulou', key)
      expect(row).toMatchObject({ readState: '0', fromOrgName: '福州市市场监管局', msgKind: '3' })
      const opened = await post<{ url: string }>('/open', 'fj_gulou', { id: row?.['id'] })
      expect(opened.body.data?.url).toMatch(new RegExp(`^/[\\w/]+\\?resultId=${key}$`))
      expect(await unread('fj_gulou')).toBe(0)
      expect(await about('fj_gulou', key)).toMatchObject({ readState: '1' })
      expect(await list('fj_gulou', { bizId: key, readState: '0' })).toEqual([])
    })

    it('its sender sees how many have read it, and it is nobody else’s', async () => {
      const key = await dispatched()
      const sent = await about('fj_fuzhou', key)
      expect(sent).toMatchObject({ readState: '1' })
      const [, all] = String(sent?.['readers']).split(' / ')
      expect(sent?.['readers']).toBe(`0 / ${all}`)
      expect((await post<Row>('/one', 'fj_gulou', { id: sent?.['id'] })).body.data).toMatchObject({ readState: '1' })
      expect((await about('fj_fuzhou', key))?.['readers']).toBe(`1 / ${all}`)
      for (const stranger of ['fj_gudong', 'fj_province', 'huainan_admin', 'admin']) {
        expect(await about(stranger, key), stranger).toBeUndefined()
        for (const [path, more] of [['/one'], ['/open'], ['/reply', { content: '看看' }]] as const)
          expect((await post(path, stranger, { id: sent?.['id'], ...more })).status, stranger + path).toBe(404)
      }
    })

    it('to one person is not told to the others of the unit; what is older than ninety days counts as read', async () => {
      await post('/read', 'fj_gulou', { all: 1 })
      const private_ = await planted('m-private', { toUser: 'somebody-else', fromOrg: 'org-350000' })
      const old = await planted('m-old', { sendTime: chinaTime(Date.now() - 91 * DAY) })
      const titled = async (title: string) => (await list('fj_gulou', { title })).map(row => row['id'])
      expect([await titled(private_), await titled(old)]).toEqual([[], [old]])
      expect(await unread('fj_gulou')).toBe(0)
      const { id } = { id: await planted('m-own', {}) }
      expect(await unread('fj_gulou')).toBe(1)
      expect((await post('/read', 'fj_gulou', { id })).status).toBe(200)
      expect((await post('/read', 'fj_gulou', { id })).status).toBe(200)
      expect(await unread('fj_gulou')).toBe(0)
    })

    it('of many is marked as read at once, and an answer has the length that a message may have', async () => {
      await post('/read', 'fj_gulou', { all: 1 })
      const ids: string[] = []
      for (let i = 0; i < 120; i++) ids.push(await planted(`m-${i}-${crypto.randomUUID()}`, {}))
      expect(await unread('fj_gulou')).toBe(100)
      expect((await post('/read', 'fj_gulou', { id: ids })).status).toBe(200)
      expect(await unread('fj_gulou')).toBe(0)
      expect((await post('/read', 'fj_gulou', { id: 'x'.repeat(10_000) })).status).toBe(200)
      const reply = (content: string) => post('/reply', 'fj_gulou', { id: ids[0], content })
      expect([(await reply('字'.repeat(2001))).body.errors, (await reply('字'.repeat(2000))).status]).toEqual([
        { content: expect.stringMatching(/内容不能超过2000个字$/) as string },
        200,
      ])
    })

    it('a notice goes to units below, and the answer back to who wrote it', async () => {
      await Promise.all([post('/read', 'fj_gulou', { all: 1 }), post('/read', 'fj_fuzhou', { all: 1 })])
      const notice = { toOrgs: COUNTY, title: '关于专项监测的通知', content: '请于本周内完成。', needReply: 1 }
      const sent = await post<string>('/send', 'fj_fuzhou', notice)
      expect([sent.status, sent.body.resultMsg]).toEqual([200, expect.anything()])
      for (const forged of [{ fromOrg: COUNTY }, { sendTime: '2020-01-01 00:00:00' }])
        expect((await post('/send', 'fj_fuzhou', { ...notice, ...forged })).status, JSON.stringify(forged)).toBe(400)
      expect((await post('/send', 'fj_gulou', { ...notice, toOrgs: CITY })).status).toBe(400)
      const [row] = await list('fj_gulou', { readState: '0', title: notice.title })
      expect(row).toMatchObject({ id: sent.body.data, msgKind: '1', fromOrg: CITY, createBy: 'user-fj_fuzhou' })
      expect((await post('/reply', 'fj_gulou', { id: row?.['id'], content: '已完成。' })).status).toBe(200)
      const [answer] = await list('fj_fuzhou', { readState: '0' })
      expect(answer).toMatchObject({ title: '回复：关于专项监测的通知', content: '已完成。', toUser: 'user-fj_fuzhou' })
    })
  })
}
