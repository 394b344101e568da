import { randomUUID } from 'node:crypto'
import { LogController, type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogOptions {
  level?: LogLevel | undefined
  /** where the lines go; standard output when left out */
  stream?: { write(line: string): void } | undefined
}

export const REQUEST_ID = 'x-request-id'
const GIVEN = /^[\w-]{8,64}$/

interface Told {
  call: string
  person?: string
}
const told = new WeakMap<FastifyRequest, Told>()
/** The name of the call that a request turned out to be, and the id of who makes it, for its log line. */
export const noteCall = (request: FastifyRequest, call: string, person?: string): void => {
  told.set(request, { call, ...(person === undefined ? {} : { person }) })
}

/**
 * No right to it: whoever watches over the server looks for these. Who asks too often must not fill the log as well.
 */
const REFUSED = 403

/** A fault without what the database adds to it: its details quote values of the row. */
const faultOf = (
  error: Error & { code?: unknown },
): { type: string; code: string; message: string; stack: string } => ({
  type: error.name,
  code: String(error.code ?? ''),
  message: error.message,
  stack: error.stack ?? '',
})

/**
 * JSON lines. None of them has an address, a query string, a header or a body: the specification puts passwords into
 * the query, and names and numbers of people stand in all of them. A request goes by the name of its call or its route.
 */
export function logging(
  { level = 'warn', stream }: LogOptions,
  trustsProxy: boolean,
): Pick<FastifyServerOptions, 'logger' | 'logController' | 'genReqId'> {
  return {
    logger: { level, serializers: { err: faultOf, req: () => ({}), res: () => ({}) }, ...(stream ? { stream } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => {
      const given = trustsProxy ? String(headers[REQUEST_ID] ?? '') : ''
      return GIVEN.test(given) ? given : randomUUID()
    },
  }
}

/** Names each request in its answer, and tells of it when it is over. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { call, person } = told.get(request) ?? { call: request.routeOptions.url ?? '' }
    const line = { method: request.method, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (reply.statusCode === REFUSED)
      request.log.warn({ ...line, ...(person === undefined ? {} : { person }) }, 'refused')
    else request.log.info(line, 'answered')
  })
}
