import { MUST_CHANGE_PASSWORD, MUST_ENROL } from '../../core/contract/api.ts'

/**
 * A request that is refused, with a message for the user who made it. Any other error that is thrown is a fault of the
 * server.
 */
export class Refusal extends Error {
  status: number
  errors: Record<string, string> | undefined
  data: unknown
  headers: Readonly<Record<string, string>>
  constructor(
    status: number,
    message: string,
    errors?: Record<string, string>,
    data?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.data = data
    this.headers = headers
  }
}

/** Default messages are those of specification.md section 8. */
export const badRequest = (message = '请求参数错误'): Refusal => new Refusal(400, message)
export const unauthorised = (message = '登录已失效，请重新登录'): Refusal => new Refusal(401, message)
export const forbidden = (message = '没有权限，请联系管理员'): Refusal => new Refusal(403, message)
/** `reason` lets the console open the right page. */
export const mustChangePassword = (): Refusal =>
  new Refusal(403, '请先修改一次性密码', undefined, { reason: MUST_CHANGE_PASSWORD })
/** The refusal for users who must first change their password or set up a second factor. */
export function dutyOf({ mustChange, mustEnrol }: { mustChange: boolean; mustEnrol?: boolean }): Refusal | undefined {
  if (mustChange) return mustChangePassword()
  return mustEnrol ? new Refusal(403, '请先设置动态验证', undefined, { reason: MUST_ENROL }) : undefined
}
export const notFound = (message = '记录不存在或不在您的管辖范围内'): Refusal => new Refusal(404, message)
export const SERVER_FAULT = '服务器错误，请联系管理员'
/** Said where another server has not answered ours. */
export const NO_ANSWER = '请求超时请重试'
