import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { withTitle } from './page-title.ts'

const HASHED = /[/\\]assets[/\\]/

/**
 * Serves the built console. Addresses without a file get index.html, because the console routes them itself. `title`:
 * title of the page.
 */
export async function consoleFiles(
  app: FastifyInstance,
  folder: string | undefined,
  title: (() => string) | undefined,
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
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    index: false,
    setHeaders: (reply, path) =>
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const page = (reply: FastifyReply): FastifyReply =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(title ? withTitle(html, title()) : html)
  app.get('/index.html', (_request, reply) => page(reply))
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')
    return isPage ? page(reply) : reply.code(404).type('text/plain; charset=utf-8').send('404')
  })
}
