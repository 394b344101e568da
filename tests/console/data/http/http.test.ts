import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OUTCOME_UNKNOWN, SUBMISSION_HEADER } from '../../../../src/core/contract/api.ts'
import type { Call } from '../../../../src/core/contract/configuration.ts'
import {
  address,
  changesTravel,
  sameAnswer,
  send,
  setApi,
  watchRefusals,
  watchVersion,
} from '../../../../src/console/data/http/http.ts'
import { isUnanswered } from '../../../../src/console/data/http/errors.ts'
import { provideFeedback, type Notice } from '../../../../src/console/feedback/notice.ts'
import { clearSession, keepTenant, keepToken } from '../../../../src/console/data/session/session.ts'
import { app } from '../../support/app.tsx'

const call = (method: Call['method'], path: string, args: Call['in']): Call => ({
  name: path,
  method,
  path,
  in: args,
  envelope: 'resultCode',
})
const LIST = call('POST', '/api/eshop/eshopList', 'body')

const notices: Notice[] = []
const fetched = vi.fn<typeof fetch>()
const answer = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

beforeEach(() => {
  clearSession()
  notices.length = 0
  setApi(app, { base: '/prod-api', clientId: 'webApp', clientSecret: 'secret', tenant: '/api-huainan' })
  provideFeedback(app, {
    notice: notice => {
      notices.push(notice)
    },
    ask: async () => true,
  })
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => vi.unstubAllGlobals())

describe('addresses', () => {
  it('R7.02 a leading /api/ goes to /api-im/, under the API base', () => {
    expect(address(app, LIST, {}).url).toBe('/prod-api/api-im/eshop/eshopList')
    expect(address(app, call('GET', '/api-user/users', 'query'), {}).url).toBe('/prod-api/api-user/users')
  })

  it('arguments travel as the call says', () => {
    expect(address(app, LIST, { pageNo: 1 }).body).toBe('{"pageNo":1}')
    expect(address(app, call('DELETE', '/api-user/users/delete/{id}', 'path'), { id: 'a/b' }).url).toBe(
      '/prod-api/api-user/users/delete/a%2Fb',
    )
    expect(
      address(app, call('GET', '/api/website/delete', 'query'), {
        uniqueId: '7',
        del_content: '重复',
        empty: undefined,
      }).url,
    ).toBe(`/prod-api/api-im/website/delete?uniqueId=7&del_content=${encodeURIComponent('重复')}`)
  })

  it('the tenant comes from its cookie, else from the configuration', () => {
    const dict = call('GET', '{tenant}/dict', 'query')
    expect(address(app, dict, {}).url).toBe('/prod-api/api-huainan/dict')
    keepTenant('/api-luoyang')
    expect(address(app, dict, {}).url).toBe('/prod-api/api-luoyang/dict')
  })
})

describe('sending', () => {
  const headersOf = () => new Headers(fetched.mock.calls[0]?.[1]?.headers)

  it('R7.03 bearer token and client headers go with every call, no bearer token with the token call', async () => {
    keepToken('abc')
    fetched.mockImplementation(async () => answer({ resultCode: '0', data: null }))
    await send(app, LIST)
    expect(headersOf().get('authorization')).toBe('Bearer abc')
    expect(headersOf().get('client_id')).toBe('webApp')
    expect(headersOf().get('client_secret')).toBe('secret')
    fetched.mockClear()
    await send(app, LIST, {}, { tokenCall: true })
    expect(headersOf().get('authorization')).toBeNull()
  })

  it('what the specification changes by GET goes by POST to a server of ours, and as it stands to a backend alone', async () => {
    const remove: Call = { ...call('GET', '/api/website/delete', 'query'), changes: ['website'] }
    const sent = async () => {
      fetched.mockClear()
      fetched.mockImplementation(async () => answer({ resultCode: '0', data: null }))
      await send(app, remove, { uniqueId: '7' })
      const [url, init] = fetched.mock.calls[0] ?? []
      return [init?.method, url, init?.body]
    }
    expect(await sent()).toEqual(['GET', '/prod-api/api-im/website/delete?uniqueId=7', null])
    changesTravel(app, true)
    expect(await sent()).toEqual(['POST', '/prod-api/api-im/website/delete', '{"uniqueId":"7"}'])
    changesTravel(app, undefined)
    expect(await sent()).toEqual(['GET', '/prod-api/api-im/website/delete?uniqueId=7', null])
  })

  it('a change has a number, the same until an answer has come; what only reads has none', async () => {
    const numbers = (): (string | null)[] =>
      fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get(SUBMISSION_HEADER))
    const SAVE = { ...call('POST', '/api/website/save', 'body'), changes: ['website'] }
    fetched.mockImplementation(async () => answer({ resultCode: '0', data: null }))
    fetched.mockImplementationOnce(async () => {
      throw new TypeError('failed to fetch')
    })
    fetched.mockImplementationOnce(async () => answer('bad gateway', 502))
    for (let tries = 0; tries < 2; tries++)
      await expect(send(app, SAVE, { siteName: '甲' }, { quiet: true })).rejects.toThrow()
    for (const siteName of ['甲', '甲', '乙']) await send(app, SAVE, { siteName })
    await send(app, LIST)
    const [lost, gateway, third, anew, other, read] = numbers()
    expect(lost).toMatch(/^[0-9a-f]{32}$/)
    expect([gateway, third, read]).toEqual([lost, lost, null])
    expect(new Set([lost, anew, other]).size).toBe(3)
  })

  describe('a key', () => {
    const numbers = (): (string | null)[] =>
      fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get(SUBMISSION_HEADER))
    const SAVE = { ...call('POST', '/api/website/save', 'body'), changes: ['website'] }
    const DONE = (): Response => answer({ resultCode: '0', data: null })
    const unknown: [string, () => Response | Promise<Response>][] = [
      ['no network', () => Promise.reject(new TypeError('failed to fetch'))],
      ['502 of a gateway', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
      ['503 of a gateway', () => new Response('no server is available', { status: 503 })],
      ['504 of a gateway', () => new Response('', { status: 504 })],
      ['500 of a gateway', () => new Response('oops', { status: 500 })],
      ['413 of a gateway', () => new Response('<h1>Too Large</h1>', { status: 413 })],
      ['a page of a portal', () => new Response('<h1>Sign in to the network</h1>', { status: 200 })],
      ['a text that is no object', () => new Response('null', { status: 200 })],
      ['a fault of the server', () => answer({ resultCode: '500', resultMsg: '服务器错误' }, 500)],
      ['503 that is not sure', () => answer({ resultCode: '503', data: { reason: OUTCOME_UNKNOWN } }, 503)],
    ]
    // the name of a form or button: its text may change
    const sent = (siteName: string, submission?: string): Promise<unknown> =>
      send(app, SAVE, { siteName }, { quiet: true, ...(submission === undefined ? {} : { submission }) }).catch(
        () => undefined,
      )
    beforeEach(() => sessionStorage.clear())

    it.each(unknown)(
      'stays after %s, also when the next attempt is refused before it is looked up',
      async (_, first) => {
        for (const [at, refusal] of [
          answer({ resultCode: '401' }, 401),
          answer({ resultCode: '218', resultMsg: '过于频繁' }, 218),
          answer({ resultCode: '400', errors: { siteName: '必填' } }, 400),
        ].entries()) {
          fetched.mockReset()
          fetched.mockImplementationOnce(async () => first())
          fetched.mockImplementationOnce(async () => refusal)
          fetched.mockImplementation(async () => DONE())
          const form = `form ${_} ${at}`
          for (const name of ['甲', '乙', '丙', '丁']) await sent(name, form)
          const [lost, refused, done, next] = numbers()
          expect([refused, done]).toEqual([lost, lost])
          expect(next).not.toBe(lost)
        }
      },
    )

    it('goes with an answer to it: it was done, or done before with other contents, or refused the first time', async () => {
      for (const certain of [
        DONE,
        () => answer({ code: 1, data: null }),
        () => answer({ resultCode: '422', resultMsg: '此前已经保存' }, 422),
        () => answer({ resultCode: '400', resultMsg: '不行' }, 400),
        () => answer({ resultCode: '1', resultMsg: '不行' }),
      ]) {
        fetched.mockReset()
        fetched.mockImplementation(async () => certain())
        for (const name of ['甲', '乙']) await sent(name, 'form')
        expect(new Set(numbers()).size).toBe(2)
      }
      fetched.mockReset()
      fetched.mockImplementationOnce(async () => answer({}, 504))
      fetched.mockImplementation(async () => answer({ resultCode: '422' }, 422))
      for (const name of ['甲', '乙', '丙']) await sent(name, 'form')
      const [lost, before, next] = numbers()
      expect([before === lost, next === lost]).toEqual([true, false])
    })

    it('of what was sent just now stays, however much else had no answer', async () => {
      fetched.mockRejectedValue(new TypeError('failed to fetch'))
      await sent('最后', 'last')
      for (let i = 0; i < 99; i++) await sent(String(i), `other ${i}`)
      await sent('最后', 'last')
      await sent('新的', 'new')
      await sent('新的', 'new')
      const [first] = numbers()
      expect(numbers()[100]).toBe(first)
      expect(numbers().at(-1)).toBe(numbers().at(-2))
    })

    it('is said to be unsure in the words of the server, with a way to send it again', async () => {
      fetched.mockResolvedValue(
        answer({ resultCode: '503', resultMsg: '不确定是否已保存', data: { reason: OUTCOME_UNKNOWN } }, 503),
      )
      const again = vi.fn()
      await expect(send(app, SAVE, { siteName: '甲' }, { again })).rejects.toSatisfy(isUnanswered)
      expect(notices).toEqual([{ level: 'error', text: '不确定是否已保存', again }])
      fetched.mockResolvedValue(answer({ resultCode: '503', resultMsg: '数据库暂时不可用' }, 503))
      await expect(send(app, SAVE, { siteName: '甲' }, { quiet: true })).rejects.not.toSatisfy(isUnanswered)
    })
  })

  it('R7.04 data of the envelope is the answer', async () => {
    fetched.mockResolvedValue(answer({ resultCode: '0', data: { totalRecord: 1, list: [] } }))
    expect(await send(app, LIST)).toEqual({ totalRecord: 1, list: [] })
  })

  it('R8.01 a refused call is said once and thrown', async () => {
    fetched.mockResolvedValue(answer({ resultCode: '500', resultMsg: '不行' }))
    await expect(send(app, LIST)).rejects.toThrow('不行')
    expect(notices).toEqual([{ level: 'error', text: '不行' }])
  })

  it('without a network says nothing of what is read, as the shell and the page do, and all of what is changed', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fetched.mockRejectedValue(new TypeError('failed'))
    await expect(send(app, LIST)).rejects.toThrow('请求超时请重试')
    expect(notices).toEqual([])
    const save = { ...call('POST', '/api/website/save', 'body'), changes: ['website'] }
    await expect(send(app, save, { siteName: '甲' })).rejects.toThrow('请求超时请重试')
    expect(notices).toHaveLength(1)
    vi.restoreAllMocks()
  })

  it('R8.03 no response says 请求超时请重试', async () => {
    fetched.mockRejectedValue(new TypeError('failed'))
    await expect(send(app, LIST)).rejects.toThrow('请求超时请重试')
    expect(notices[0]?.text).toBe('请求超时请重试')
  })

  it('R8.03 a 404 is silent, and quiet callers speak for themselves', async () => {
    fetched.mockImplementation(async () => answer({}, 404))
    await expect(send(app, LIST)).rejects.toThrow()
    fetched.mockImplementation(async () => answer({}, 403))
    await expect(send(app, LIST, {}, { quiet: true })).rejects.toThrow('没有权限，请联系管理员')
    expect(notices).toEqual([])
  })

  it('a change that is refused is told, and what is shown is read again; a reading or a failure is no refusal', async () => {
    const SAVE = { ...call('POST', '/api/eshop/save', 'body'), changes: ['eshop'] }
    const refused = vi.fn()
    watchRefusals(app, refused)
    const after = async (what: Call, body: object, status: number, options = {}): Promise<[number, number]> => {
      refused.mockClear()
      notices.length = 0
      fetched.mockImplementation(async () => answer(body, status))
      await expect(send(app, what, {}, options)).rejects.toThrow()
      return [refused.mock.calls.length, notices.length]
    }
    for (const status of [400, 403, 404, 409]) expect(await after(SAVE, { resultMsg: '不行' }, status)).toEqual([1, 1])
    expect(await after(SAVE, { resultCode: '500', resultMsg: '不行' }, 200)).toEqual([1, 1])
    expect(await after(SAVE, {}, 500)).toEqual([0, 1])
    expect(await after(LIST, {}, 403)).toEqual([0, 1])
    const conflict = { resultMsg: '该记录已被他人修改', data: { current: { id: '1' } } }
    expect(await after(SAVE, conflict, 409)).toEqual([1, 1])
    // a form shows the versions side by side
    expect(await after(SAVE, conflict, 409, { comparesVersions: true })).toEqual([1, 0])
    expect(await after(SAVE, { data: { why: 'state' } }, 409, { comparesVersions: true })).toEqual([1, 1])
  })

  it('R4.02 a 401 clears the session', async () => {
    keepToken('old')
    const { href } = location
    vi.stubGlobal('location', { href, pathname: '/x', search: '', protocol: 'http:', replace: vi.fn() })
    fetched.mockResolvedValue(answer({}, 401))
    await expect(send(app, LIST)).rejects.toThrow()
    expect(document.cookie).not.toContain('old')
    expect(location.replace).toHaveBeenCalledWith('/login?redirect=%2Fx')
  })

  it('tells the configuration version of an answer', async () => {
    const seen: string[] = []
    watchVersion(app, version => seen.push(version))
    fetched.mockResolvedValue(answer({ resultCode: '0' }, 200, { 'x-config-version': 'v2' }))
    await send(app, LIST)
    expect(seen).toEqual(['v2'])
  })

  it('knows two answers of the same text as the same', async () => {
    fetched.mockImplementation(async () => answer({ resultCode: '0', data: { list: [1] } }))
    expect(sameAnswer(await send(app, LIST), await send(app, LIST))).toBe(true)
    const first = await send(app, LIST)
    fetched.mockImplementation(async () => answer({ resultCode: '0', data: { list: [2] } }))
    expect(sameAnswer(first, await send(app, LIST))).toBe(false)
  })
})
