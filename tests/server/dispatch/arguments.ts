import { describe, expect, it } from 'vitest'
import type { Api } from '../support/api.ts'

type Sent = [method: 'GET' | 'POST' | 'PUT', path: string, body: object | undefined, named: string, message: string]

/** Every kind of call: the 400 says which argument it is about, in words and by its name. */
const WRONG: Sent[] = [
  ['GET', '/api-console/preferences', undefined, 'key', '缺少参数：key'],
  [
    'POST',
    '/api-console/views',
    { route: 'a', name: 'b', query: {}, shared: 'yes' },
    'shared',
    '参数 shared 格式不正确，应为0 或 1',
  ],
  ['POST', '/api-console/selections', { call: 'eshop.list', args: [] }, 'args', '参数 args 格式不正确，应为对象'],
  [
    'POST',
    '/api-console/exports',
    { call: 'eshop.list', columns: 'shopName' },
    'columns',
    '参数 columns 格式不正确，应为列表',
  ],
  ['POST', '/api-console/drafts', { form: ['a'], values: {} }, 'form', '参数 form 格式不正确，应为文本'],
  ['POST', '/api-console/drafts', { form: 'a\u0000b' }, 'form', '参数 form 格式不正确：含有不能保存的字符'],
  ['POST', '/api-im/ivIdIllegalResult/countClues', { pageNo: 'one' }, 'pageNo', '参数 pageNo 格式不正确，应为整数'],
  ['POST', '/api-console/batches', { call: 'website.delete', keys: [], force: true }, 'force', '未知的参数：force'],
  ['POST', '/api-im/eshop/eshopList', { monthSales: 'many' }, 'monthSales', '参数 monthSales：'],
  ['POST', '/api-im/eshop/eshopList', { updateTimeStart: '2024-02-31' }, 'updateTimeStart', '参数 updateTimeStart：'],
  ['POST', '/api-im/website/save', { siteName: '甲', sitName: '乙' }, 'sitName', '未知的参数：sitName'],
]

export function argumentContract(api: () => Api): void {
  describe('arguments', () => {
    it.each(WRONG)('R8.03 %s %s with %j names what is wrong', async (method, path, body, named, message) => {
      const answer = await api().ask(method, path, await api().token('huainan_admin'), body)
      expect([answer.status, answer.body.resultMsg]).toEqual([400, expect.stringContaining(message)])
      expect(Object.keys(answer.body.errors ?? {})).toEqual([named])
    })

    it('that nobody declared do not reach a call that reads its query', async () => {
      const token = await api().token('huainan_admin')
      const answer = await api().ask('GET', '/api-console/preferences?key=a&userId=user-admin&_=1', token)
      expect(answer.status).toBe(200)
    })

    it('may come back with the names that a list shows beside codes', async () => {
      const token = await api().token('huainan_admin')
      const row = await api().first('/api-im/website/websiteList', token)
      const { uniqueId, areaCode, areaName } = row
      expect(areaName).toBeTruthy()
      expect((await api().ask('POST', '/api-im/website/save', token, { uniqueId, areaCode, areaName })).status).toBe(
        200,
      )
    })
  })
}
