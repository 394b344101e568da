import type { FastifyInstance } from 'fastify'
import type { MapService } from '../../../core/contract/configuration.ts'

/** A provider of online maps, with the origins beside its script's that its tiles and calls come from. */
export interface OnlineMap extends MapService {
  origins: string[]
}

/** `outside`: origins of the online map that is configured, separated by spaces. */
const policy = (outside: string): string =>
  [
    "default-src 'self'",
    `script-src 'self'${outside}`,
    `style-src 'self' 'unsafe-inline'${outside}`,
    `img-src 'self' data:${outside}`,
    // web pages of others are shown in sandboxed frames; nothing else may be embedded from other origins
    "frame-src 'self' https: http:",
    `connect-src 'self'${outside}`,
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ].join('; ')

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  // only the map search asks for the location (R2.27)
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const A_YEAR = 'max-age=31536000'

export function securityHeaders(app: FastifyInstance, { mapService }: { mapService?: OnlineMap | undefined }): void {
  const outside = mapService ? ` ${[new URL(mapService.script).origin, ...mapService.origins].join(' ')}` : ''
  const headers = { ...HEADERS, 'content-security-policy': policy(outside) }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    // browsers ignore HSTS over plain http, which agencies use in internal networks without certificates
    if (request.protocol === 'https') reply.header('strict-transport-security', A_YEAR)
  })
}
