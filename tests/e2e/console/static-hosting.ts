import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIRST, accountOf, logIn, ownConsole, temporaryFolder } from '../harness.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** What a plain web server does: files, the console's page for everything else, and the API passed on. */
function staticHost(folder: string, api: string): Promise<Server> {
  const host = createServer((from, to) => {
    const path = normalize(decodeURIComponent(from.url!.split('?')[0]!))
    if (path.startsWith('/prod-api/')) {
      const passed = request(api + from.url, { method: from.method, headers: from.headers }, answer => {
        to.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(to)
      })
      from.pipe(passed)
      return
    }
    const file = join(folder, path)
    const found =
      file.startsWith(folder) && existsSync(file) && statSync(file).isFile() ? file : join(folder, 'index.html')
    to.writeHead(200, { 'content-type': TYPES[extname(found)] ?? 'application/octet-stream' })
    to.end(readFileSync(found))
  })
  return new Promise(resolve => host.listen(0, '127.0.0.1', () => resolve(host)))
}

const own = ownConsole()
let host: Server
const dist = temporaryFolder()
beforeAll(async () => {
  const built = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    env: { ...process.env, OUT_DIR: dist },
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(built.stdout + built.stderr)
  host = await staticHost(dist, own.server.url)
})
afterAll(async () => {
  host?.closeAllConnections()
  host?.close()
})

describe('what npm run build writes, on a static host in front of an API', () => {
  for (const [area, column] of [
    ['340400', '药械妆类目'],
    ['520100', '经营者名称'],
  ] as const) {
    it(`draws the page of the user's own scope: area ${area}`, async () => {
      const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
      const { page, context } = await logIn(
        own.browser,
        url,
        accountOf(a => a.areaCode === area),
        FIRST,
      )
      await page.locator('[data-row-key]:visible').first().waitFor()
      await expect.poll(() => page.locator('th:visible').allInnerTexts()).toContain(column)
      await context.close()
    })
  }
})
