import { promisify } from 'node:util'
import type { Transform } from 'node:stream'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const MINIMUM = 1024
const brotli = promisify(brotliCompress)
const gz = promisify(gzip)

/** Answers are compressed for one reader each, so a fast level costs least in total. */
const QUICK = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
}

/** Compresses JSON above a kilobyte; the console's files are compressed in advance. */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MINIMUM || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    const accepted = String(request.headers['accept-encoding'] ?? '')
    if (/\bbr\b/.test(accepted)) {
      reply.header('content-encoding', 'br').removeHeader('content-length')
      return brotli(payload, QUICK)
    }
    if (/\bgzip\b/.test(accepted)) {
      reply.header('content-encoding', 'gzip').removeHeader('content-length')
      return gz(payload)
    }
    return payload
  })
}

/** The compression that this reader takes, for an answer sent in parts, each of which can be read as it comes. */
export function partsCompressed(request: FastifyRequest, reply: FastifyReply): Transform | undefined {
  reply.header('vary', 'accept-encoding')
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const name = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  if (!name) return undefined
  reply.header('content-encoding', name)
  return name === 'br' ? createBrotliCompress(QUICK) : createGzip()
}
