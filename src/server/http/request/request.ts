import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../answer/refusal.ts'

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

const DEVICE = 'Device'
/** As long as a browser keeps any. */
const DEVICE_SECONDS = 400 * 24 * 3600

/** What a browser is known by: no script can read it, and no other site can have it sent. */
export const deviceCookie = (value: string, secure: boolean): string =>
  `${DEVICE}=${value}; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** A parameter of the query, '' where it is missing; given twice it says nothing. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name] ?? ''
  if (typeof value !== 'string') throw badRequest(`参数 ${name} 只能有一个`)
  return value
}

/** A cookie that is no text that could be read opens nothing. */
function plain(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/**
 * The cookie opens configuration only: a call that changes something needs the header, which no other site can send.
 */
export const cookieOrBearer = (request: FastifyRequest, cookie: string): string | undefined =>
  bearerOf(request) ?? cookieOf(request, cookie)

export const deviceOf = (request: FastifyRequest): string | undefined => cookieOf(request, DEVICE)

function cookieOf(request: FastifyRequest, cookie: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  const found = pairs
    .find(([name]) => name === cookie)
    ?.slice(1)
    .join('=')
  return found ? plain(found) : undefined
}
