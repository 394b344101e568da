import type { FastifyInstance } from 'fastify'

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // inspected web pages are shown in sandboxed frames; nothing else may be embedded from other origins
  "frame-src 'self' https: http:",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  // only the map search asks for the location (R2.27)
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const A_YEAR = 'max-age=31536000'

export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    // browsers ignore HSTS over plain http, which agencies use in internal networks without certificates
    if (request.protocol === 'https') reply.header('strict-transport-security', A_YEAR)
  })
}
