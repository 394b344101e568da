import type { FastifyInstance } from 'fastify'
import { answering } from '../../time/background.ts'

/** An upload takes as long as its sender does, and mostly waits. */
const isUpload = (type: string | undefined): boolean => /^multipart\//i.test(type ?? '')

/** Background work waits for requests: for each from when it has been received until its answer is known. */
export function comeFirst(app: FastifyInstance): void {
  const over = new WeakMap<object, () => void>()
  app.addHook('preHandler', async (request, reply) => {
    // an address of the console comes by twice: no file is called so, it is a page
    if (over.has(request) || isUpload(request.headers['content-type'])) return
    const end = answering()
    over.set(request, end)
    // also of a request that was broken off
    reply.raw.once('close', end)
  })
  app.addHook('onSend', async request => over.get(request)?.())
}
