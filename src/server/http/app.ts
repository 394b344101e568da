import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { menuItems } from '../access/menu.ts'
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
import { configRoutes, type ConfigSource } from './config-routes.ts'
import { failure } from '../answer/envelope.ts'
import { AT_ONCE, drainAtEnd, type Drain } from './guard/drain.ts'
import { brokenRequest } from './guard/broken.ts'
import { boundConnections, CONNECTIONS, refuseUpgrades } from './guard/connections.ts'
import { faultAnswer } from './request/faults.ts'
import { fileRoutes } from './files.ts'
import { health } from './health.ts'
import { securityHeaders } from './guard/headers.ts'
import { logging, nameRequests, type LogOptions } from './request/logging.ts'
import { RateLimit } from './guard/rate-limit.ts'
import { cookieOrBearer, deviceOf } from './request/request.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { endSlowOnes, PATIENCE, type Patience } from './guard/slow.ts'
import { consoleFiles } from './static-files.ts'

export interface AppOptions {
  /** the built console; absent where only the API is wanted */
  folder?: string | undefined
  /** what the system calls itself: the page's title until the console sets it */
  title?: () => string
  /** how many proxies stand before it, or their addresses: only they are believed about who calls */
  trustProxy?: number | string | false
  log?: LogOptions
  /** requests a minute that one client may make; no limit where it is absent or 0 */
  rateLimit?: number
  /** how long a slow client is waited for */
  patience?: Patience
  /** connections at once */
  connections?: number
  /** what becomes of requests in flight when the server ends */
  drain?: Drain
}

const BODY_LIMIT = 2 * 1024 * 1024
/** what node waits for a whole request where nothing else is said */
const REQUEST_MS = 300_000

type Proxies = AppOptions['trustProxy']
/**
 * Each proxy adds the address it saw to the end of the header: what stands before those is the caller's own invention.
 */
const proxies = (trusted: Proxies = false): string | boolean | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted

/** What is no request at all reaches no route, nor its hooks. */
function unreadable(error: Error, request: FastifyRequest, reply: unknown): void {
  const fault = faultAnswer(error, 'resultCode', reason => request.log.error(reason))
  void (reply as FastifyReply).code(fault.status).header('cache-control', 'no-store').send(fault.body)
}

/** Before any route reads it in a way of its own: the API, files, configuration and what stands behind a proxy. */
function plainAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = pathIn(request.raw.url ?? '')
    // the name behind a file's id is for people, who call files what they like: no route of ours reads it
    const read = request.routeOptions.url?.endsWith('/:name') ? path.slice(0, path.lastIndexOf('/')) : path
    if (isPlainPath(read)) return
    return reply
      .code(400)
      .header('cache-control', 'no-store')
      .send(failure('resultCode', 400, '请求地址不合法'))
  })
}

/** What every kind of server has: headers, errors, compression, health and the console's files. */
export async function bareApp(options: AppOptions): Promise<FastifyInstance> {
  const trustProxy = options.trustProxy ?? false
  const patience = options.patience ?? PATIENCE
  const app = Fastify({
    ...logging(options.log ?? {}, trustProxy !== false),
    bodyLimit: BODY_LIMIT,
    trustProxy: proxies(trustProxy),
    forceCloseConnections: true,
    return503OnClosing: false,
    http: {
      headersTimeout: patience.slowMs,
      // node waits for a whole request at least as long as for its head; who sends too slowly is ended before (slow.ts)
      requestTimeout: Math.max(REQUEST_MS, patience.slowMs),
      connectionsCheckingInterval: Math.ceil(patience.slowMs / 4),
      keepAlive: true,
      keepAliveInitialDelay: 30_000,
    },
    // names of files stand in addresses, nine signs for a Chinese one: what node lets into a first line is no longer
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: unreadable,
    clientErrorHandler: brokenRequest,
  })
  boundConnections(app, options.connections ?? CONNECTIONS, trustProxy !== false)
  drainAtEnd(app, options.drain ?? AT_ONCE)
  endSlowOnes(app, patience)
  nameRequests(app)
  readToTheEnd(app)
  securityHeaders(app)
  compressAnswers(app)
  plainAddresses(app)
  refuseUpgrades(app)
  app.setErrorHandler((error: Error, request, reply) => {
    const fault = faultAnswer(error, 'resultCode', reason => request.log.error(reason))
    return reply.code(fault.status).header('cache-control', 'no-store').send(fault.body)
  })
  await consoleFiles(app, options.folder, options.title)
  return app
}

/** Who holds a token; with a limit, how often one asks is counted on the way. */
function identified(app: FastifyInstance, { db, configuration }: Services, perMinute: number): Identify {
  const identify: Identify = async (token, device) => {
    const user = await userOfToken(db, hashToken(token), device, Date.now())
    return user && withDuty(configuration().scope(scopeOf(user)), user)
  }
  if (perMinute === 0) return identify
  const limit = new RateLimit(perMinute, db)
  const { api, constants } = configuration().scope({}).manifest.app
  limit.guard(
    app,
    [api.base, api.fileBase, '/config'],
    request => cookieOrBearer(request, String(constants['tokenCookie'] ?? 'Token')),
    deviceOf,
  )
  return limit.watching(identify)
}

/** The server with an API of its own. */
export async function embeddedApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await bareApp(options)
  readBodies(app)
  const source: ConfigSource = {
    configuration: services.configuration,
    credentials: 'body',
    identify: identified(app, services, options.rateLimit ?? 0),
    describe: user => {
      const scoped = services.configuration().scope(scopeOf(user))
      return {
        user: userInfo(services.configuration(), services.regions, user),
        menu: menuItems(reachOf(scoped, user).menu),
        buttons: buttonsOf(scoped, user, services.entities().values()),
      }
    },
    openApi: user => openApiOf(services, user),
  }
  app.get('/healthz', (_request, reply) => health(services, reply))
  configRoutes(app, source)
  await fileRoutes(app, services, source.identify)
  apiRoutes(app, services, source.identify)
  return app
}
