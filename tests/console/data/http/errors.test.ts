import { describe, expect, it } from 'vitest'
import { judgeEnvelope, judgeStatus, noAnswer } from '../../../../src/console/data/http/errors.ts'
import { app } from '../../support/app.tsx'

const text = (status: number, envelope?: Record<string, unknown>) => judgeStatus(app, status, envelope)?.notice?.text

describe('the error catalogue', () => {
  it('R8.01 resultCode 500 shows resultMsg as an error and returns nothing', () => {
    const failure = judgeEnvelope({ resultCode: '500', resultMsg: '保存失败', data: { id: 1 } }, 'resultCode')
    expect(failure?.notice).toEqual({ level: 'error', text: '保存失败' })
    expect(judgeEnvelope({ resultCode: '0', data: 1 }, 'resultCode')).toBeUndefined()
  })

  it('R7.04 the code envelope succeeds with 1 and else shows msg', () => {
    expect(judgeEnvelope({ code: 1 }, 'code')).toBeUndefined()
    expect(judgeEnvelope({ code: 0, msg: '旧密码错误' }, 'code')?.notice?.text).toBe('旧密码错误')
  })

  it('R8.02 HTTP 218 warns', () => {
    expect(judgeStatus(app, 218, undefined)?.notice).toEqual({ level: 'warning', text: '您的访问过于频繁，请售后再试' })
  })

  it('R8.03 400 shows resultMsg, then msg, else its own words', () => {
    expect(text(400, { resultMsg: '甲' })).toBe('甲')
    expect(text(400, { msg: '乙' })).toBe('乙')
    expect(text(400)).toBe('请求参数错误')
  })

  it('R8.03 403, 404, 406 and 5xx', () => {
    expect(text(403)).toBe('没有权限，请联系管理员')
    expect(judgeStatus(app, 404, undefined)).toBeDefined()
    expect(text(404)).toBeUndefined()
    expect(text(406)).toBe('该账户没有登录该平台的权限')
    expect(text(500)).toBe('服务器错误，请联系管理员')
    expect([500, 502, 504].map(status => text(status))).toEqual(['服务器错误，请联系管理员', '请求超时请重试', '请求超时请重试'])
    expect(text(503)).toBe('服务器错误，请联系管理员')
  })

  it('R8.03 any other status shows its message for one second', () => {
    expect(judgeStatus(app, 409, { resultMsg: '已被他人修改' })?.notice).toEqual({
      level: 'error',
      text: '已被他人修改',
      seconds: 1,
    })
  })

  it('a step that is refused says what the record is now, beside the fixed words of R8.03', () => {
    const said = (status: number, why: string) =>
      judgeStatus(app, status, { resultMsg: why, data: { why: 'x' } })?.notice
    expect(said(409, '记录已是“处理中”，不能受理')).toEqual({ level: 'error', text: '记录已是“处理中”，不能受理' })
    expect(said(403, '只有当前办理单位可以受理')?.text).toBe('没有权限，请联系管理员\n只有当前办理单位可以受理')
    expect(judgeStatus(app, 404, { resultMsg: '记录不存在' }, { isChange: true })?.notice?.text).toBe('记录不存在')
    expect(judgeStatus(app, 404, undefined, { isChange: true })?.notice?.text).toContain('不存在')
  })

  it('R8.03 no answer', () => {
    expect(noAnswer().notice?.text).toBe('请求超时请重试')
  })

  it('R4.02 a 401 logs out, except on the token call', () => {
    expect(judgeStatus(app, 401, undefined)?.logout).toBe(true)
    const wrong = judgeStatus(app, 401, { resultMsg: '用户名或密码错误' }, { tokenCall: true })
    expect(wrong?.logout).toBe(false)
    expect(wrong?.notice?.text).toBe('用户名或密码错误')
  })

  it('messages of refused fields come along', () => {
    expect(judgeStatus(app, 400, { resultMsg: '有误', errors: { domain: '域名已存在' } })?.errors).toEqual({
      domain: '域名已存在',
    })
  })
})
