import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONFIG_HEADER } from '../../core/contract/api.ts'
import type { Configuration } from '../../core/index.ts'
import { reachOf } from '../access/reach.ts'
import { bareApp, type AppOptions } from '../http/app.ts'
import { configRoutes } from '../http/config-routes.ts'
import { failure } from '../http/envelope.ts'
import { bearerOf, scopeOf } from '../http/request.ts'
import { ask } from './client.ts'
import { UpstreamPeople } from './people.ts'

export interface UpstreamOptions {
  upstream: URL
  configuration(): Configuration
  log(line: string): void
}

/** Headers that belong to one connection and not to the message (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'host'])
const endToEnd = (headers: Record<string, string | string[] | undefined>): Record<string, string | string[] | undefined> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))

async function version(people: UpstreamPeople, configuration: Configuration, request: FastifyRequest): Promise<string | undefined> {
  const token = bearerOf(request)
  const user = token === undefined ? undefined : await people.identify(token).catch(() => undefined)
  return user && reachOf(configuration.scope(scopeOf(user)), user).version
}

/** The server in front of an existing backend: console and configuration are ours, every call is passed on as it is. */
export async function upstreamApp({ upstream, configuration, log }: UpstreamOptions, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await bareApp(options)
  const people = new UpstreamPeople(upstream, configuration)
  const base = configuration().scope({}).manifest.app.api.base
  // bodies are passed on as they come, unread
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  app.get('/healthz', async () => ({ status: 'ok', configuration: configuration().version }))
  configRoutes(app, { configuration, credentials: 'query', identify: people.identify, describe: people.describe })

  const pass = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const headers = { ...endToEnd(request.headers), 'x-forwarded-for': request.ip }
    const body = request.body as NodeJS.ReadableStream | undefined
    try {
      const answer = await ask(upstream, request.url.slice(base.length), { method: request.method, headers, body })
      const token = bearerOf(request)
      if (token !== undefined && answer.statusCode === 401) people.forget(token)
      const named = answer.statusCode === 401 ? undefined : await version(people, configuration(), request)
      reply.code(answer.statusCode ?? 502).headers(endToEnd(answer.headers))
      if (named) reply.header(CONFIG_HEADER, named)
      return await reply.send(answer)
    } catch (error) {
      log(`上游接口没有响应 / the upstream API does not answer: ${upstream.origin} (${error instanceof Error ? error.message : String(error)})`)
      return reply.code(502).send(failure('resultCode', 502, '上游接口没有响应，请联系管理员'))
    }
  }
  app.all(`${base}/*`, pass)
  return app
}
