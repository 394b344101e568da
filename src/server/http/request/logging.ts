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

interface CallNote {
  call: string
  person?: string
}
const notes = new WeakMap<FastifyRequest, CallNote>()
/** Adds the name of the call and the user's id to the request's log line. */
export const noteCall = (request: FastifyRequest, call: string, person?: string): void => {
  notes.set(request, { call, ...(person === undefined ? {} : { person }) })
}

/**
 * Missing rights are logged, because operators watch for them; requests over the rate limit are not, or an attacker
 * could fill the log.
 */
const REFUSED = 403

/** The error without PostgreSQL's details, which quote values of the row. */
const faultOf = (
  error: Error & { code?: unknown },
): { type: string; code: string; message: string; stack: string } => ({
  type: error.name,
  code: String(error.code ?? ''),
  message: error.message,
  stack: error.stack ?? '',
})

/**
 * Logs JSON lines without addresses, query strings, headers or bodies: by the specification passwords travel in the
 * query, and all of them contain personal data. A request appears by the name of its call or route.
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

/** Sends the request's id with each answer and logs the request when it is finished. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header(REQUEST_ID, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { call, person } = notes.get(request) ?? { call: request.routeOptions.url ?? '' }
    const line = { method: request.method, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (reply.statusCode === REFUSED)
      request.log.warn({ ...line, ...(person === undefined ? {} : { person }) }, 'refused')
    else request.log.info(line, 'answered')
  })
}
