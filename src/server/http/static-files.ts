import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CarriedBoot } from '../../core/contract/carried.ts'
import type { Page } from '../../core/contract/configuration.ts'
import { needsEngine } from '../../core/expression/needs-engine.ts'
import { pathIn } from './request/addresses.ts'
import type { ComingAnswer } from './first-answer.ts'
import { inParts } from './in-parts.ts'
import { nowMs } from '../time/clock.ts'
import { answerElement, aroundAnswer, scriptsIn, withBoot, withFiles, withTitle } from './page-head.ts'
import { PRELOADS, type PageFiles, type Preloads } from './preloads.ts'

const FORBIDDEN = 403
const HASHED = /[/\\]assets[/\\]/
/** the page of an address without a route */
const START = 'index/index'
const LOGIN = 'login'
const POLICY = 'content-security-policy'

export interface ConsolePages {
  /** folder of the built console; absent if only the API is served */
  folder: string | undefined
  /** folders of earlier builds, for those who have one open */
  earlier: string[]
  /** title of the page until the console sets its own */
  title?: (() => string) | undefined
  /** the boot answer for whoever asks for a page; undefined where there is nobody, or it would take too long */
  boot: (request: FastifyRequest, route: string) => Promise<CarriedBoot['boot'] | undefined>
  /** what the page asks for first, where it can be known */
  first?: (request: FastifyRequest, boot: CarriedBoot['boot']) => Promise<ComingAnswer | undefined>
}

const routeOf = (request: FastifyRequest): string => pathIn(request.url).replace(/^\/+|\/+$/g, '') || START

/** Files of a page's kind, and of expressions where it has some. */
const neededBy = (page: Page | undefined, { kinds, engine }: Partial<Preloads>): (PageFiles | undefined)[] => [
  kinds?.[page?.kind ?? 'system'],
  page && needsEngine(page) ? engine : undefined,
]

/** None where another version has built the console. */
async function preloadsOf(folder: string): Promise<Partial<Preloads>> {
  const text = await readFile(join(folder, PRELOADS), 'utf8').catch(() => undefined)
  return text === undefined ? {} : (JSON.parse(text) as Preloads)
}

/**
 * Serves the built console. Addresses without a file get index.html, because the console routes them itself; it names
 * the files that the page needs, and carries what the console would ask for first.
 */
export async function consoleFiles(
  app: FastifyInstance,
  { folder, earlier, title, boot, first }: ConsolePages,
): Promise<void> {
  if (folder === undefined) {
    app.setNotFoundHandler((_request, reply) =>
      reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('控制台尚未构建 / the console has not been built: npm run build'),
    )
    return
  }
  await app.register(async files => {
    files.setErrorHandler(async (error: Error & { statusCode?: number }) => {
      // said of a folder that cannot be read, whatever the reason: asked again, the system gives it
      if (error.statusCode === FORBIDDEN) await readdir(folder)
      throw error
    })
    await files.register(fastifyStatic, {
      root: [folder, ...earlier],
      preCompressed: true,
      cacheControl: false,
      index: false,
      // a folder, the start among them, is no file: whoever takes no compressed ones would be refused it
      allowedPath: path => !path.endsWith('/'),
      setHeaders: (reply, path) =>
        reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
  })
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const preloads = await preloadsOf(folder)
  const scripts = scriptsIn(html).map(hash => ` ${hash}`)
  const naming = (page: string, needed: (PageFiles | undefined)[]): string =>
    needed.reduce((named: string, files) => (files ? withFiles(named, files) : named), page)
  // what it answers is returned, not sent: to wait for a reply listens to its end, once for each that waits
  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<string | Readable> => {
    const titled = title ? withTitle(html, title()) : html
    reply.type('text/html; charset=utf-8')
    const policy = String(reply.getHeader(POLICY))
    reply.header(
      POLICY,
      policy.replace("script-src 'self'", own => own + scripts.join('')),
    )
    const route = routeOf(request)
    reply.header('cache-control', 'no-cache')
    if (route === LOGIN) return naming(titled, [preloads.login])
    const carried = await boot(request, route)
    if (!carried) return titled
    const full = naming(titled, neededBy(carried.page, preloads))
    reply.header('cache-control', 'no-store')
    const coming = await first?.(request, carried)
    const at = nowMs()
    if (!coming) return withBoot(full, { route, boot: carried, at })
    const [before, behind] = aroundAnswer(withBoot(full, { route, boot: carried, at, first: coming.key }))
    const rest = coming.answer.then(answer => (answer ? answerElement(answer) : '') + behind)
    return inParts(request, reply, before, rest)
  }
  app.get('/index.html', page)
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')
    return isPage ? page(request, reply) : reply.code(404).type('text/plain; charset=utf-8').send('404')
  })
}
