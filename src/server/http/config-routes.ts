import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CONFIG_HEADER } from '../../core/contract/api.ts'
import type { Boot, Credentials, PublicBoot } from '../../core/contract/configuration.ts'
import type { KeptOfList } from '../../core/contract/first-args.ts'
import type { Configuration, ScopedConfiguration } from '../../core/index.ts'
import { publicManifest, reachOf } from '../access/reach.ts'
import type { Identify } from '../session/identify.ts'
import type { SignedIn } from '../access/signed-in.ts'
import { failure } from '../answer/envelope.ts'
import type { OnlineMap } from './guard/headers.ts'
import { extensionOf } from '../../core/source/picture.ts'
import { faultAnswer } from './request/faults.ts'
import { dutyOf, notFound, unauthorised } from '../answer/refusal.ts'
import { cookieOrBearer, deviceOf, queryText } from './request/request.ts'
import { scopeOf } from '../../core/model/scope.ts'

type Described = Pick<Boot, 'user' | 'menu' | 'buttons' | 'permissions' | 'backend'>

export interface ConfigSource {
  configuration(): Configuration
  identify: Identify
  /** whether a client may ask for more now, by the rate limit; absent: always. It counts as a request */
  mayAsk?(request: FastifyRequest): boolean
  /** where the console sends name and password */
  credentials: Credentials
  /** user and menu as the console shows them */
  describe(user: SignedIn, token: string): Promise<Described> | Described
  mapService?: OnlineMap | undefined
  /** version of our own maps */
  maps?(): Promise<string | undefined>
  /** what this person keeps of a list; absent in front of an existing backend */
  kept?(userId: string, route: string): Promise<KeptOfList>
  /** OpenAPI description of the calls; absent in front of an existing backend */
  openApi?(user: SignedIn): Promise<object>
}

const IMMUTABLE = 'private, max-age=31536000, immutable'

interface Reader {
  user: SignedIn | undefined
  token: string | undefined
  scoped: ScopedConfiguration
}

async function readerOf(source: ConfigSource, request: FastifyRequest): Promise<Reader> {
  const configuration = source.configuration()
  const cookie = String(configuration.scope({}).app.constants['tokenCookie'] ?? 'Token')
  const token = cookieOrBearer(request, cookie)
  const user = token === undefined ? undefined : await source.identify(token, deviceOf(request))
  return { user, token, scoped: configuration.scope(scopeOf(user)) }
}

const mayOpen =
  ({ user, scoped }: Reader) =>
  (route: string): boolean =>
    user ? reachOf(scoped, user).pages.has(route) : scoped.manifest.pages[route]?.open === true

/** Of the online map what a browser needs. */
const mapOf = ({ mapService }: ConfigSource): Pick<Boot, 'mapService'> =>
  mapService ? { mapService: { script: mapService.script, key: mapService.key } } : {}

async function boot(source: ConfigSource, request: FastifyRequest, route: string, lang = ''): Promise<Boot> {
  const reader = await readerOf(source, request)
  const { user, token, scoped } = reader
  if (!user || token === undefined) throw unauthorised()
  const open = mayOpen(reader)
  const page = open(route) ? scoped.page(route) : undefined
  const maps = await source.maps?.()
  const isForeign = lang !== scoped.app.language && Object.hasOwn(scoped.manifest.locales, lang)
  return {
    manifest: { ...publicManifest(scoped.manifest, open), version: reachOf(scoped, user).version },
    credentials: source.credentials,
    changesByPost: true,
    ...(source.openApi ? { own: true } : {}),
    ...mapOf(source),
    ...(maps === undefined ? {} : { maps }),
    ...(await source.describe(user, token)),
    ...(page ? { page } : {}),
    ...(isForeign ? { texts: scoped.texts(lang) } : {}),
  }
}

async function described(source: ConfigSource, request: FastifyRequest): Promise<object> {
  const { user } = await readerOf(source, request)
  if (!user) throw unauthorised()
  const duty = dutyOf(user)
  if (duty) throw duty
  if (!source.openApi) throw notFound('接口由现有后端提供，这里没有说明')
  return source.openApi(user)
}

async function pageBlob(source: ConfigSource, request: FastifyRequest): Promise<string> {
  const reader = await readerOf(source, request)
  const { hash } = request.params as { hash: string }
  const { pages } = reader.scoped.manifest
  const allowed = Object.keys(pages).some(route => pages[route]?.hash === hash && mayOpen(reader)(route))
  const blob = allowed ? reader.scoped.blob(hash) : undefined
  if (blob === undefined) throw notFound('页面不存在')
  return blob
}

async function textsBlob(source: ConfigSource, request: FastifyRequest): Promise<string> {
  const { scoped } = await readerOf(source, request)
  const { hash } = request.params as { hash: string }
  const blob = Object.values(scoped.manifest.locales).includes(hash) ? scoped.blob(hash) : undefined
  if (blob === undefined) throw notFound('语言文本不存在')
  return blob
}

async function manualBlob(source: ConfigSource, request: FastifyRequest): Promise<string> {
  const { user, scoped } = await readerOf(source, request)
  if (!user) throw unauthorised()
  const { hash } = request.params as { hash: string }
  const manuals = Object.values(scoped.app.manuals ?? {})
  const blob = manuals.some(one => typeof one === 'object' && one.hash === hash) ? scoped.blob(hash) : undefined
  if (blob === undefined) throw notFound('操作手册不存在！')
  return blob
}

/** Opened by itself a drawing could hold scripts: it may run, fetch and frame nothing. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const PICTURES: Readonly<Record<string, string>> = { svg: 'image/svg+xml', png: 'image/png' }

async function logo(source: ConfigSource, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = (await readerOf(source, request)).scoped.logo()
  const { name } = request.params as { name: string }
  if (found?.name !== name) throw notFound('标志不存在')
  return reply
    .header('cache-control', IMMUTABLE)
    .header('content-security-policy', PICTURE_POLICY)
    .type(PICTURES[extensionOf(name)] ?? 'application/octet-stream')
    .send(Buffer.from(found.text, found.encoding))
}

function publicBoot(configuration: Configuration, credentials: Credentials): PublicBoot {
  const { manifest } = configuration.scope({})
  return { manifest: publicManifest(manifest, route => manifest.pages[route]?.open === true), credentials }
}

/** How long HTML waits for the boot answer; without it the console asks, and tells what is wrong. */
const CARRY_MS = 1000

/** The boot answer that goes along with a page's HTML, for whoever has a session; the console tells of failures. */
export async function carriedBoot(
  source: ConfigSource,
  request: FastifyRequest,
  route: string,
): Promise<Boot | undefined> {
  const cookie = String(source.configuration().scope({}).app.constants['tokenCookie'] ?? 'Token')
  if (cookieOrBearer(request, cookie) === undefined || source.mayAsk?.(request) === false) return undefined
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, CARRY_MS, undefined)
  })
  try {
    return await Promise.race([boot(source, request, route).catch(() => undefined), late])
  } finally {
    clearTimeout(timer)
  }
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Refusals of these routes have the same form as those of the API. */
const guarded =
  (answer: Answer): Answer =>
  async (request, reply) => {
    try {
      return await answer(request, reply)
    } catch (error) {
      const fault = faultAnswer(error as Error, 'resultCode', reason => request.log.error(reason))
      return reply.code(fault.status).header('cache-control', 'no-store').send(fault.body)
    }
  }

export function configRoutes(app: FastifyInstance, source: ConfigSource): void {
  const blob =
    (read: typeof pageBlob): Answer =>
    async (request, reply) => {
      const text = await read(source, request)
      return reply.header('cache-control', IMMUTABLE).type('application/json; charset=utf-8').send(text)
    }
  app.get(
    '/config/public',
    guarded(async (_request, reply) => {
      const answer = publicBoot(source.configuration(), source.credentials)
      return reply.header('cache-control', 'no-store').header(CONFIG_HEADER, answer.manifest.version).send(answer)
    }),
  )
  app.get(
    '/config/boot',
    guarded(async (request, reply) => {
      const route = queryText(request, 'route').replace(/^\/+/, '')
      const answer = await boot(source, request, route, queryText(request, 'lang'))
      return reply.header('cache-control', 'no-store').header(CONFIG_HEADER, answer.manifest.version).send(answer)
    }),
  )
  app.get(
    '/config/openapi.json',
    guarded(async (request, reply) => reply.header('cache-control', 'no-store').send(await described(source, request))),
  )
  app.get('/config/page/:hash', guarded(blob(pageBlob)))
  app.get('/config/texts/:hash', guarded(blob(textsBlob)))
  app.get('/config/manual/:hash', guarded(blob(manualBlob)))
  app.get(
    '/config/logo/:name',
    guarded((request, reply) => logo(source, request, reply)),
  )
  // open pages ask every few seconds: whoever knows the version is answered without the database
  app.get(
    '/config/version',
    guarded(async (request, reply) => {
      const served = source.configuration().version
      reply.header('cache-control', 'no-store')
      if (queryText(request, 'of') === served) return reply.code(204).send()
      const { user, scoped } = await readerOf(source, request)
      return reply.send({ served, version: user ? reachOf(scoped, user).version : scoped.manifest.version })
    }),
  )
  app.all('/config/*', async (_request, reply) => reply.code(404).send(failure('resultCode', 404, '地址不存在')))
}
