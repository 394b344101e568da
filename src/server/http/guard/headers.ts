import type { FastifyInstance } from 'fastify'

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  // pages that staff look at stand in a sandboxed frame; nothing else of them is let in
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
  // the map search asks where one is (R2.27); nothing else of the device is asked for
  'permissions-policy': 'camera=(), microphone=(), payment=(), usb=(), geolocation=(self)',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const A_YEAR = 'max-age=31536000'

export function securityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(HEADERS)
    // on plain http a browser ignores it, and an agency's inner network often has no certificate
    if (request.protocol === 'https') reply.header('strict-transport-security', A_YEAR)
  })
}
