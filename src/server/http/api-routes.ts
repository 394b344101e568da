import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONFIG_HEADER } from '../../core/contract/api.ts'
import { reachOf } from '../access/reach.ts'
import { NOBODY, rowScope } from '../access/row-scope.ts'
import { entitiesIn } from '../access/scoped-entities.ts'
import type { CallContext, Services } from '../call/context.ts'
import { answer, routesOf } from '../dispatch/dispatch.ts'
import { refuseBareGet } from '../session/client.ts'
import { argumentsOf } from './request/arguments.ts'
import type { Identify } from '../session/identify.ts'
import { faultAnswer } from './request/faults.ts'
import { failure } from '../answer/envelope.ts'
import { Refusal, unauthorised } from '../answer/refusal.ts'
import { sendAnswer, uploadsOf } from './files.ts'
import { noteCall } from './request/logging.ts'
import { bearerOf, deviceCookie, deviceOf, FORGET } from './request/request.ts'
import { scopeOf } from '../../core/model/scope.ts'

const noSuchCall = (asked: string): string => `接口不存在：${asked}`

/** The call that the path is for this person: a layer's calls are its own people's. */
async function contextOf(
  services: Services,
  identify: Identify,
  request: FastifyRequest,
  reply: FastifyReply,
  path: string,
): Promise<CallContext> {
  const token = bearerOf(request)
  const device = deviceOf(request)
  const user = token === undefined ? undefined : await identify(token, device)
  const configuration = services.configuration()
  const scoped = configuration.scope(scopeOf(user))
  const match = routesOf(configuration, scoped).find(request.method, path)
  if (!match) throw user ? new Refusal(404, noSuchCall(`${request.method} ${path}`)) : unauthorised()
  return {
    ...services,
    token,
    device,
    user,
    endpoint: match.endpoint,
    args: argumentsOf(request, match),
    headers: request.headers,
    fault: error => request.log.error(error),
    keepDevice: value => {
      reply.header('set-cookie', deviceCookie(value, request.protocol === 'https'))
    },
    forget: () => void reply.headers(FORGET),
    // an answer that is kept must not tell the configuration of its day
    cache: control => void reply.header('cache-control', control).removeHeader(CONFIG_HEADER),
    ...(match.endpoint.in === 'multipart' ? { uploads: uploadsOf(request) } : {}),
    ip: request.ip,
    scoped,
    entities: () => entitiesIn(services, scoped),
    rows: user ? rowScope(user, configuration.customers(), scoped) : NOBODY,
  }
}

async function handle(
  services: Services,
  identify: Identify,
  base: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const path = (request.url.split('?')[0] ?? '').slice(base.length)
  const match = routesOf(services.configuration()).find(request.method, path)
  reply.header('cache-control', 'no-store')
  if (!match) {
    await reply.code(404).send(failure('resultCode', 404, noSuchCall(`${request.method} ${path}`)))
    return
  }
  noteCall(request, match.endpoint.name)
  try {
    const call = await contextOf(services, identify, request, reply, path)
    noteCall(request, call.endpoint.name, call.user?.id)
    if (call.user) reply.header(CONFIG_HEADER, reachOf(call.scoped, call.user).version)
    // the answer without a session is 401 whatever else is wrong, so this check is for signed-in users only
    if (call.user) refuseBareGet(request.method, call.endpoint, request.headers, call.scoped.app.api)
    await sendAnswer(reply, await answer(call))
  } catch (error) {
    const fault = faultAnswer(error as Error, match.endpoint.envelope ?? 'resultCode', reason =>
      request.log.error(reason),
    )
    await reply
      .code(fault.status)
      .headers(fault.headers ?? {})
      .send(fault.body)
  }
}

/** One wildcard route for all calls, because the calls are configuration and may change while the server runs. */
export function apiRoutes(app: FastifyInstance, services: Services, identify: Identify): void {
  const base = services.configuration().scope({}).app.api.base
  app.all(`${base}/*`, (request, reply) => handle(services, identify, base, request, reply))
}
