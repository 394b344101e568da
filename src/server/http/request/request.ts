import type { FastifyRequest } from 'fastify'
import { badRequest } from '../../answer/refusal.ts'

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

const DEVICE = 'Device'
/** The longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 3600

/**
 * Cookie that identifies a browser: HttpOnly, so that no script can read it, and SameSite, so that no other site can
 * use it.
 */
export const deviceCookie = (value: string, secure: boolean): string =>
  `${DEVICE}=${value}; Path=/; Max-Age=${DEVICE_SECONDS}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

/** A parameter of the query; '' if missing. Throws if it is given more than once, because readers could differ. */
export function queryText(request: FastifyRequest, name: string): string {
  const value = (request.query as Record<string, unknown>)[name] ?? ''
  if (typeof value !== 'string') throw badRequest(`参数 ${name} 只能有一个`)
  return value
}

/** Undefined if the value is not a correctly encoded text. */
function plain(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/**
 * The cookie is accepted for reading configuration and files only. Calls need the Authorization header, which other
 * sites cannot send (CSRF).
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

/** What a browser keeps of this console goes with the session; what people set themselves (language, widths) stays. */
export const FORGET = { 'clear-site-data': '"cache"' }
