import { describe, expect, it } from 'vitest'
import type { ListAnswer } from '../../../src/core/contract/api.ts'
import { deviceOf } from '../../../src/server/session/login-log.ts'
import type { Api } from '../support/api.ts'

const LOGINS = '/api-im/log/selectLoginList'
const AREAS = '/api-im/log/selectLoginAreaList'
const AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36'

export function logContract(api: () => Api): void {
  const headers = { client_id: 'webApp', client_secret: 'webApp', 'user-agent': AGENT }
  const logins = async (user: string, query = ''): Promise<ListAnswer> => {
    const { body, status } = await api().ask<ListAnswer>('GET', `${LOGINS}?pageNo=1&pageRowNo=50${query}`, await api().token(user))
    return body.data ?? { totalRecord: status, list: [] }
  }

  describe('the login log', () => {
    it('has every sign-in, with its end, and every refusal, with its reason', async () => {
      const token = (await api().signIn('huainan_shouxian', undefined, headers)).body.data?.access_token ?? ''
      await api().signIn('huainan_shouxian', 'wrong', headers)
      await api().signIn('nobody-at-all', 'wrong', headers)
      await api().ask('GET', `/api-auth/oauth/remove/token?access_token=${token}`, token)
      const { list } = await logins('huainan_admin', '&username=huainan_shouxian&orderBy=result')
      expect(list).toHaveLength(2)
      expect(list[0]).toMatchObject({ result: '0', failReason: '用户名或密码错误', areaCode: '340422', areaName: '寿县' })
      expect(list[1]).toMatchObject({ result: '1', nickName: '寿县局演示', device: 'Chrome 128 / Windows', ip: '127.0.0.1', logoutTime: expect.any(String) as string })
      expect(list[1]).not.toHaveProperty('failReason')
      expect((await logins('admin', '&username=nobody-at-all')).list).toMatchObject([{ result: '0' }])
      expect(JSON.stringify(await api().db.selectFrom('loginLog').selectAll().execute())).not.toContain(token)
    })

    it('is read by area, by those who may open its page', async () => {
      expect((await logins('huainan_tianjiaan', '&username=huainan_shouxian')).list).toEqual([])
      expect((await logins('huainan_shangyao')).totalRecord).toBe(403)
      const areas = async (user: string): Promise<unknown> => (await api().ask<ListAnswer>('GET', AREAS, await api().token(user))).body.data?.list
      expect(await areas('huainan_admin')).toContainEqual(expect.objectContaining({ areaCode: '340422', areaName: '寿县', loginCount: 1, failCount: 1, userCount: 1 }))
      expect(await areas('fj_province')).toEqual([])
      expect((await api().ask('GET', AREAS, await api().token('huainan_shangyao'))).status).toBe(403)
    })

    it('names browsers and systems as people do', () => {
      expect(deviceOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15')).toBe('Safari 17 / macOS')
      expect(deviceOf('curl/8')).toBe('')
    })
  })

  describe('the operation log', () => {
    it('is the audit trail by the area of who did it', async () => {
      const ask = (user: string, more: object = {}): Promise<ListAnswer> => api().token(user).then(token => api().list('/api-console/operLog', token, { orderBy: 'time desc', pageRowNo: 50, ...more }))
      const site = { siteName: '日志样例', domain: 'operlog.example', siteUrl: 'https://operlog.example/', siteType: '1' }
      const { body } = await api().ask<string>('POST', '/api-im/website/save', await api().token('huainan_shouxian'), site)
      expect((await ask('huainan_admin', { objectId: body.data })).list).toMatchObject([{ action: 'website.save', username: 'huainan_shouxian', nickName: '寿县局演示', areaCode: '340422', areaName: '寿县', entity: 'website' }])
      expect((await ask('huainan_admin', { objectId: body.data })).list[0]).not.toHaveProperty('after')
      expect((await ask('huainan_tianjiaan', { objectId: body.data })).list).toEqual([])
      expect((await api().ask('POST', '/api-console/operLog', await api().token('huainan_shangyao'), {})).status).toBe(403)
    })
  })
}
