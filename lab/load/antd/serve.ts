/**
 * Serves the built hand-written page as a CDN would (brotli, immutable assets) and passes API calls on to the
 * benchmark's backend.   usage: tsx lab/load/antd/serve.ts <folder> <port> <backend url>
 */
import { existsSync, readFileSync } from 'node:fs'
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const [folder = '', port = '0', backend = ''] = process.argv.slice(2)
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
interface Kept {
  body: Buffer
  type: string
  cache: string
}
const files = new Map<string, Kept>()

function fileOf(path: string): Kept | undefined {
  const file = join(folder, normalize(path.endsWith('/') ? `${path}index.html` : path))
  if (!file.startsWith(folder) || !existsSync(file)) return undefined
  let kept = files.get(file)
  if (!kept) {
    const cache = file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    files.set(
      file,
      (kept = {
        body: brotliCompressSync(readFileSync(file)),
        type: TYPES[extname(file)] ?? 'application/octet-stream',
        cache,
      }),
    )
  }
  return kept
}

function pass(from: IncomingMessage, to: ServerResponse): void {
  const onward = ask(
    backend + (from.url ?? ''),
    { method: from.method, headers: { ...from.headers, host: new URL(backend).host } },
    answer => {
      to.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(to)
    },
  )
  onward.on('error', () => to.writeHead(502).end())
  from.pipe(onward)
}

const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://site').pathname
  if (path.startsWith('/prod-api/')) return pass(request, response)
  const file = fileOf(path)
  if (!file) return response.writeHead(404).end()
  response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': file.cache })
  return response.end(file.body)
})
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1', () => console.log(`listening ${port}`))
