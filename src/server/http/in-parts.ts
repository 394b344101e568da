import { PassThrough, type Transform } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { partsCompressed } from './compression.ts'

/** An answer that sends a part at once, the next when it is there, and nothing more to whoever has gone meanwhile. */
export function inParts(request: FastifyRequest, reply: FastifyReply, first: string, next: Promise<string>): Transform {
  // a proxy in front (nginx) would keep the first part until the next has come
  reply.header('x-accel-buffering', 'no')
  const compressed = partsCompressed(request, reply)
  const out: Transform & { flush?: (done?: () => void) => void } = compressed ?? new PassThrough()
  out.on('error', error => request.log.error(error))
  out.write(first)
  if (compressed) out.flush?.()
  void next.then(last => {
    if (!out.destroyed) out.end(last)
  })
  return out
}
