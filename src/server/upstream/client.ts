import { request as plain, type IncomingMessage } from 'node:http'
import { request as secure } from 'node:https'
import type { OutgoingHttpHeaders } from 'node:http'
import { isPlainPath } from '../http/request/addresses.ts'

const TIMEOUT_MS = 300_000

export interface Outgoing {
  method: string
  headers: OutgoingHttpHeaders
  body?: NodeJS.ReadableStream | undefined
  /** milliseconds without data after which the backend counts as gone */
  patience?: number | undefined
}

export class UpstreamTimeout extends Error {}

/**
 * The address for a path below `base`; undefined if it would leave `base`, because clients must not reach other hosts
 * or other parts of the backend through this server (SSRF).
 */
export function addressIn(base: URL, asked: string): URL | undefined {
  const own = base.pathname.replace(/\/$/, '')
  const [path = '', ...query] = asked.split('?')
  if (!isPlainPath(path)) return undefined
  const url = new URL(base)
  url.pathname = own + path
  url.search = query.join('?')
  return url.pathname.startsWith(`${own}/`) ? url : undefined
}

export function ask(url: URL, { method, headers, body, patience = TIMEOUT_MS }: Outgoing): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = (url.protocol === 'https:' ? secure : plain)(url, { method, headers, timeout: patience }, resolve)
    outgoing.on('timeout', () => outgoing.destroy(new UpstreamTimeout('timeout')))
    outgoing.on('error', reject)
    if (body) body.pipe(outgoing)
    else outgoing.end()
  })
}

export async function askJson(base: URL, path: string, token: string): Promise<{ status: number; body: unknown }> {
  const url = addressIn(base, path)
  if (!url) throw new Error(`${path} is no path of ${base.origin}`)
  const answer = await ask(url, {
    method: 'GET',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return { status: answer.statusCode ?? 502, body: text === '' ? undefined : JSON.parse(text) }
}
