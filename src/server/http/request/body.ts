import type { FastifyInstance } from 'fastify'
import { badRequest, Refusal } from '../../answer/refusal.ts'

/** Deeper than any form; deeper nesting could overflow the stack of recursive functions. */
const MAX_DEPTH = 64

const QUOTE = 34
const BACKSLASH = 92
const OPENING = new Set([91, 123])
const CLOSING = new Set([93, 125])

/** Nesting depth of a JSON text. */
function depthOf(text: string): number {
  let deepest = 0
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isText = !isText
    else if (isText) at += code === BACKSLASH ? 1 : 0
    else if (OPENING.has(code)) deepest = Math.max(deepest, ++depth)
    else if (CLOSING.has(code)) depth--
  }
  return deepest
}

const UTF8 = /charset\s*=\s*"?utf-?8"?/i

/**
 * Parses JSON with Fastify's parser, which refuses keys such as __proto__. Bodies of other types are discarded, so that
 * the call itself can answer.
 */
export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, undefined))
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const type = request.headers['content-type'] ?? ''
    const text = String(body)
    if (/charset/i.test(type) && !UTF8.test(type)) done(new Refusal(415, '请求内容应为 UTF-8 编码'))
    else if (text === '') done(null, undefined)
    else if (depthOf(text) > MAX_DEPTH) done(badRequest('请求内容嵌套过深'))
    else parse(request, text, done)
  })
}

/**
 * Reads the rest of a body after an early answer (a refused upload, for instance): otherwise the next request on the
 * connection would wait behind unread data.
 */
export function readToTheEnd(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) raw.unpipe().resume()
  })
}
