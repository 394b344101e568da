import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { ownMenu } from '../access/menu.ts'
import { permissionsIn } from '../../core/model/roles.ts'
import { reachOf } from '../access/reach.ts'
import { buttonsOf } from '../machines/machines.ts'
import type { Services } from '../call/context.ts'
import { openApiOf } from '../openapi/reader.ts'
import type { Identify } from '../session/identify.ts'
import { hashToken } from '../session/login.ts'
import { withDuty } from '../session/duty.ts'
import { userOfToken } from '../session/renewal.ts'
import { userInfo } from '../session/userinfo.ts'
import { apiRoutes } from './api-routes.ts'
import { isPlainPath, pathIn } from './request/addresses.ts'
import { readBodies, readToTheEnd } from './request/body.ts'
import { compressAnswers } from './compression.ts'
import { carriedBoot, configRoutes, type ConfigSource } from './config-routes.ts'
import { failure } from '../answer/envelope.ts'
import { comeFirst } from './guard/answering.ts'
import { AT_ONCE, drainAtEnd, type Drain } from './guard/drain.ts'
import { brokenRequest } from './guard/broken.ts'
import { boundConnections, CONNECTIONS, refuseUpgrades } from './guard/connections.ts'
import { faultAnswer } from './request/faults.ts'
import { fileRoutes } from './files.ts'
import { mapsVersion } from '../files/drawn.ts'
import { health } from './health.ts'
import { type OnlineMap, securityHeaders } from './guard/headers.ts'
import { logging, nameRequests, type LogOptions } from './request/logging.ts'
import { RateLimit } from './guard/rate-limit.ts'
import { cookieOrBearer, deviceOf } from './request/request.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { endSlowOnes, PATIENCE, type Patience } from './guard/slow.ts'
import { firstAnswer } from './first-answer.ts'
import { keptOfList } from './kept-of-list.ts'
import { consoleFiles } from './static-files.ts'
import { nowMs } from '../time/clock.ts'

export interface AppOptions {
  /** folder of the built console; absent if only the API is served */
  folder?: string | undefined
  /** folders with the files of earlier builds */
  earlier?: string[]
  /** title of the HTML page until the console sets its own */
  title?: () => string
  /** number or addresses of the proxies in front; only their X-Forwarded-For is believed */
  trustProxy?: number | string | false
  log?: LogOptions
  /** requests a minute for each client; absent or 0: unlimited */
  rateLimit?: number
  /** limits for slow clients */
  patience?: Patience
  /** most simultaneous connections */
  connections?: number
  /** an online map for the console; absent: the console shows its own */
  mapService?: OnlineMap | undefined
  /** handling of requests in progress when the server stops */
  drain?: Drain
}

const BODY_LIMIT = 2 * 1024 * 1024
/** node's limit for receiving a whole request, unless configured otherwise */
const REQUEST_MS = 300_000

type Proxies = AppOptions['trustProxy']
/**
 * Each proxy appends the address it saw to X-Forwarded-For, so only the last entries, added by trusted proxies, are
 * believed: a client can send any others itself.
 */
const proxies = (trusted: Proxies = false): string | boolean | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted

/** Malformed HTTP reaches neither routes nor their hooks, so it is answered here. */
function unreadable(error: Error, request: FastifyRequest, reply: unknown): void {
  const fault = faultAnswer(error, 'resultCode', reason => request.log.error(reason))
  void (reply as FastifyReply).code(fault.status).header('cache-control', 'no-store').send(fault.body)
}

/** Checks addresses before any route interprets them. */
function plainAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = pathIn(request.raw.url ?? '')
    // the last part of a file's address is its name, which may contain anything: no route reads it, so it is not
    // checked
    const read = request.routeOptions.url?.endsWith('/:name') ? path.slice(0, path.lastIndexOf('/')) : path
    if (isPlainPath(read)) return
    return reply
      .code(400)
      .header('cache-control', 'no-store')
      .send(failure('resultCode', 400, '请求地址不合法'))
  })
}

/** Basis of both kinds of servers: headers, errors, compression. */
export async function bareApp(options: AppOptions): Promise<FastifyInstance> {
  const trustProxy = options.trustProxy ?? false
  const patience = options.patience ?? PATIENCE
  const app = Fastify({
    ...logging(options.log ?? {}, trustProxy !== false),
    bodyLimit: BODY_LIMIT,
    trustProxy: proxies(trustProxy),
    forceCloseConnections: true,
    return503OnClosing: false,
    // its ten seconds hold for the end as well, where requests in progress may take longer
    pluginTimeout: 0,
    http: {
      headersTimeout: patience.slowMs,
      // node requires this to be at least the limit for the headers; slow.ts ends slow requests earlier
      requestTimeout: Math.max(REQUEST_MS, patience.slowMs),
      connectionsCheckingInterval: Math.ceil(patience.slowMs / 4),
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    // addresses contain file names, in which a Chinese character takes nine characters; node's own limit on the request
    // line still applies
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: unreadable,
    clientErrorHandler: brokenRequest,
  })
  boundConnections(app, options.connections ?? CONNECTIONS, trustProxy !== false)
  drainAtEnd(app, options.drain ?? AT_ONCE)
  endSlowOnes(app, patience)
  nameRequests(app)
  readToTheEnd(app)
  securityHeaders(app, options)
  compressAnswers(app)
  plainAddresses(app)
  refuseUpgrades(app)
  app.setErrorHandler((error: Error, request, reply) => {
    const fault = faultAnswer(error, 'resultCode', reason => request.log.error(reason))
    return reply.code(fault.status).header('cache-control', 'no-store').send(fault.body)
  })
  return app
}

/** The console for browsers; what its pages carry comes from where the console would ask. */
export const consoleOf = (
  app: FastifyInstance,
  { folder, earlier = [], title }: AppOptions,
  source: ConfigSource,
): Promise<void> =>
  consoleFiles(app, {
    folder,
    earlier,
    title,
    boot: (request, route) => carriedBoot(source, request, route),
    first: async (request, boot) => {
      if (boot.page?.kind !== 'list') return undefined
      const kept = await source.kept?.(boot.user.id, boot.page.route).catch(() => undefined)
      return firstAnswer(app, { request, boot, kept: kept ?? {} })
    },
  })

/** Resolves a token to its user; with a rate limit, counts the requests of users. */
function identified(
  app: FastifyInstance,
  { db, configuration }: Services,
  perMinute: number,
): Pick<ConfigSource, 'identify' | 'mayAsk'> {
  const identify: Identify = async (token, device) => {
    const user = await userOfToken(db, hashToken(token), device, nowMs())
    return user && withDuty(configuration().scope(scopeOf(user)), user)
  }
  if (perMinute === 0) return { identify }
  const { api, constants } = configuration().scope({}).app
  const cookie = String(constants['tokenCookie'] ?? 'Token')
  const limit = new RateLimit(perMinute, db, request => ({
    token: cookieOrBearer(request, cookie),
    device: deviceOf(request),
  }))
  limit.guard(app, [api.base, api.fileBase, '/config'])
  return { identify: limit.watching(identify), mayAsk: request => limit.admits(request) }
}

/** The server with its own API and database. */
export async function embeddedApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await bareApp(options)
  readBodies(app)
  comeFirst(app)
  const source: ConfigSource = {
    configuration: services.configuration,
    credentials: 'body',
    mapService: options.mapService,
    maps: () => mapsVersion(services.maps, services.regions),
    ...identified(app, services, options.rateLimit ?? 0),
    describe: user => {
      const scoped = services.configuration().scope(scopeOf(user))
      return {
        user: userInfo(services.configuration(), services.regions, user),
        menu: ownMenu(scoped.menu, reachOf(scoped, user).menu, user),
        buttons: buttonsOf(scoped, user, services.entities().values()),
        permissions: permissionsIn(user.permissions ?? []),
      }
    },
    openApi: user => openApiOf(services, user),
    kept: (userId, route) => keptOfList(services.db, userId, route),
  }
  app.get('/healthz', (_request, reply) => health(services, reply))
  configRoutes(app, source)
  await fileRoutes(app, services, source.identify)
  apiRoutes(app, services, source.identify)
  await consoleOf(app, options, source)
  return app
}
