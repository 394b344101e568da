import type { FastifyRequest } from 'fastify'
import type { Scope } from '../../core/model/scope.ts'
import type { UserShape } from '../../core/model/scope.ts'

export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** A cookie that is no text that could be read opens nothing. */
function plain(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

/** The cookie opens configuration only: a call that changes something needs the header, which no other site can send. */
export function cookieOrBearer(request: FastifyRequest, cookie: string): string | undefined {
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim().split('='))
  const found = pairs.find(([name]) => name === cookie)?.slice(1).join('=')
  return bearerOf(request) ?? (found ? plain(found) : undefined)
}

export function scopeOf(user: UserShape | undefined): Scope {
  if (!user) return {}
  const { customerId, areaCode } = user
  return { ...(customerId ? { customer: customerId } : {}), ...(areaCode ? { area: areaCode } : {}) }
}
