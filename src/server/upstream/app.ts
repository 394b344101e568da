import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONFIG_HEADER } from '../../core/contract/api.ts'
import type { Configuration } from '../../core/index.ts'
import { reachOf } from '../access/reach.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { routesOf } from '../dispatch/dispatch.ts'
import type { Match } from '../dispatch/route-table.ts'
import { pathIn } from '../http/request/addresses.ts'
import { bareApp, consoleOf, type AppOptions } from '../http/app.ts'
import { configRoutes, type ConfigSource } from '../http/config-routes.ts'
import { failure } from '../answer/envelope.ts'
import { mapsVersion } from '../files/drawn.ts'
import { bearerOf, FORGET } from '../http/request/request.ts'
import { scopeOf } from '../../core/model/scope.ts'
import { NO_ANSWER, SERVER_FAULT } from '../answer/refusal.ts'
import { addressIn, ask, UpstreamTimeout } from './client.ts'
import { mapRoute, type OwnMaps } from './map-route.ts'
import { UpstreamPeople } from './people.ts'
import { asSpecified, type UpstreamRequest } from './specified.ts'

export interface UpstreamOptions {
  upstream: URL
  /** base address of the backend's files; default: the file base at its origin */
  files?: URL | undefined
  configuration(): Configuration
  /** absent: areas have no maps */
  maps?: OwnMaps
  log(line: string): void
  /** milliseconds to wait for the backend; default: the console's own limit */
  patience?: number
}

/** Hop-by-hop headers, which a proxy must not pass on (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
])
/**
 * Response headers that describe the body, and those of the protocol about it; no other of a backend comes through:
 * cookies, rights of other origins, policies and service workers of this origin are ours to give.
 */
const OF_AN_ANSWER = new Set([
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'retry-after',
])
const NOT_MODIFIED = 304

type Headers = Record<string, string | string[] | undefined>
const endToEnd = (headers: Headers, but: ReadonlySet<string> = new Set()): Headers => {
  const named = new Set(
    String(headers['connection'] ?? '')
      .split(',')
      .map(name => name.trim().toLowerCase()),
  )
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && !but.has(name)),
  )
}
const aboutTheBody = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(endToEnd(headers)).filter(([name]) => OF_AN_ANSWER.has(name)))

/** An HTML error page of a gateway is no answer to a call. */
function isPage({ statusCode = 502, headers }: IncomingMessage): boolean {
  return statusCode >= 500 && !/json/i.test(String(headers['content-type'] ?? ''))
}
/** It would lead a browser away from the console, with what it was asked. */
const leadsAway = ({ statusCode = 502 }: IncomingMessage): boolean =>
  statusCode >= 300 && statusCode < 400 && statusCode !== NOT_MODIFIED

async function version(
  people: UpstreamPeople,
  configuration: Configuration,
  request: FastifyRequest,
): Promise<string | undefined> {
  const token = bearerOf(request)
  const user = token === undefined ? undefined : await people.identify(token).catch(() => undefined)
  return user && reachOf(configuration.scope(scopeOf(user)), user).version
}

/** A call of the product, or of the person's own layers. */
async function matchOf(
  people: UpstreamPeople,
  configuration: Configuration,
  request: FastifyRequest,
  asked: string,
): Promise<Match | undefined> {
  const find = (user: SignedIn | undefined): Match | undefined =>
    routesOf(configuration, configuration.scope(scopeOf(user))).find(request.method, pathIn(asked))
  const token = bearerOf(request)
  return find(undefined) ?? (token === undefined ? undefined : find(await people.identify(token)))
}

/** Files from the backend run no scripts in our origin. */
const FILE_POLICY = "default-src 'none'; sandbox"

/** Headers to remove together with a body. */
const OF_THE_BODY: ReadonlySet<string> = new Set(['content-length', 'content-type', 'content-encoding'])

type Dress = (reply: FastifyReply, answer: IncomingMessage, request: FastifyRequest) => Promise<void> | void

/** Requests below a prefix that are passed on to an address; others are refused. */
interface Passage {
  prefix: string
  to: URL
  passed(request: FastifyRequest, asked: string): Promise<UpstreamRequest | undefined> | UpstreamRequest
}

/** Passes a request on and its answer back; `dress` adds headers. */
function passing({ log, patience }: UpstreamOptions, { prefix, to, passed }: Passage, dress: Dress) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const asked = request.url.startsWith(`${prefix}/`) ? request.url.slice(prefix.length) : ''
    const known = await passed(request, asked)
    if (!known)
      return reply.code(404).send(failure('resultCode', 404, `接口不存在：${request.method} ${pathIn(asked)}`))
    const { method, address, body, headers: added = {} } = known
    const url = addressIn(to, address)
    if (!url) return reply.code(400).send(failure('resultCode', 400, '请求地址不合法'))
    const headers = {
      ...endToEnd(request.headers, method === request.method ? undefined : OF_THE_BODY),
      ...added,
      'x-forwarded-for': request.ip,
      'x-forwarded-proto': request.protocol,
      'x-request-id': request.id,
    }
    try {
      const answer = await ask(url, { method, headers, body, patience })
      if (isPage(answer)) {
        answer.resume()
        return await reply
          .code(answer.statusCode ?? 502)
          .send(failure('resultCode', answer.statusCode ?? 502, SERVER_FAULT))
      }
      if (leadsAway(answer)) {
        answer.resume()
        log(`上游接口要求转到别处 / the upstream API redirects: ${to.origin} (${String(answer.statusCode)})`)
        return await reply.code(502).send(failure('resultCode', 502, '上游接口要求转到别处，请联系管理员'))
      }
      reply
        .code(answer.statusCode ?? 502)
        .header('cache-control', 'no-store')
        .headers(aboutTheBody(answer.headers))
      await dress(reply, answer, request)
      return await reply.send(answer)
    } catch (error) {
      log(
        `上游接口没有响应 / the upstream API does not answer: ${to.origin} `
          + `(${error instanceof Error ? error.message : String(error)})`,
      )
      const status = error instanceof UpstreamTimeout ? 504 : 502
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .send(failure('resultCode', status, NO_ANSWER))
    }
  }
}

/** Server in front of an existing backend: serves console and configuration itself and passes all calls on. */
export async function upstreamApp(wanted: UpstreamOptions, options: AppOptions = {}): Promise<FastifyInstance> {
  const { upstream, configuration, maps } = wanted
  const app = await bareApp(options)
  const people = new UpstreamPeople(upstream, configuration)
  const { base, fileBase } = configuration().scope({}).app.api
  // bodies are passed on unread
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.get('/healthz', async () => ({ status: 'ok', configuration: configuration().version }))
  const source: ConfigSource = {
    configuration,
    mapService: options.mapService,
    credentials: 'query',
    identify: people.identify,
    describe: people.describe,
    ...(maps ? { maps: () => mapsVersion(maps.store, maps.regions) } : {}),
  }
  configRoutes(app, source)
  if (maps) mapRoute(app, configuration, people, maps)
  await consoleOf(app, options, source)
  const calls: Passage = {
    prefix: base,
    to: upstream,
    passed: async (request, asked) => {
      const match = await matchOf(people, configuration(), request, asked)
      return match && asSpecified(request, asked, match.endpoint, configuration().scope({}).app.api)
    },
  }
  const held: Passage = {
    prefix: fileBase,
    to: wanted.files ?? new URL(fileBase, upstream),
    passed: ({ method }, address) => ({ method, address }),
  }
  app.all(
    `${base}/*`,
    passing(wanted, calls, async (reply, answer, request) => {
      const token = bearerOf(request)
      if (token !== undefined && answer.statusCode === 401) people.forget(token)
      const match = routesOf(configuration()).find(request.method, pathIn(request.url.slice(base.length)))
      if (match?.endpoint.name === 'auth.logout') reply.headers(FORGET)
      const named = answer.statusCode === 401 ? undefined : await version(people, configuration(), request)
      if (named) reply.header(CONFIG_HEADER, named)
    }),
  )
  app.get(
    `${fileBase}/*`,
    passing(wanted, held, reply => {
      // kept, but asked for each time: whoever signs in next on this machine is another one
      reply.header('content-security-policy', FILE_POLICY).header('cache-control', 'private, no-cache')
    }),
  )
  return app
}
