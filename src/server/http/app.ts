import Fastify, { type FastifyInstance } from 'fastify'
import { menuItems } from '../access/menu.ts'
import { reachOf } from '../access/reach.ts'
import type { Services } from '../calls/context.ts'
import { hashToken } from '../session/login.ts'
import { userOfToken } from '../session/user.ts'
import { userInfo } from '../session/userinfo.ts'
import { apiRoutes } from './api-routes.ts'
import { compressAnswers } from './compression.ts'
import { configRoutes, type ConfigSource } from './config-routes.ts'
import { failure } from './envelope.ts'
import { faultAnswer } from './faults.ts'
import { fileRoutes } from './files.ts'
import { securityHeaders } from './headers.ts'
import { scopeOf } from './request.ts'
import { consoleFiles } from './static-files.ts'

export interface AppOptions {
  /** the built console; absent where only the API is wanted */
  folder?: string | undefined
  /** stands behind a proxy that names the caller */
  trustProxy?: boolean
}

const BODY_LIMIT = 2 * 1024 * 1024

/** What every kind of server has: headers, errors, compression, health and the console's files. */
export async function bareApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({ logger: { level: 'error' }, bodyLimit: BODY_LIMIT, trustProxy: options.trustProxy ?? false, forceCloseConnections: true })
  securityHeaders(app)
  compressAnswers(app)
  app.setErrorHandler((error: Error, request, reply) => {
    const fault = faultAnswer(error, 'resultCode', reason => request.log.error(reason))
    return reply.code(fault.status).send(fault.body)
  })
  await consoleFiles(app, options.folder)
  return app
}

/** Bodies that no call of ours reads yet are taken in and dropped, so that the call itself can answer. */
function tolerateOtherBodies(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    payload.on('end', () => done(null, undefined))
  })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? undefined : JSON.parse(String(body)))
    } catch (error) {
      done(Object.assign(error as SyntaxError, { statusCode: 400 }))
    }
  })
}

/** The server with an API of its own. */
export async function embeddedApp(services: Services, options: AppOptions = {}): Promise<FastifyInstance> {
  const app = await bareApp(options)
  tolerateOtherBodies(app)
  const { db } = services
  const source: ConfigSource = {
    configuration: services.configuration,
    identify: token => userOfToken(db, hashToken(token), Date.now()),
    describe: user => ({
      user: userInfo(services.configuration(), services.regions, user),
      menu: menuItems(reachOf(services.configuration().scope(scopeOf(user)), user).menu),
    }),
  }
  app.get('/healthz', async (_request, reply) => {
    try {
      await db.selectFrom('sys_meta').select('name').limit(1).execute()
      return { status: 'ok', configuration: services.configuration().version }
    } catch {
      return reply.code(503).send(failure('resultCode', 503, '数据库不可用 / the database does not answer'))
    }
  })
  configRoutes(app, source)
  await fileRoutes(app, services, source.identify)
  apiRoutes(app, services, source.identify)
  return app
}
