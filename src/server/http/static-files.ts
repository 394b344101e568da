import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const HASHED = /[/\\]assets[/\\]/

/** The built console; any address that is no file is one of its pages. */
export async function consoleFiles(app: FastifyInstance, folder: string | undefined): Promise<void> {
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
    setHeaders: (reply, path) =>
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !/\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')
    return isPage ? reply.sendFile('index.html') : reply.code(404).type('text/plain; charset=utf-8').send('404')
  })
}
