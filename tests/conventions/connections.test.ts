import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * What can begin a connection, and names that only listen or describe one. Everything that is asked because somebody
 * entered its address goes through the guard (src/supervision/server/probe/guard.ts).
 */
const MODULES =
  /(?:from|import\(|require\()\s*['"]((?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises)|undici|ws|axios|got|node-fetch|playwright(?:-core)?|pg|@fastify\/(?:http-proxy|reply-from))['"]/g
const IMPORT = /import\s+(type\s+)?([^'"]*?)\s*from\s*$/
const HARMLESS = /^(?:type .*|createServer|BlockList|isIP|isIPv4|isIPv6|STATUS_CODES)$/
const GLOBALS = /(?<![.\w])(?:new\s+(?:WebSocket|EventSource)|fetch)\s*\(/

/** Who may, and by whose choice an address is asked there. */
const MAY: Record<string, string> = {
  'src/cli/install/running.ts': 'the server of this machine, as its own note names it',
  'src/server/db/postgres/named-client.ts': 'DATABASE_URL',
  'src/server/db/postgres/others.ts': 'DATABASE_URL',
  'src/server/db/postgres/pool.ts': 'DATABASE_URL',
  'src/server/db/postgres/pooled.ts': 'DATABASE_URL',
  'src/server/http/guard/slow.ts': 'tells the class of a socket, and opens none',
  'src/server/start/control.ts': 'the socket of the data folder, by which programs of this machine talk',
  'src/server/start/log/output.ts': 'standard output, where that is a pipe',
  'src/server/upstream/client.ts': 'UPSTREAM_API and UPSTREAM_FILES',
  'src/supervision/server/capture/browse.ts': 'a browser, whose only way out is the proxy of the capture',
  'src/supervision/server/capture/outward.ts': 'an address that the guard has judged, or CAPTURE_PROXY',
  'src/supervision/server/capture/proxy.ts': 'over a connection of outward.ts',
  'src/supervision/server/capture/stand-in.ts': 'the demonstration’s own server, on the loopback interface',
  'src/supervision/server/evidence/timestamp.ts': 'TSA_URL, without redirects',
  'src/supervision/server/probe/guard.ts': 'the guard: it asks for the addresses of a name',
  'src/supervision/server/probe/guarded.ts': 'an address that the guard has judged',
  'src/supervision/server/search/http-engine.ts': 'SEARCH_ENGINES, without redirects',
}

/** What a text begins connections with. */
function connectingBy(text: string): string[] {
  const code = text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
  const modules = [...code.matchAll(MODULES)].flatMap(found => {
    const [, type, names = ''] =
      IMPORT.exec(
        code
          .slice(0, found.index + 'from'.length)
          .split(/\n(?=import)/)
          .at(-1) ?? '',
      ) ?? []
    if (type !== undefined) return []
    const listed = /^\{([^]*)\}$/.exec(names.trim())?.[1]
    const asked = listed
      ?.split(',')
      .map(name => name.trim())
      .filter(Boolean)
    return asked?.every(name => HARMLESS.test(name)) ? [] : [found[1] ?? '']
  })
  return [...modules, ...(GLOBALS.test(code) ? ['fetch'] : [])]
}

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && /\.(ts|mjs)$/.test(entry.name))
  .map(entry => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
  // runs in the browsers of staff
  .filter(path => !path.startsWith('src/console/') && !path.startsWith('src/supervision/console/'))

describe('the server asks other machines', () => {
  it.each([
    [`import { request } from 'node:http'`, 1],
    [`import {\n  createServer,\n  request as ask,\n} from "http"`, 1],
    [`import net from 'node:net'`, 1],
    [`import * as tls from 'tls'`, 1],
    [`const { connect } = await import('node:net')`, 1],
    [`const dns = require('dns')`, 1],
    [`export { get } from 'node:https'`, 1],
    [`import { Pool } from 'undici'`, 1],
    [`const a = await fetch(url)`, 1],
    [`new WebSocket(url)`, 1],
    [`import { createServer, type Server } from 'node:http'`, 0],
    [`import type { Socket } from 'node:net'`, 0],
    [`import { a } from './a.ts'\nimport { isIP } from 'node:net'`, 0],
    [`// fetch(url)\nqueue.fetch(1)`, 0],
  ])('and each way to do so is known: %s', (text, ways) => expect(connectingBy(text)).toHaveLength(ways))

  it('in a few places alone, each by the operator’s choice or through the guard', () => {
    const asking = files.filter(path => connectingBy(readFileSync(path, 'utf8')).length > 0)
    expect(asking.sort()).toEqual(Object.keys(MAY).sort())
  })
})
