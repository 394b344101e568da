import { isRecord } from '../../call/values.ts'
import type { FastifyRequest } from 'fastify'
import { changesByGet } from '../../../core/contract/api.ts'
import type { Match } from '../../dispatch/route-table.ts'
import { badRequest, Refusal } from '../../answer/refusal.ts'

/** A body that could not be parsed must be refused, not treated as a call without arguments. */
function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body, headers } = request
  const type = headers['content-type']
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? '0') > 0
  if (isSent && !/^application\/json\b/i.test(type ?? ''))
    throw new Refusal(415, '请求内容应为 JSON（application/json）')
  if (body === undefined) return {}
  if (!isRecord(body)) throw badRequest('请求内容应为 JSON 对象')
  return body
}

function decoded(params: Record<string, string>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw badRequest('请求地址不合法')
  }
}

// oxlint-disable-next-line no-control-regex
const UNSTORABLE = /\u0000|\p{Surrogate}/u
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype))

/** The error of a value, or undefined: characters that PostgreSQL cannot store, and keys such as __proto__. */
function unsound(value: unknown): string | undefined {
  if (typeof value === 'string') return UNSTORABLE.test(value) ? '格式不正确：含有不能保存的字符' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (INHERITED.has(name)) return `含有不能用的名称：${name}`
    const problem = unsound(name) ?? unsound(inner)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** More than any entity has fields and ranges. */
const MOST_ARGUMENTS = 1000

function sound(args: Record<string, unknown>): Record<string, unknown> {
  if (Object.keys(args).length > MOST_ARGUMENTS) throw badRequest(`参数不能超过 ${MOST_ARGUMENTS} 个`)
  for (const [name, value] of Object.entries(args)) {
    const problem = INHERITED.has(name) || UNSTORABLE.test(name) ? '的名称不正确' : unsound(value)
    if (problem !== undefined) throw new Refusal(400, `参数 ${name} ${problem}`, { [name]: `参数 ${problem}` })
  }
  return args
}

/** The arguments of a request, checked to be safe for JavaScript objects and for the database. */
export const argumentsOf = (request: FastifyRequest, match: Match): Record<string, unknown> =>
  sound(travelled(request, match))

/**
 * Reads arguments only from where the endpoint expects them, so that a value in the query cannot override one in the
 * body.
 */
function travelled(request: FastifyRequest, { endpoint, params }: Match): Record<string, unknown> {
  // what is not built says so, whatever it is asked with
  if (endpoint.handler === undefined) return {}
  const path = decoded(params)
  const query = (): Record<string, unknown> => (isRecord(request.query) ? { ...request.query } : {})
  if (endpoint.in === 'body') return { ...path, ...bodyOf(request) }
  if (endpoint.in === 'multipart') {
    if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? ''))
      throw new Refusal(415, '请用表单上传文件（multipart/form-data）')
    return path
  }
  if (endpoint.in === 'none' || endpoint.in === 'path') return { ...query(), ...path }
  // either place, never both: two passwords would be one too many
  const body = endpoint.alsoInBody || (changesByGet(endpoint) && request.method === 'POST') ? bodyOf(request) : {}
  return Object.keys(body).length > 0 ? { ...body, ...path } : { ...query(), ...path }
}
